/**
 * How a list is read while it may be changing, and why what was read is whole.
 *
 * - *Offset*: how many rows stand before a row, as the service has the list at that moment.
 * - *Window*: a request for a page, seen as the part of the list between two offsets.
 * - A page is *short* if it has fewer rows than were asked for and than the service gives at most, otherwise *full*.
 * - *Run*: neighbors whose sort values are equal, or may be for the service. It may show them in any order each time.
 * - *Last run*: the one with which the last window ended. It is *long* if no window can show both a row before it and a
 *   new one: that takes half a page or more.
 * - *Anchor*: a row that was read, stands before the last run, and has kept its sort value.
 *
 * It is taken for granted that an answer shows the list as it was at one moment, and that `created_at` never changes.
 *
 * Joining: Two answers may show two moments. So they are used in the order of their windows, and each has to join what
 * was read before. One from the beginning of the list does. Another one does if it shows an anchor. Then all rows that
 * stay in the list with their sort values fall into three groups. Those before the last run were read, since that held
 * before. The run, and those behind it, stand behind the anchor: the answer shows them, up to the run with which it
 * ends. So the same holds again: **all that stay, and belong before the last run, were read.** It does not matter how
 * late an answer is used, nor which other rows have moved. What does not join is asked for again from further back.
 *
 * No window shows an anchor before a long run. There, one joins if it begins with the rows read last, in order. That
 * is evidence, no proof, as the rows of a run may trade places: then only the total shows whether one is missing.
 *
 * The end: The last window shows the last run to its end. So all rows that stay, with their sort values, were read. In
 * the order of creation, all keep them: a list that was read to its end in this order is whole, unless the total counts
 * more rows. For other orders, and for totals that count more, see wholeList.ts.
 */
import type { Page, Row } from '../contract';

export interface ReadingOptions {
	/** Is given rows that were not given before, and their answer; returns whether that is enough. */
	readonly take?: (added: readonly Row[], page: Page) => boolean;
	/** How many rows are likely to be read, Infinity for all of them; undefined where nobody knows. */
	readonly likely?: number;
	/** Where it begins, if not at the beginning: a window there joins if it shows a row that was read before. */
	readonly resume?: { readonly offset: number; readonly wasRead: (row: Row) => boolean };
	/**
	 * For polls of the trigger, since the next one finds what this one misses:
	 * - A page may have another size or order than was asked for.
	 * - Within a long run, any row that was read joins a window. Without other evidence, that is a guess.
	 * - Three windows without a new row end a list, though it counts more. Rows that it does not show take up no offsets.
	 */
	readonly isLenient?: boolean;
}

/**
 * - enough: `take` said so.
 * - listEnd: the list has no more rows.
 * - stuck: windows do not join, rows are not in order, or full pages end before the total.
 * - otherSizes: pages have another size than was asked for, so that they cannot overlap.
 * - refused: there are more rows, but the service refuses pages further on, or counts and shows a round number only.
 */
export type Outcome = 'enough' | 'listEnd' | 'stuck' | 'otherSizes' | 'refused';
