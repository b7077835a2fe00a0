/**
 * How a list is read while it may be changing, and why what was read is whole.
 *
 * Words: An *offset* is how many rows stand before a row in the list, as the service has it now. A *window* is a
 * request for a page, seen as the part of the list between two offsets. Its page is *short* if it has fewer rows than
 * were asked for and than the service gives at most, otherwise *full*; a page that is refused is empty. A *run* is a
 * group of neighbors whose sort values are equal, or may be equal for the service, which may have them in another order
 * with each request. The *last run* is the one with which the last window has ended.
 *
 * Joining: An answer shows the list as it was at one moment; two answers may show two moments. So answers are used in
 * the order of their windows, and each has to *join* what was read. After each window that joins, this holds: of the
 * rows that are in the list all the time and keep their sort values, all that belong before the last run were read. A
 * window at the beginning of the list always joins. Any other one joins, and keeps this true, if
 *
 * - the last run is not long, and it shows an *anchor*: a row that was read before that run, and has kept its sort
 *   value. What belongs before the last run was read before. All else belongs behind the anchor, and follows it in this
 *   answer, up to the run with which that ends. It does not matter how late it is used, or which rows have moved.
 * - the last run is *long*, so that no window reaches from before it to a new row, and the window begins with the rows
 *   read last, in their order. Rows of a run may trade places, so this is evidence, and no proof.
 *
 * What does not join is read again from further back, at last from the beginning. The window with which the list ends
 * shows all of the last run, unless that is long: so all rows that keep their sort values were read. In the order of
 * creation, all do. So a list that was read to its end in this order is whole, if the service does not *count more*
 * rows than were read. For what else is believed, and what is tried where windows do not join, see wholeList.ts.
 */
import type { Page, Row } from '../contract';

export interface ReadingOptions {
	/** Is given rows that were not given before, and their answer; returns whether that is enough. */
	readonly take?: (added: readonly Row[], page: Page) => boolean;
	/** Which rows are kept, to be had in the order of the list; none by default. */
	readonly keeps?: (row: Row) => boolean;
	/** How many rows are likely to be read, Infinity for all of them; undefined where nobody knows. */
	readonly likely?: number;
	/** Where it begins, if not at the beginning: a window there joins if it shows a row that was read. */
	readonly resume?: { readonly offset: number; readonly wasRead: (row: Row) => boolean };
	/** Whether a row was read, in this reading or before; by default only those of this reading are known. */
	readonly isKnown?: (row: Row) => boolean;
	/**
	 * For polls of the trigger, since the next one finds what this one misses:
	 *
	 * - A page may have another size or order than was asked for.
	 * - Within a long run, any row that was read joins a window.
	 * - A list may end though the service counts more. Rows that it does not show take up no offsets.
	 * - Less is asked for ahead, since the next poll asks for it again.
	 */
	readonly isLenient?: boolean;
}

/**
 * - enough: `take` said so.
 * - listEnd: the list has no more rows.
 * - stuck: windows do not join however far back they begin, rows have another order than was asked for, or the service
 *   counts more rows than it shows on full pages.
 * - otherSizes: pages have another size than was asked for, so that they cannot overlap.
 * - refused: there are more rows, but the service refuses pages further on, or counts and shows a round number only.
 */
export type Outcome = 'enough' | 'listEnd' | 'stuck' | 'otherSizes' | 'refused';
