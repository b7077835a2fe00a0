/** The trigger's events, as the panel names them. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { TriggerEvent } from '../core/changes/options';

/** What each event means. */
export const EVENTS: Readonly<Record<TriggerEvent, string>> = {
	archived: 'A project was archived',
	becameOverdue: 'The end date of an active project has passed, and not all tasks are done',
	becameStale:
		"An active, unfinished project has not changed for the number of days in 'Stale After (Days)'",
	completed: 'All tasks of a project are done, whatever its status',
	created: 'A project was created',
	dueSoon: "An active project ends within 'Due Soon (Days)', and not all tasks are done",
	removed:
		'A project was deleted, or is no longer visible to the account. The item has its ID and the name and status last known.',
	reopened: 'A project whose tasks were all done has open tasks again',
	restored: 'A project is no longer archived',
	updated: 'Any field of a project changed, its status included',
};

/** "Completed" is also a status that projects may have. */
const MORE = new Map([
	['completed', ' (All Tasks Done)'],
	['reopened', ' (Open Tasks Again)'],
]);

export const labelOf = (event: TriggerEvent): string => eventOption([event, '']).name;

/** Makes "Project Became Stale" and "Project became stale" of `becameStale`. */
function eventOption([value, description]: [string, string]): INodePropertyOptions {
	const words = `${value.replace(/[A-Z]/g, ' $&')}${MORE.get(value) ?? ''}`;
	const name = `Project ${words.charAt(0).toUpperCase()}${words.slice(1)}`;
	return { name, value, action: `Project ${words.toLowerCase()}`, description };
}

export const triggerOn: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: Object.entries(EVENTS).map(eventOption),
	default: ['created', 'updated'],
	description:
		"Which events start the workflow. A change gives one item, named after the most specific event that you chose; 'Project Became Overdue', 'Project Became Stale', 'Project Due Soon' and 'Project Removed' give items of their own.",
};
