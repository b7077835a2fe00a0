/**
 * Reads a list in its order from its beginning, as far as it is wanted, while it may be changing: every row whose sort
 * value does not change and that stands in that part of the list all the time is read.
 *
 * Each window shares rows with the one before. It joins if nothing can be missing between the rows that were read and
 * its own; what does not join is read again, from further back. An answer shows the list as it was at one moment, so it
 * may be taken late, and many are under way: whatever follows a row that joins an answer stands in it.
 */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Row } from '../contract';
import { isInOrder } from '../order';
import { PlacedRows } from './placedRows';
import { Answers, claimsMore, furthestWindow, OVERLAP, type Window, windowOf } from './windows';

export interface ReadingOptions {
	/** Is given the rows that were not given before, and the answer; returns whether that is enough. */
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
	 * Whether it goes on where order, sizes, long runs or the count are in doubt, since a later reading finds what this
	 * one misses. That one also asks again for what comes after the end of this one, so less is asked for ahead.
	 */
	readonly isLenient?: boolean;
}

/**
 * - enough: `take` said so.
 * - end: the list has no more rows.
 * - stuck: what follows does not join, however far back it is read again, or is not in the order asked for.
 * - otherSizes: pages have another size than was asked for, so that they cannot overlap.
 * - refused: there are more rows, but the service refuses pages further on, or neither counts nor shows more.
 */
export type ReadingEnd = 'enough' | 'end' | 'stuck' | 'otherSizes' | 'refused';

/** Reading stops after so many windows in a row that brought nothing. */
const MAX_IDLE_WINDOWS = 16;

/** The most windows under way: more than the client sends, so that a slow answer does not hold up the others. */
const MAX_AHEAD = 32;
const MAX_AHEAD_LENIENT = 8;

export class WindowReader {
	readonly rows: PlacedRows;
	readonly answers: Answers;
	/** Windows in a row that did not join or had no new row. */
	private idle = 0;
	/** Rows that the next window begins further back. */
	private back = 0;
	/** Whether a run was so long that no window reaches from before it to a new row. */
	private hadLongRun = false;
	/** Whether the last window with rows had fewer than were asked for. */
	private wasShort = false;
	/** Where the first window without rows began, unless a later one had new rows. */
	private emptyFrom = Infinity;

	constructor(
		fetchPage: FetchPage,
		private readonly query: ListQuery,
		private readonly options: ReadingOptions,
	) {
		const { keeps = () => false, resume } = options;
		this.rows = new PlacedRows(query.sortBy, keeps, resume?.offset ?? 0);
		this.answers = new Answers(fetchPage, query);
	}

	/**
	 * Whether more rows are counted than were read. Those that came meanwhile may be missing, so each answer has to count
	 * more; after a long run the last one decides, since the windows within it prove less than the count. Rows that have
	 * gone are among those read, so the last one may not count more than there are up to its own end, either.
	 */
	get isCountWrong(): boolean {
		const { totals, totalItems } = this.answers;
		const counted = this.hadLongRun ? totalItems : Math.min(...totals);
		return this.rows.count < counted || this.rows.next < totalItems;
	}

	async read(): Promise<ReadingEnd> {
		const { likely = MAX_PER_PAGE, resume, isKnown = (row) => this.rows.has(row) } = this.options;
		this.answers.send(resume ? this.nextWindow() : windowOf(0, Math.min(likely, MAX_PER_PAGE)));
		for (;;) {
			const { window, answer } = this.answers.underWay.shift()!;
			const end = this.takeAnswer(window, await answer);
			this.hadLongRun ||= this.rows.isWithinRun(this.answers.pageSize);
			if (end === 'end' && (await this.answers.areCapped(isKnown))) return 'refused';
			if (end !== 'goesOn') return end;
			if (this.idle > MAX_IDLE_WINDOWS) return 'stuck';
			this.sendAhead();
		}
	}

	private takeAnswer(window: Window, page: Page): ReadingEnd | 'goesOn' {
		this.answers.note(page);
		if (page.rows.length === 0) return this.afterEmpty(window);
		const isStrict = !this.options.isLenient;
		if (isStrict && this.answers.hasOtherSize(window, page)) return 'otherSizes';
		if (isStrict && !isInOrder(page.rows, this.query)) return 'stuck';
		return this.joins(window, page) ? this.takeRows(window, page) : this.readAgain(window);
	}

	/** Whether nothing can be missing between the rows that were read and those of this window. */
	private joins({ start, perPage }: Window, { rows }: Page): boolean {
		const { isLenient, resume } = this.options;
		const { rows: known, answers } = this;
		const wasRead = known.count === 0 ? resume?.wasRead : undefined;
		// Where pages turn out to be smaller, only the first page has the rows that were asked for. A reading that resumes
		// asks for its place again, or it would begin anew.
		if (start === 0) return perPage <= answers.pageSize || !wasRead;
		if (perPage > answers.pageSize) return false;
		if (wasRead) return rows.some(wasRead);
		if (!known.isWithinRun(answers.pageSize)) return rows.some((row) => known.isAnchor(row));
		return isLenient ? rows.some((row) => known.has(row)) : known.areContinuedBy(rows, start);
	}

	private takeRows(window: Window, page: Page): ReadingEnd | 'goesOn' {
		const hasMore = claimsMore(page, window.end);
		this.wasShort = !this.answers.isFull(window, page);
		// Rows that are counted and not shown take up places. The trigger counts the rows that were shown.
		const hasGaps = this.wasShort && hasMore && !this.options.isLenient;
		const next = hasGaps ? window.end : window.start + page.rows.length;
		const added = this.rows.add(window.start, page.rows, next);
		this.back = 0;
		this.idle = added.length > 0 ? 0 : this.idle + 1;
		if (added.length > 0) this.emptyFrom = Infinity;
		if (this.options.take(added, page)) return 'enough';
		if (this.wasShort) return hasMore ? 'goesOn' : 'end';
		return this.isEmptyBehind ? this.afterFull() : 'goesOn';
	}

	/** A refusal does not say that nothing is there; but pages of a size that was not asked for end with the first one. */
	private afterFull(): ReadingEnd {
		const { wasRefused, pageSize } = this.answers;
		if (wasRefused && this.rows.next > pageSize) return 'refused';
		return this.isCountWrong && !this.options.isLenient ? 'stuck' : 'end';
	}

	/** Whether a window that began among the rows that were read, or right behind them, had no rows. */
	private get isEmptyBehind(): boolean {
		return this.emptyFrom <= this.rows.next;
	}

	/**
	 * No rows, or a refusal, which means the same further on: the list has shrunk, or nothing is to be had so far down. So
	 * the next window is a whole page, since depths end with one, and the next ones begin further back.
	 */
	private afterEmpty(window: Window): ReadingEnd | 'goesOn' {
		const { totalItems, wasRefused } = this.answers;
		if (this.rows.next === 0) return totalItems === 0 ? 'end' : 'stuck';
		if (totalItems === 0 && !wasRefused) return 'stuck';
		this.emptyFrom = Math.min(this.emptyFrom, window.start);
		// It does not show what comes next.
		if (window.start > this.rows.next) return 'goesOn';
		// What was counted beyond a short window is not there.
		if (this.wasShort) return 'end';
		return this.readAgain(window);
	}

	/** Reads what is next before what was asked for ahead; where rows have moved, from further back with each try. */
	private readAgain({ start, perPage }: Window): 'goesOn' {
		this.idle++;
		const { pageSize } = this.answers;
		// A window further on, or one from before the size of pages was known, shows nothing of that.
		const haveMoved = perPage <= pageSize && start <= this.rows.joint(pageSize);
		if (haveMoved) this.back = Math.max(10, 10 * this.back);
		this.answers.send(this.nextWindow(), true);
		return 'goesOn';
	}

	private sendAhead(): void {
		const { underWay, pageSize, totalItems } = this.answers;
		if (underWay.length === 0) this.answers.send(this.nextWindow());
		if (this.back > 0) return;
		const { likely = 0, isLenient } = this.options;
		const isLikely = likely > this.rows.next;
		// Where nobody knows how far, half as many as were needed so far.
		const most = isLikely ? Infinity : this.rows.next / pageSize / 2;
		const end = Math.min(isLikely ? likely : Infinity, totalItems, this.emptyFrom);
		while (underWay.length < Math.min(most, isLenient ? MAX_AHEAD_LENIENT : MAX_AHEAD)) {
			const last = underWay.at(-1)!.window;
			const following = furthestWindow(last.end - OVERLAP, pageSize);
			if (last.end >= end || following.end <= last.end) return;
			this.answers.send(following);
		}
	}

	private nextWindow(): Window {
		const { pageSize } = this.answers;
		const offset = Math.max(0, this.rows.joint(pageSize) - this.back);
		return this.isEmptyBehind ? windowOf(offset, pageSize) : furthestWindow(offset, pageSize);
	}
}
