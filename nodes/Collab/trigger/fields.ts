import type { INodeProperties } from 'n8n-workflow';

import { filters } from '../actions/fields/filters';
import { output } from '../actions/fields/output';
import { status } from '../actions/fields/status';
import { PROJECT_FIELDS } from '../core/query/itemFormat';

export const MOST_DAYS = 3_650;
export const MOST_LOOK_BACK_MINUTES = 1_440;

export const events: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		{
			name: 'Project Archived',
			value: 'archived',
			action: 'Project archived',
			description: 'An active project was archived',
		},
		{
			name: 'Project Became Overdue',
			value: 'becameOverdue',
			action: 'Project became overdue',
			description: 'The end date of a project has passed, and it is neither complete nor archived',
		},
		{
			name: 'Project Became Stale',
			value: 'becameStale',
			action: 'Project became stale',
			description:
				"A project has not changed for as long as 'Stale After (Days)' says, and is neither complete nor archived",
		},
		{
			name: 'Project Completed',
			value: 'completed',
			action: 'Project completed',
			description: 'The last open task of a project was completed',
		},
		{
			name: 'Project Created',
			value: 'created',
			action: 'Project created',
			description: 'A project was created',
		},
		{
			name: 'Project Due Soon',
			value: 'dueSoon',
			action: 'Project due soon',
			description:
				"The end date of a project is as near as 'Due Soon (Days)' says, and it is neither complete nor archived",
		},
		{
			name: 'Project Removed',
			value: 'removed',
			action: 'Project removed',
			description:
				'A project was deleted, or is no longer visible to the account. The item has its ID and the name and status last known.',
		},
		{
			name: 'Project Reopened',
			value: 'reopened',
			action: 'Project reopened',
			description: 'A completed project has open tasks again',
		},
		{
			name: 'Project Restored',
			value: 'restored',
			action: 'Project restored',
			description: 'An archived project is active again',
		},
		{
			name: 'Project Updated',
			value: 'updated',
			action: 'Project updated',
			description: 'Any field of a project changed, including by archiving or completing it',
		},
	],
	default: ['created', 'updated'],
	description:
		"Which events start the workflow. A change gives one item, named after the most specific event that you chose; 'Project Became Overdue', 'Project Became Stale', 'Project Due Soon' and 'Project Removed' give items of their own. Projects that are overdue, stale or due soon already when the workflow is published are not delivered.",
};

export const startFrom: INodeProperties = {
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	options: [
		{
			name: 'All Existing Projects',
			value: 'all',
			description:
				'First every project that exists, then the changes: fills a sheet and keeps it in sync',
		},
		{
			name: 'Changed Since',
			value: 'since',
			description: 'First what changed since a date, then the changes',
		},
		{
			name: 'From Now',
			value: 'now',
			description: 'Only changes after the workflow is published',
		},
	],
	default: 'now',
	description: 'Where to begin when the workflow is published for the first time',
};

export const changedSince: INodeProperties = {
	displayName: 'Changed Since',
	name: 'changedSince',
	type: 'dateTime',
	required: true,
	displayOptions: { show: { startFrom: ['since'] } },
	default: '',
	description: "A time without a zone is taken in the workflow's time zone",
};

export const dueSoonDays: INodeProperties = {
	displayName: 'Due Soon (Days)',
	name: 'dueSoonDays',
	type: 'number',
	displayOptions: { show: { events: ['dueSoon'] } },
	typeOptions: { minValue: 0, maxValue: MOST_DAYS },
	default: 7,
	description:
		"How many days before the end date 'Project Due Soon' starts the workflow, in the workflow's time zone. With 0, on the day itself.",
};

export const fieldsToWatch: INodeProperties = {
	displayName: 'Fields to Watch',
	name: 'fieldsToWatch',
	type: 'multiOptions',
	displayOptions: { show: { events: ['updated'] } },
	options: PROJECT_FIELDS.map(({ name, label }) => ({ name: label, value: name })),
	default: [],
	description:
		"'Project Updated' starts the workflow only when one of these fields changed. Leave empty for any field.",
};

export const includePreviousValues: INodeProperties = {
	displayName: 'Include Previous Values',
	name: 'includePreviousValues',
	type: 'boolean',
	default: false,
	description:
		"Whether to add the field 'changes', which gives for each changed field its value before and after the change",
};

export const lookBack: INodeProperties = {
	displayName: 'Look Back (Minutes)',
	name: 'lookBack',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: MOST_LOOK_BACK_MINUTES },
	default: 5,
	description:
		'How many minutes late a change may appear in the list of the service and still be found. It causes no duplicates.',
};

export const staleDays: INodeProperties = {
	displayName: 'Stale After (Days)',
	name: 'staleDays',
	type: 'number',
	displayOptions: { show: { events: ['becameStale'] } },
	typeOptions: { minValue: 1, maxValue: MOST_DAYS },
	default: 30,
	description:
		"After how many days of 24 hours without a change 'Project Became Stale' starts the workflow",
};

export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [lookBack],
};

const conditionsNotice: INodeProperties = {
	displayName:
		"From Now leaves out what is overdue, due soon or stale already. To get these projects too, set 'Start From' to All Existing Projects and filter by 'Overdue'.",
	name: 'conditionsNotice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { startFrom: ['now'], events: ['becameOverdue', 'becameStale', 'dueSoon'] },
	},
};

export const triggerFields: INodeProperties[] = [
	events,
	fieldsToWatch,
	dueSoonDays,
	staleDays,
	{ ...status, description: 'Which projects start the workflow when they change' },
	{
		...filters,
		description: `${filters.description} A changed project starts the workflow only if it matches after the change.`,
	},
	startFrom,
	changedSince,
	conditionsNotice,
	...output,
	includePreviousValues,
	options,
];
