import { type Bounds, daysBefore } from '../../../core/query/predicate';
import { dateAndTime, numberBetween } from '../parameterValues';
import type { Filter } from './filter';

/** @param which completes "Only projects … this date and time." */
function timeFilter(name: keyof Bounds, displayName: string, which: string, more = ''): Filter {
	const description = `Only projects ${which} this date and time. Without a time zone in the value, the workflow's time zone is meant.${more}`;
	return {
		field: { displayName, name, type: 'dateTime', default: '', description },
		read: (label, value, { timeZone }) => ({ [name]: dateAndTime(label, value, timeZone) }),
	};
}

export const timeFilters: readonly Filter[] = [
	timeFilter('createdAfter', 'Created After', 'created after'),
	timeFilter('createdBefore', 'Created Before', 'created before'),
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
	timeFilter(
		'updatedAfter',
		'Updated After',
		'that changed after',
		' Reads no more of the list than needed.',
	),
	timeFilter('updatedBefore', 'Updated Before', 'that last changed before'),
];
