/** What filters are made of: a predicate for each project, and bounds on the times by which the service sorts. */
import type { JsonValue, Project } from '../contract';
import type { Instant } from '../time';
import { compareInstants, instantFromMs, justAfter, MS_PER_DAY, parseInstant } from '../time';

export type Predicate = (project: Project) => boolean;

/** Times outside of which no project matches; each is exclusive. */
export interface Bounds {
	readonly updatedAfter?: Instant;
	readonly updatedBefore?: Instant;
	readonly createdAfter?: Instant;
	readonly createdBefore?: Instant;
}

/** A project whose time is missing or cannot be read is neither after nor before. */
export function isWithin(bounds: Bounds): Predicate {
	const { updatedAfter, updatedBefore, createdAfter, createdBefore } = bounds;
	return (project) =>
		isBetween(project['updated_at'], updatedAfter, updatedBefore) &&
		isBetween(project['created_at'], createdAfter, createdBefore);
}

function isBetween(stamp: JsonValue | undefined, after?: Instant, before?: Instant): boolean {
	if (!after && !before) return true;
	const at = parseInstant(stamp);
	return (
		at !== undefined &&
		(!after || compareInstants(at, after) > 0) &&
		(!before || compareInstants(at, before) < 0)
	);
}

/** The exclusive end of what is at least so many days of 24 hours old: exactly so old is old enough. */
export function daysBefore(nowMs: number, days: number): Instant {
	return justAfter(instantFromMs(nowMs - days * MS_PER_DAY));
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
