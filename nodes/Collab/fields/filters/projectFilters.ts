import type { INodeProperties } from 'n8n-workflow';
import { choice } from '../choice';
import {
	type EvaluationTime,
	isDueWithin,
	isOverdue,
	progressPercent,
} from '../../core/query/computedFields';
import { type Bounds, daysBefore, foldCase, type Predicate } from '../../core/query/predicate';
import { invalidParameter } from '../../core/errors';
import { dateAndTime, numberBetween, oneOf } from '../parameterValues';
import { isAmong, type ListName, VALUE_LISTS } from './valueLists';

interface Filter {
	readonly field: INodeProperties;
	/** Which projects a value lets pass, or bounds on a time by which the service can sort. Throws `parameterRefused`. */
	readonly read: (label: string, value: unknown, at: EvaluationTime) => Predicate | Bounds;
}

function numberFilter(
	field: Pick<INodeProperties, 'displayName' | 'name' | 'default'>,
	description: string,
	most: number,
	test: (number: number, at: EvaluationTime) => Predicate | Bounds,
): Filter {
	return {
		field: { ...field, type: 'number', typeOptions: { minValue: 0, maxValue: most }, description },
		read: (label, value, at) => test(numberBetween(label, value, 0, most), at),
	};
}

const MOST_DAYS = 36_500;

const progressIs = (extreme: 'least' | 'most') =>
	`Only projects with at ${extreme} this share of their tasks completed, in whole percent, rounded down. Projects without tasks have no progress and do not match.`;

function listFilter(name: ListName, field: Omit<INodeProperties, 'displayName' | 'name'>): Filter {
	const list = VALUE_LISTS[name];
	return {
		field: { displayName: list.label, name, ...field },
		read: (_label, value) => isAmong(value, list),
	};
}

/** The editor loads what to choose from. */
const choiceFilter = (name: ListName, which: string, loadOptionsMethod: string) =>
	listFilter(name, {
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod, loadOptionsDependsOn: ['authentication'] },
		default: [],
		description: `Only projects of these ${which}. The list has those of the 1,000 projects changed last, which takes up to 10 requests. Choose from the list, or specify them using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	});

/** @param which completes "Only projects … this date and time." */
function timeFilter(name: keyof Bounds, displayName: string, which: string): Filter {
	const description = `Only projects ${which} this date and time. Without a time zone in the value, the workflow's time zone is meant.`;
	return {
		field: { displayName, name, type: 'dateTime', default: '', description },
		read: (label, value, { timeZone }) => ({ [name]: dateAndTime(label, value, timeZone) }),
	};
}

/** Sorted by label, as the panel shows them. */
export const projectFilters: readonly Filter[] = [
	timeFilter('createdAfter', 'Created After', 'created after'),
	timeFilter('createdBefore', 'Created Before', 'created before'),
	numberFilter(
		{ displayName: 'Due Within (Days)', name: 'dueWithinDays', default: 7 },
		'Only active projects with open tasks or none that end within this many days. With 0, today.',
		MOST_DAYS,
		(days, at) => (project) => isDueWithin(days, project, at) === true,
	),
	numberFilter(
		{ displayName: 'Max Progress (%)', name: 'maxProgress', default: 100 },
		progressIs('most'),
		100,
		(most) => (project) => (progressPercent(project) ?? Infinity) <= most,
	),
	numberFilter(
		{ displayName: 'Min Progress (%)', name: 'minProgress', default: 0 },
		progressIs('least'),
		100,
		(least) => (project) => (progressPercent(project) ?? -1) >= least,
	),
	{
		field: {
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. website',
			description:
				'Only projects with this text in their name. Capitals and the kind and number of spaces do not matter.',
		},
		read: (label, value) => {
			// A name may be a number alone, which an expression gives as a number.
			if (typeof value !== 'string' && typeof value !== 'number')
				throw invalidParameter(label, 'text', value);
			const wanted = foldCase(String(value));
			return ({ name }) => typeof name === 'string' && foldCase(name).includes(wanted);
		},
	},
	numberFilter(
		{ displayName: 'Not Updated for (Days)', name: 'notUpdatedForDays', default: 30 },
		'Only projects that have not changed for at least this many days of 24 hours',
		MOST_DAYS,
		(days, { nowMs }) => ({ updatedBefore: daysBefore(nowMs, days) }),
	),
	{
		field: {
			displayName: 'Overdue',
			name: 'overdue',
			type: 'options',
			options: [
				choice(
					'Exclude Overdue',
					'exclude',
					'Only projects that are not overdue, those without an end date included',
				),
				choice('Only Overdue', 'only', 'Only projects that are overdue'),
			],
			default: 'only',
			description:
				"A project is overdue when it is active, not all of its tasks are done, and its end date lies before today in the workflow's time zone",
		},
		read: (label, value, at) => {
			const wanted = oneOf(label, value, ['only', 'exclude']) === 'only';
			return (project) => isOverdue(project, at) === wanted;
		},
	},
	choiceFilter('ownerIds', 'owners', 'getOwners'),
	listFilter('projectIds', {
		description: 'Only these projects: IDs, separated by commas',
		type: 'string',
		default: '',
		placeholder: 'e.g. proj_0001, proj_0002',
	}),
	choiceFilter('statuses', 'statuses', 'getStatuses'),
	timeFilter('updatedAfter', 'Updated After', 'that changed after'),
	timeFilter('updatedBefore', 'Updated Before', 'that last changed before'),
];
