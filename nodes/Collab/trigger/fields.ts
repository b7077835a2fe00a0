import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import { choice } from '../fields/choice';
import { EVENTS, triggerOn } from '../fields/events';
import { filters } from '../fields/filters';
import { output } from '../fields/output';
import { requestOptions, timeout } from '../fields/requests';
import { status } from '../fields/listing';
import { PROJECT_FIELDS } from '../core/query/itemFormat';

/** The most days that Due Soon and Stale After may have. */
export const MOST_DAYS = 3_650;
export const MOST_LOOK_BACK_MINUTES = 1_440;
export const LOOK_BACK_MINUTES = 5;

/** An item of a removed project has its ID, name and status, whatever the output. */
const notRemovedAlone = { events: Object.keys(EVENTS).filter((event) => event !== 'removed') };

export const triggerFields: INodeProperties[] = [
	triggerOn,
	{
		displayName: 'Fields to Watch',
		name: 'fieldsToWatch',
		type: 'multiOptions',
		displayOptions: { show: { events: ['updated'] } },
		options: PROJECT_FIELDS.map(({ name, label }) => ({ name: label, value: name })),
		default: [],
		description:
			"'Project Updated' starts the workflow only when one of these fields changed. Leave empty for any field.",
	},
	{
		displayName: 'Due Soon (Days)',
		name: 'dueSoonDays',
		type: 'number',
		displayOptions: { show: { events: ['dueSoon'] } },
		typeOptions: { minValue: 0, maxValue: MOST_DAYS },
		default: 7,
		description:
			"How many days before the end date 'Project Due Soon' starts the workflow, in the workflow's time zone. With 0, on the day itself.",
	},
	{
		displayName: 'Stale After (Days)',
		name: 'staleDays',
		type: 'number',
		displayOptions: { show: { events: ['becameStale'] } },
		typeOptions: { minValue: 1, maxValue: MOST_DAYS },
		default: 30,
		description:
			"After how many days of 24 hours without a change 'Project Became Stale' starts the workflow",
	},
	{ ...status, description: 'Which projects start the workflow when they change' },
	{
		...filters,
		description: `${filters.description} A changed project starts the workflow only if it matches after the change.`,
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		options: [
			choice(
				'All Existing Projects',
				'all',
				'First every project that exists, then the changes: fills a sheet and keeps it in sync',
			),
			choice('Changed Since', 'since', 'First what changed since a date, then the changes'),
			choice('From Now', 'now', 'Only changes after the workflow is published'),
		],
		default: 'now',
		description: 'Where to begin when the workflow is published for the first time',
	},
	{
		displayName: 'Changed Since',
		name: 'changedSince',
		type: 'dateTime',
		required: true,
		displayOptions: { show: { startFrom: ['since'] } },
		default: '',
		description: "A time without a zone is taken in the workflow's time zone",
	},
	{
		displayName:
			"With From Now, projects that are already overdue, due soon or stale give no item. To get these projects too, set 'Start From' to All Existing Projects and add the filter 'Overdue', 'Due Within (Days)' or 'Not Updated for (Days)', whichever fits the event.",
		name: 'conditionsNotice',
		type: 'notice',
		default: '',
		displayOptions: {
			show: { startFrom: ['now'], events: ['becameOverdue', 'becameStale', 'dueSoon'] },
		},
	},
	...updateDisplayOptions({ show: notRemovedAlone }, output),
	{
		displayName: 'Include Previous Values',
		name: 'includePreviousValues',
		type: 'boolean',
		default: false,
		displayOptions: { show: notRemovedAlone },
		description:
			"Whether to add the field 'changes', which gives for each changed field its value before and after the change",
	},
	{
		...requestOptions,
		options: [
			{
				displayName: 'Look Back (Minutes)',
				name: 'lookBack',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: MOST_LOOK_BACK_MINUTES },
				default: LOOK_BACK_MINUTES,
				description:
					'The service may list a change late. The trigger finds it if it is at most this many minutes late. A higher value causes no duplicates.',
			},
			timeout,
		],
	},
];

/** n8n gives no value of a field that the panel does not show, so the default counts. */
export const unsetOf = (name: string): unknown =>
	triggerFields.find((field) => field.name === name)?.default;
