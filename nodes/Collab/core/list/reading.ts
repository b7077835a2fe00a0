/**
 * What a reading is asked for, and how it ends. In this folder,
 *
 * - a window is a request for a page, seen as a part of the list: it is full, or it is short, with fewer rows than were
 *   asked for; a service may refuse it;
 * - a window is taken when it is its turn, however early its answer came: then it joins what was read, or does not;
 * - a run is a group of neighbors whose sort values are equal, or may be equal for the service.
 */
import type { Page, Row } from '../contract';

export interface ReadingOptions {
	/** Is given rows that were not given before, and the answer; returns whether that is enough. */
	readonly take: (added: readonly Row[], page: Page) => boolean;
	/** Which rows are kept, to be had in the order of the list; none by default. */
	readonly keeps?: (row: Row) => boolean;
	/** How many rows are likely to be read, Infinity for all of them; undefined where nobody knows. */
	readonly likely?: number;
	/** Where it begins, if not at the beginning: a row that was read before shows the place. */
	readonly resume?: { readonly offset: number; readonly wasRead: (row: Row) => boolean };
	/** Whether a row was read, in this reading or before; by default only those of this reading are known. */
	readonly isKnown?: (row: Row) => boolean;
	/**
	 * For the trigger: goes on where order, sizes, long runs or the count are in doubt, since its next poll finds what
	 * this reading misses. It asks for less ahead, since the next poll asks again for what lies behind the end of this.
	 */
	readonly isLenient?: boolean;
}

/**
 * - enough: `take` said so.
 * - end: the list has no more rows.
 * - stuck: what follows does not join, however far back it is read again, or is not in the order asked for.
 * - otherSizes: pages have another size than was asked for, so that they cannot overlap.
 * - refused: there are more rows, but the service refuses pages further on, or counts and shows a round number only.
 */
export type ReadingEnd = 'enough' | 'end' | 'stuck' | 'otherSizes' | 'refused';
