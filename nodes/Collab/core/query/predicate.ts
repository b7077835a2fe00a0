/** What filters are made of: a predicate for each project, and bounds on the times by which the service sorts. */
import type { Project } from '../contract';
import { signOf } from '../order';
import { MS_PER_DAY, parseInstant } from '../time';

export type Predicate = (project: Project) => boolean;

/** What each time filter bounds, and the order in which it comes after all that match. */
const BOUNDS = {
	createdAfter: { sortBy: 'created_at', order: 'desc' },
	createdBefore: { sortBy: 'created_at', order: 'asc' },
	updatedAfter: { sortBy: 'updated_at', order: 'desc' },
	updatedBefore: { sortBy: 'updated_at', order: 'asc' },
} as const;

/** Times outside of which no project matches; each is exclusive. */
export type Bounds = { readonly [Name in keyof typeof BOUNDS]?: number };

export type Bound = ReturnType<typeof boundsIn>[number];

export function boundsIn(bounds: Bounds) {
	const entries = Object.entries(bounds) as Array<[keyof Bounds, number | undefined]>;
	return entries.flatMap(([name, at]) => (at === undefined ? [] : { ...BOUNDS[name], at }));
}

/** A project whose time is missing or cannot be read is neither after nor before. */
export function isWithin(bounds: Bounds): Predicate {
	const all = boundsIn(bounds);
	return (project) =>
		all.every(({ sortBy, order, at }) => {
			const stamp = parseInstant(project[sortBy]);
			return stamp !== undefined && signOf(order) * (stamp - at) < 0;
		});
}

/** The exclusive end of what is at least so many days of 24 hours old: a microsecond later than what is just so old. */
export function daysBefore(nowMs: number, days: number): number {
	return nowMs - days * MS_PER_DAY + 0.001;
}

/** Unicode's limit for texts that are normalized in a stream: the time for longer runs grows with their square. */
const MARKS_BEYOND_30 = /(?<=\p{M}{30})\p{M}+/gu;

/**
 * The same text for what people read as the same: é may be one character or two, full-width letters are letters, what
 * nobody sees does not count, capitals of ß and ς are those of ss and σ. Lower case first, since ẞ is a capital
 * already; the dot that İ leaves behind there does not count. Spaces of all kinds and numbers are one space, and none
 * at the ends.
 */
export function foldCase(text: string): string {
	return text
		.replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
		.replace(MARKS_BEYOND_30, '')
		.normalize('NFKC')
		.toLowerCase()
		.replace(/i\u0307/g, 'i')
		.replace(/\s+/g, ' ')
		.trim()
		.toUpperCase();
}
