import { daysBefore } from '../../../core/query/predicate';
import { dateAndTime, numberBetween } from '../parameterValues';
import type { Filter, FilterContext } from './filter';

const timeOf = (label: string, value: unknown, { timeZone }: FilterContext) =>
	dateAndTime(label, value, timeZone);

export const timeFilters: readonly Filter[] = [
	{
		field: {
			displayName: 'Created After',
			name: 'createdAfter',
			type: 'dateTime',
			default: '',
			description:
				"Only projects created after this date and time. Without a time zone in the value, the workflow's time zone is meant.",
		},
		read: (...entered) => ({ createdAfter: timeOf(...entered) }),
	},
	{
		field: {
			displayName: 'Created Before',
			name: 'createdBefore',
			type: 'dateTime',
			default: '',
			description:
				"Only projects created before this date and time. Without a time zone in the value, the workflow's time zone is meant.",
		},
		read: (...entered) => ({ createdBefore: timeOf(...entered) }),
	},
	{
		field: {
			displayName: 'Not Updated for (Days)',
			name: 'notUpdatedForDays',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 30,
			description: 'Only projects that have not changed for at least this many days of 24 hours',
		},
		read: (label, value, { at }) => ({
			updatedBefore: daysBefore(at.nowMs, numberBetween(label, value, 0, 36_500)),
		}),
	},
	{
		field: {
			displayName: 'Updated After',
			name: 'updatedAfter',
			type: 'dateTime',
			default: '',
			description:
				"Only projects that changed after this date and time. Without a time zone in the value, the workflow's time zone is meant. Reads no more of the list than needed.",
			builderHint: {
				propertyHint: 'To sync what is new, set it to the time of the last sync',
			},
		},
		read: (...entered) => ({ updatedAfter: timeOf(...entered) }),
	},
	{
		field: {
			displayName: 'Updated Before',
			name: 'updatedBefore',
			type: 'dateTime',
			default: '',
			description:
				"Only projects that last changed before this date and time. Without a time zone in the value, the workflow's time zone is meant.",
		},
		read: (...entered) => ({ updatedBefore: timeOf(...entered) }),
	},
];
