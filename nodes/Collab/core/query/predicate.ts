/** What filters are made of: a predicate for each project, and bounds on the times by which the service sorts. */
import type { Project } from '../contract';
import { compareInstants, type Instant, instantFromMs, justAfter, parseInstant } from '../time';

export type Predicate = (project: Project) => boolean;

/** Times outside of which no project matches; each is exclusive. */
export interface Bounds {
	readonly updatedAfter?: Instant;
	readonly updatedBefore?: Instant;
	readonly createdAfter?: Instant;
	readonly createdBefore?: Instant;
}

export type TimeField = 'updated_at' | 'created_at';

const MS_PER_DAY = 86_400_000;

export function allOf(predicates: readonly Predicate[]): Predicate {
	return (project) => predicates.every((matches) => matches(project));
}

/** The bounds that hold for what lies within all of these: the latest After, the earliest Before. */
export function tightest(all: readonly Bounds[]): Bounds {
	return all.reduce<Bounds>(
		(tight, bounds) => ({
			...tighter('updatedAfter', tight, bounds, 1),
			...tighter('updatedBefore', tight, bounds, -1),
			...tighter('createdAfter', tight, bounds, 1),
			...tighter('createdBefore', tight, bounds, -1),
		}),
		{},
	);
}

/** @param sign 1 for the later of the two, -1 for the earlier */
function tighter(name: keyof Bounds, a: Bounds, b: Bounds, sign: 1 | -1): Bounds {
	const [left, right] = [a[name], b[name]];
	const isLeft = left && (!right || sign * compareInstants(left, right) >= 0);
	const bound = isLeft ? left : right;
	return bound ? { [name]: bound } : {};
}

/** A project whose time is missing or cannot be read is neither after nor before. */
export function isAfter(project: Project, field: TimeField, bound: Instant): boolean {
	const at = parseInstant(project[field]);
	return at !== undefined && compareInstants(at, bound) > 0;
}

export function isBefore(project: Project, field: TimeField, bound: Instant): boolean {
	const at = parseInstant(project[field]);
	return at !== undefined && compareInstants(at, bound) < 0;
}

/** The exclusive end of what is at least so many days of 24 hours old: exactly so old is old enough. */
export function daysBefore(nowMs: number, days: number): Instant {
	return justAfter(instantFromMs(nowMs - days * MS_PER_DAY));
}

/**
 * The same text for what people read as the same: é may be one character or two, capitals of ß and ς are those of ss and σ.
 * Lower case first, since ẞ is a capital already.
 */
export function foldCase(text: string): string {
	return text.normalize('NFC').toLowerCase().toUpperCase();
}
