/**
 * How a list is read while it may be changing, and why what was read is whole.
 *
 * - *Offset*: how many rows stand before a row, as the service has the list at that moment.
 * - *Window*: a request for a page, seen as the part of the list between two offsets.
 * - A page is *short* if it has fewer rows than were asked for and than the service gives at most, otherwise *full*.
 * - *Run*: neighbors whose sort values are equal, or may be for the service. Their order may differ in each answer.
 * - *Last run*: the run that was read last. *Anchor*: a row of an earlier run, read with the same sort value as now.
 * - The last run is *long* if no window that shows an anchor, or begins the list, reaches a row that was not read. With
 *   pages of 100, the 49 at offsets 51 to 99 are such a run, since windows begin at multiples of their size.
 *
 * Assumed: an answer shows the list at one moment, from where its window begins, without a break, sorted by what it
 * shows; it is short only at the list's end; `created_at` stays. Totals are there to notice where that is not so.
 *
 * Joining: Answers show different moments. They are used in the order of their windows, and each has to join what was
 * read before, so that an *invariant* stays true: of the rows that are in the list all the time with one sort value,
 * all that stand before the last run were read. A window joins if it begins the list, or shows an anchor, because
 *
 * 1. The last run, and all that follows it, sort behind the anchor. So the answer shows them, as far as it goes.
 * 2. The answer may end within a run. This is the last run now. Before it, no row is missing: the invariant holds.
 *
 * Letters are rows, numbers sort values: w0 x0 y0 z0 a1 b2 c2 were read, so a1 is an anchor. Then c2 goes, d2 and e3
 * come. The next window, page 2 of four rows, shows a1 d2 b2 e3: the anchor, hence all that follows. Now e3 is the last
 * run, d2 an anchor. How late an answer is used does not matter. If it does not join, a window further back is read.
 *
 * If the last run is long, a window also joins if it begins with the rows read last, in order. That is no proof, as
 * rows of a run may trade places: if one is missing, fewer were read than stand there, unless others come or go.
 *
 * The end: A short page that claims no rows behind its window shows the last run to its end, so no such row is missing.
 * By creation, all rows keep their sort values: a list that was read to such an end in this order is whole. Other
 * ends, and long runs, are evidence, not proof: ending.ts and wholeList.ts say what totals and other readings add.
 */
import type { Page, Row } from '../contract';

export interface ReadingOptions {
	/** Is given rows that were not given before, and their answer; returns whether that is enough. */
	readonly take: (added: readonly Row[], page: Page) => boolean;
	/** Up to which offset rows are likely to be read, 1 or more, or Infinity; undefined where nobody knows. */
	readonly likely?: number;
	/**
	 * For polls of the trigger, since the next one finds what this one misses:
	 * - A page may have another size or order than was asked for.
	 * - Within a long run, a window joins if it shows any row that was read, see `mayLackRows` in windowReader.ts.
	 * - A list may count more rows than it shows. Unlike elsewhere, those not shown are taken to have no offsets.
	 */
	readonly isLenient?: boolean;
	/** Where a snapshot (of all rows, by polls) goes on: at the list's beginning, or where an earlier poll read a row. */
	readonly resume?: { readonly offset: number; readonly wasRead: (row: Row) => boolean };
}

/**
 * - enough: `take` said so; listEnd: the list is taken for ended.
 * - stuck: windows do not join, rows are not in order, totals contradict the rows, or too many windows brought nothing.
 * - otherSizes: pages have, or may be asked for in, certain sizes only, so that they cannot overlap.
 * - refused: there are more rows, but the service refuses pages further on, or shows no more of any order.
 */
export type Outcome = 'enough' | 'listEnd' | 'stuck' | 'otherSizes' | 'refused';
