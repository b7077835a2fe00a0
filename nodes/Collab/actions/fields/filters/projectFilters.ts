import { isOverdue, progressPercent } from '../../../core/query/computedFields';
import { type Bounds, daysBefore, foldCase } from '../../../core/query/predicate';
import { invalidParameter } from '../../../core/errors';
import { dateAndTime, numberBetween, oneOf } from '../parameterValues';
import type { Filter } from './filter';
import { ownerIds, ownerOf, readOwnerIds } from './owners';

function progressFilter(
	name: string,
	displayName: string,
	extreme: 'least' | 'most',
	unset: number,
): Filter {
	return {
		field: {
			displayName,
			name,
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100 },
			default: unset,
			description: `Only projects with at ${extreme} this share of their tasks completed, in whole percent, rounded down. Projects without tasks have no progress and do not match.`,
		},
		read: (label, value) => {
			const bound = numberBetween(label, value, 0, 100);
			return (project) => {
				const percent = progressPercent(project);
				if (percent === null) return false;
				return extreme === 'least' ? percent >= bound : percent <= bound;
			};
		},
	};
}

/** @param which completes "Only projects … this date and time." */
function timeFilter(name: keyof Bounds, displayName: string, which: string, more = ''): Filter {
	const description = `Only projects ${which} this date and time. Without a time zone in the value, the workflow's time zone is meant.${more}`;
	return {
		field: { displayName, name, type: 'dateTime', default: '', description },
		read: (label, value, { timeZone }) => ({ [name]: dateAndTime(label, value, timeZone) }),
	};
}

/** Sorted by label, as the panel shows them. */
export const projectFilters: readonly Filter[] = [
	timeFilter('createdAfter', 'Created After', 'created after'),
	timeFilter('createdBefore', 'Created Before', 'created before'),
	progressFilter('maxProgress', 'Max Progress (%)', 'most', 100),
	progressFilter('minProgress', 'Min Progress (%)', 'least', 0),
	{
		field: {
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. website',
			description: 'Only projects with this text in their name, in upper or lower case',
		},
		read: (label, value) => {
			// A name may be a number alone, which an expression gives as a number.
			if (typeof value !== 'string' && typeof value !== 'number')
				throw invalidParameter(label, 'text', value);
			const wanted = foldCase(String(value).trim());
			return ({ name }) => typeof name === 'string' && foldCase(name).includes(wanted);
		},
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
			displayName: 'Overdue',
			name: 'overdue',
			type: 'options',
			options: [
				{
					name: 'Exclude Overdue',
					value: 'exclude',
					description: 'Only projects that are known not to be overdue',
				},
				{ name: 'Only Overdue', value: 'only', description: 'Only projects that are overdue' },
			],
			default: 'only',
			description:
				"A project is overdue when its end date lies before today in the workflow's time zone and it is neither complete nor archived",
		},
		read: (label, value, { at }) => {
			const wanted = oneOf(label, value, ['only', 'exclude']) === 'only';
			return (project) => isOverdue(project, at) === wanted;
		},
	},
	{
		field: ownerIds,
		read: (label, value) => {
			const owners = new Set(readOwnerIds(label, value));
			return (project) => owners.size === 0 || owners.has(ownerOf(project));
		},
	},
	timeFilter(
		'updatedAfter',
		'Updated After',
		'that changed after',
		' Reads no more of the list than needed.',
	),
	timeFilter('updatedBefore', 'Updated Before', 'that last changed before'),
];
