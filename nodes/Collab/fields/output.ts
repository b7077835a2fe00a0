import type { INodeProperties } from 'n8n-workflow';
import { choice } from './choice';
import type { EvaluationTime } from '../core/query/computedFields';
import { itemFormatter, type ItemFormat, PROJECT_FIELDS } from '../core/query/itemFormat';
import { listOfNames, oneOf, type Read, trueOrFalse } from './parameterValues';

/** What people put into a sheet or show in a chat, in the order of its columns. */
export const SIMPLIFIED_FIELDS = [
	'id',
	'name',
	'status',
	'owner_id',
	'start_date',
	'end_date',
	'task_count',
	'completed_task_count',
	'created_at',
	'updated_at',
];

export const output: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			choice('Raw', 'raw', 'Every project as the service sends it, unknown fields included'),
			choice('Selected Fields', 'selected', 'Only the fields that you choose'),
			choice(
				'Simplified',
				'simplified',
				'The ten most useful fields, in an order that suits a sheet',
			),
		],
		default: 'simplified',
		description: 'How much of each project to return',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		displayOptions: { show: { output: ['selected'] } },
		options: PROJECT_FIELDS.map(({ name, label }) => ({ name: label, value: name })),
		default: ['name', 'status', 'updated_at'],
		description: 'Which fields to return. The ID is always included.',
	},
	{
		displayName: 'Add Computed Fields',
		name: 'addComputedFields',
		type: 'boolean',
		default: false,
		description:
			"Whether to add 'progress_percent' (completed tasks, rounded down), 'is_complete' (it has tasks and all are done), 'is_overdue' (active, not all tasks done, end date before today), 'days_remaining' (until the end date, negative after it) and 'days_since_update'. A value that is not known is null. Days begin at midnight in the workflow's time zone.",
	},
];

export function readItemFormat(read: Read, at: EvaluationTime): ItemFormat {
	const isComputed = trueOrFalse('Add Computed Fields', read('addComputedFields'));
	return itemFormatter(readOutput(read), isComputed ? at : undefined);
}

function readOutput(read: Read): readonly string[] | undefined {
	const output = oneOf('Output', read('output'), ['simplified', 'raw', 'selected']);
	if (output === 'raw') return undefined;
	return output === 'simplified'
		? SIMPLIFIED_FIELDS
		: ['id', ...listOfNames('Fields', read('fields'))];
}
