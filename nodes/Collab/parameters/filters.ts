/** The filters that the user entered, checked; a filter that is left empty does not filter. */
import type { Filters } from '../core/query/filters';
import { earlierOf, type Instant, instantFromMs, justAfter } from '../core/time';
import type { EvaluationTime } from '../core/query/computedFields';
import { toInstant } from './instants';
import { numberBetween, type Read, readCollection, trueOrFalse, unusable } from './read';

const MS_PER_DAY = 86_400_000;

export function readFilters(read: Read, { nowMs }: EvaluationTime, timeZone: string): Filters {
	const given = withoutEmpty(readCollection('Filters', read('filters')));
	const time = (label: string, value: unknown) =>
		value === undefined ? undefined : toInstant(label, value, timeZone);
	const daysAgo = numberFrom('Not Updated for (Days)', given['notUpdatedForDays'], 0, 36_500);
	const stale = daysAgo === undefined ? undefined : daysBefore(nowMs, daysAgo);
	return {
		updatedAfter: time('Updated After', given['updatedAfter']),
		updatedBefore: earlier(time('Updated Before', given['updatedBefore']), stale),
		createdAfter: time('Created After', given['createdAfter']),
		createdBefore: time('Created Before', given['createdBefore']),
		nameContains: textFrom('Name Contains', given['nameContains']),
		ownerIds: idsFrom('Owner IDs', given['ownerIds']),
		overdue: given['overdue'] === undefined ? undefined : trueOrFalse('Overdue', given['overdue']),
		progressFrom: numberFrom('Progress From (%)', given['progressFrom'], 0, 100),
		progressTo: numberFrom('Progress To (%)', given['progressTo'], 0, 100),
	};
}

function withoutEmpty(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const isEmpty = (value: unknown) =>
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
	return Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value)));
}

/** A project that last changed exactly then has not been updated for that long either. */
function daysBefore(nowMs: number, days: number): Instant {
	return justAfter(instantFromMs(nowMs - days * MS_PER_DAY));
}

function earlier(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
	return a && b ? earlierOf(a, b) : (a ?? b);
}

function numberFrom(label: string, value: unknown, least: number, most: number) {
	return value === undefined ? undefined : numberBetween(label, value, least, most);
}

function textFrom(label: string, value: unknown): string | undefined {
	if (value === undefined) return undefined;
	// A name may be a number alone, which an expression gives as a number.
	if (typeof value !== 'string' && typeof value !== 'number') throw unusable(label, 'text');
	return String(value).trim();
}

const WANTED_IDS = 'IDs separated by commas, or a list of IDs';

function idsFrom(label: string, value: unknown): string[] | undefined {
	if (value === undefined) return undefined;
	const ids: unknown[] =
		typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
	if (ids.length === 0 || !ids.every((id) => typeof id === 'string')) {
		throw unusable(label, WANTED_IDS);
	}
	const named = ids.map((id) => id.trim()).filter((id) => id !== '');
	if (named.length === 0) throw unusable(label, WANTED_IDS);
	return named;
}
