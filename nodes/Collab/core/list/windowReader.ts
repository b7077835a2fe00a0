/**
 * Reads a list in its order from its beginning, as far as it is wanted, while it may be changing: every row whose sort
 * value does not change and that stands in that part of the list all the time is read.
 *
 * Each window shares rows with the one before. It joins if nothing can be missing between the rows that were read and
 * its own; what does not join is read again, from further back. Many windows are under way at once. An answer shows the
 * list as it was at one moment, so it may be taken late: whatever follows a row that joins it stands in it.
 */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Row } from '../contract';
import { Answers, claimsMore, type Sent } from './answers';
import { isInOrder } from './order';
import { PlacedRows } from './placedRows';
import { furthestWindow, isWithinRun, joint, OVERLAP, type Window, windowOf } from './windows';

export interface ReadingOptions {
	/** Is given the rows that were not given before, the answer and its offset; returns whether that is enough. */
	readonly take: (added: readonly Row[], page: Page, start: number) => boolean;
	/** Which rows are kept; all by default. */
	readonly matches?: (row: Row) => boolean;
	/** How many rows are likely to be enough; undefined where nobody knows. */
	readonly wanted?: number;
	/** Where it begins, if not at the beginning: a row that was read before shows the place. */
	readonly resume?: { readonly offset: number; readonly wasRead: (row: Row) => boolean };
	/** The most windows under way. By default more than the client sends, so that a slow answer does not hold up the others. */
	readonly maxAhead?: number;
	/** Whether it goes on where order, sizes, runs or the count are in doubt: a later reading finds what this one misses. */
	readonly isLenient?: boolean;
	/** Whether rows of the list were read before, so that an empty one is not believed. */
	readonly hadRows?: boolean;
}

/**
 * - enough: `take` said so.
 * - end: the list has no more rows.
 * - stuck: what follows does not join, however far back it is read again, or is not in the order asked for.
 * - otherSizes: pages have another size than was asked for, so that they cannot overlap.
 * - refused: the service refuses pages further on, though the last one was full.
 */
export type ReadingEnd = 'enough' | 'end' | 'stuck' | 'otherSizes' | 'refused';

/** Reading stops after so many windows in a row that did not join or had no new row. */
const MAX_IDLE_WINDOWS = 16;

export class WindowReader {
	readonly rows: PlacedRows;
	readonly answers: Answers;

	private windowsTaken = 0;
	private idle = 0;
	/** Rows that the next window begins further back. */
	private back = 0;
	/** Whether a run was so long that no window reaches from before it to a new row. */
	private hadLongRun = false;
	/** Whether the last window had fewer rows than were asked for. */
	private isShort = false;
	/** Whether the window behind the rows that were read had none. */
	private isEmptyBehind = false;

	constructor(
		fetchPage: FetchPage,
		private readonly query: ListQuery,
		private readonly options: ReadingOptions,
	) {
		const { matches = () => true, resume } = options;
		this.rows = new PlacedRows(query.sortBy, matches, resume?.offset);
		this.answers = new Answers(fetchPage, query, options.hadRows ?? false);
	}

	/**
	 * Whether more rows are counted than were read. Rows that came meanwhile may be missing, so each answer has to count
	 * more; only after a long run the last one decides, since the windows within it prove less than the count.
	 */
	get isCountWrong(): boolean {
		const { totals, totalItems } = this.answers;
		return this.rows.count < (this.hadLongRun ? totalItems : Math.min(...totals));
	}

	async read(): Promise<ReadingEnd> {
		const { wanted = MAX_PER_PAGE, resume } = this.options;
		const first = windowOf(0, Math.min(wanted, MAX_PER_PAGE));
		this.answers.send(resume ? this.nextWindow() : first);
		for (;;) {
			const sent = this.answers.underWay.shift()!;
			const end = this.takeAnswer(sent, await sent.answer);
			if (end) return end;
			if (this.idle > MAX_IDLE_WINDOWS) return 'stuck';
			this.sendAhead();
		}
	}

	private takeAnswer(sent: Sent, page: Page): ReadingEnd | undefined {
		this.answers.note(page);
		if (page.rows.length === 0) return this.afterEmpty(sent);
		if (!this.options.isLenient) {
			if (this.answers.hasOtherSize(sent.window, page)) return 'otherSizes';
			if (!isInOrder(page.rows, this.query)) return 'stuck';
		}
		if (!this.joins(sent.window, page)) return this.readAgain(sent.isNext);
		return this.takeRows(sent.window, page);
	}

	/** Whether nothing can be missing between the rows that were read and those of this window. */
	private joins({ start, perPage }: Window, { rows }: Page): boolean {
		const { isLenient, resume } = this.options;
		const { pageSize } = this.answers;
		const wasRead = this.rows.count === 0 ? resume?.wasRead : undefined;
		// Where pages turn out to be smaller, only the first page has the rows that were asked for. A reading that resumes
		// asks for its place again, or it would begin anew.
		if (start === 0) return perPage <= pageSize || !wasRead;
		if (perPage > pageSize) return false;
		if (wasRead) return rows.some(wasRead);
		const isLongRun = isWithinRun(this.rows, pageSize);
		this.hadLongRun ||= isLongRun;
		if (!isLongRun) return rows.some((row) => this.rows.isAnchor(row));
		return isLenient
			? rows.some((row) => this.rows.has(row))
			: this.rows.areContinuedBy(rows, start);
	}

	private takeRows(window: Window, page: Page): ReadingEnd | undefined {
		this.isShort = !this.answers.isFull(window, page);
		const goesOn = claimsMore(page, window.end);
		// Rows that are counted and not shown take up places. The trigger counts the rows that were shown.
		const hasGaps = this.isShort && goesOn && !this.options.isLenient;
		const added = this.rows.add(window, page.rows, hasGaps);
		this.windowsTaken++;
		this.back = 0;
		this.idle = added.length > 0 ? 0 : this.idle + 1;
		this.isEmptyBehind &&= added.length === 0;
		if (this.options.take(added, page, window.start)) return 'enough';
		if (this.isShort) return goesOn ? undefined : 'end';
		return this.isEmptyBehind ? this.afterFull() : undefined;
	}

	/**
	 * Nothing is to be had behind a full window. A refusal does not say that nothing is there; but pages of a size that
	 * was not asked for end with the first one.
	 */
	private afterFull(): ReadingEnd {
		const { wasRefused, pageSize } = this.answers;
		if (wasRefused && this.rows.next > pageSize) return 'refused';
		return this.isCountWrong && !this.options.isLenient ? 'stuck' : 'end';
	}

	/**
	 * No rows, or a refusal, which means the same further on: the list has shrunk, or nothing is to be had so far down. So
	 * the next window is a whole page, since depths end with one, and the next ones begin further back.
	 */
	private afterEmpty({ isNext }: Sent): ReadingEnd | undefined {
		const { totalItems, hasRows, wasRefused } = this.answers;
		if (this.rows.next === 0 && totalItems === 0 && !hasRows) return 'end';
		if (this.rows.next === 0 || (totalItems === 0 && !wasRefused)) return 'stuck';
		// What was counted beyond a short window is not there.
		if (this.isShort) return 'end';
		if (!isNext) return undefined;
		if (this.isEmptyBehind) return this.readAgain(true);
		this.isEmptyBehind = true;
		this.idle++;
		return undefined;
	}

	/**
	 * Reads what is next before what was asked for ahead. Where it did not join either, rows have moved: it is read from
	 * further back with each try, and in the end from the beginning.
	 */
	private readAgain(haveMoved: boolean): undefined {
		this.idle++;
		if (haveMoved) this.back = this.back < 1_000 ? Math.max(10, 10 * this.back) : Infinity;
		this.answers.sendFirst(this.nextWindow());
		return undefined;
	}

	private sendAhead(): void {
		const { answers } = this;
		if (answers.underWay.length === 0) answers.send(this.nextWindow());
		if (this.back > 0 || this.isEmptyBehind) return;
		const { end, most } = this.likely;
		while (answers.underWay.length < most && answers.furthest.end < end) {
			const following = furthestWindow(answers.furthest.end - OVERLAP, answers.pageSize);
			if (following.end <= answers.furthest.end) return;
			answers.send(following, false);
		}
	}

	/** How far to ask ahead, and for how many windows: where the end is not known, half as many as were needed so far. */
	private get likely() {
		const { wanted = 0, maxAhead = 32 } = this.options;
		const { totalItems } = this.answers;
		return wanted > this.rows.next
			? { end: Math.min(wanted, totalItems), most: maxAhead }
			: { end: totalItems, most: Math.min(this.windowsTaken / 2, maxAhead) };
	}

	private nextWindow(): Window {
		const { pageSize } = this.answers;
		const offset = Math.max(0, joint(this.rows, pageSize) - this.back);
		return this.isEmptyBehind ? windowOf(offset, pageSize) : furthestWindow(offset, pageSize);
	}
}
