import type { INodeProperties } from 'n8n-workflow';

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description:
		'Which projects to include. A project has to match all filters; one whose field is missing does not match. A filter left empty does not filter.',
	options: [
		{
			displayName: 'Created After',
			name: 'createdAfter',
			type: 'dateTime',
			default: '',
			description:
				"Only projects created after this date and time. Without a time zone in the value, the workflow's time zone is meant.",
		},
		{
			displayName: 'Created Before',
			name: 'createdBefore',
			type: 'dateTime',
			default: '',
			description:
				"Only projects created before this date and time. Without a time zone in the value, the workflow's time zone is meant.",
		},
		{
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. website',
			description: 'Only projects with this text in their name, in upper or lower case',
		},
		{
			displayName: 'Not Updated for (Days)',
			name: 'notUpdatedForDays',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 30,
			description: 'Only projects that have not changed for at least so many days',
		},
		{
			displayName: 'Overdue',
			name: 'overdue',
			type: 'boolean',
			default: true,
			description:
				'Whether to include only projects that are overdue (on) or only those that are not (off). A project is overdue when its end date lies before today and it is neither complete nor archived.',
		},
		{
			displayName: 'Owner IDs',
			name: 'ownerIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. usr_0001, usr_0002',
			description: 'Only projects of these owners: user IDs, separated by commas',
		},
		{
			displayName: 'Progress From (%)',
			name: 'progressFrom',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100 },
			default: 0,
			description:
				'Only projects with at least this share of their tasks completed, in whole percent, rounded down. Projects without tasks have no progress and do not match.',
		},
		{
			displayName: 'Progress To (%)',
			name: 'progressTo',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100 },
			default: 100,
			description:
				'Only projects with at most this share of their tasks completed, in whole percent, rounded down. Projects without tasks have no progress and do not match.',
		},
		{
			displayName: 'Updated After',
			name: 'updatedAfter',
			type: 'dateTime',
			default: '',
			description:
				"Only projects that changed after this date and time. Without a time zone in the value, the workflow's time zone is meant. Reads no more of the list than needed.",
		},
		{
			displayName: 'Updated Before',
			name: 'updatedBefore',
			type: 'dateTime',
			default: '',
			description:
				"Only projects that last changed before this date and time. Without a time zone in the value, the workflow's time zone is meant.",
		},
	],
};
