/**
 * What a reading is asked for, and how it ends. In this folder,
 *
 * - an offset is a number of rows in the list before a row, as the service has it now;
 * - a window is a request for a page, seen as the part of the list between two offsets. Its page is full, or short: it
 *   has fewer rows than were asked for and than the service gives at most. A service may refuse it;
 * - a run is a group of neighbors whose sort values are equal, or may be equal for the service;
 * - answers are used in the order of their windows, however early they come: each joins what was read, or does not.
 */
import type { Page, Row } from '../contract';

export interface ReadingOptions {
	/** Is given rows that were not given before, and their answer; returns whether that is enough. */
	readonly take?: (added: readonly Row[], page: Page) => boolean;
	/** Which rows are kept, to be had in the order of the list; none by default. */
	readonly keeps?: (row: Row) => boolean;
	/** How many rows are likely to be read, Infinity for all of them; undefined where nobody knows. */
	readonly likely?: number;
	/** Where it begins, if not at the beginning: a row that was read before shows the place. */
	readonly resume?: { readonly offset: number; readonly wasRead: (row: Row) => boolean };
	/** Whether a row was read, in this reading or before; by default only those of this reading are known. */
	readonly isKnown?: (row: Row) => boolean;
	/**
	 * For polls of the trigger, since the next one finds what this one misses:
	 *
	 * - A page may have another size or order than was asked for.
	 * - Within a long run, any row that was read joins a window.
	 * - A list may end though it counts more rows. Those that it does not show take up no offsets.
	 * - Less is asked for ahead, since the next poll asks for it again.
	 */
	readonly isLenient?: boolean;
}

/**
 * - enough: `take` said so.
 * - listEnd: the list has no more rows.
 * - stuck: what follows does not join, however far back it is read again, or is not in the order asked for.
 * - otherSizes: pages have another size than was asked for, so that they cannot overlap.
 * - refused: there are more rows, but the service refuses pages further on, or counts and shows a round number only.
 */
export type Outcome = 'enough' | 'listEnd' | 'stuck' | 'otherSizes' | 'refused';
