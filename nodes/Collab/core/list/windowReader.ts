/**
 * Reads a list in its order from its beginning, as far as it is wanted, while it may be changing.
 *
 * An answer shows the list as it was at one moment. After each window that is taken, this holds: *of the rows that are
 * in the list all the time and keep their sort values, the reader has read all that stand before the last run, that is,
 * before the equal values with which the window ended.* It holds after the first window. It goes on to hold, because
 * each further one has to join:
 *
 * - Outside of a long run, it has to show an anchor: a row that was read, is unchanged, and stands before the last run.
 *   All that belongs behind an anchor follows it in the same answer, however late this is taken, whatever has moved.
 * - A run may be so long that no window reaches from before it to a new row. Within it, a window has to begin with the
 *   rows read last, in order. Equal rows may trade places, so this is no proof: the count has to agree, too.
 * - What does not join is read again, from further back each time, at last from the beginning.
 *
 * The window with which the list ends shows all of the last run, too, unless that is long.
 */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page } from '../contract';
import { isInOrder } from '../order';
import { Answers, claimsMore } from './answers';
import { PlacedRows } from './placedRows';
import type { ReadingEnd, ReadingOptions } from './reading';
import { furthestWindow, OVERLAP, type Window, windowOf } from './windows';

/** Reading stops after so many windows in a row that brought nothing. */
const MAX_IDLE = 16;
/** The most windows under way: more than the client sends, so that a slow answer does not hold up the others. */
const MAX_AHEAD = { strict: 32, lenient: 8 };

export class WindowReader {
	readonly rows: PlacedRows;
	readonly answers: Answers;
	/** Windows in a row that did not join, or had no new row. */
	private idle = 0;
	/** Rows that the next window begins further back. */
	private back = 0;
	private hadLongRun = false;
	/** The total that the last window with rows told, if it was short. */
	private shortTotal: number | undefined;
	/** The lowest offset at which a window had no rows, since the last new row came. */
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
	 * Whether rows are counted that were not read, by every answer, since rows that came meanwhile are counted by later
	 * ones alone; after a long run, by the last one. Or the last one counts rows beyond those that were read.
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
			const outcome = this.takeAnswer(window, await answer);
			this.hadLongRun ||= this.rows.hasLongRun(this.answers.pageSize);
			if (outcome === 'end' && (await this.answers.areCapped(isKnown))) return 'refused';
			if (outcome !== 'goesOn') return outcome;
			if (this.idle > MAX_IDLE) return 'stuck';
			this.sendAhead();
		}
	}

	private takeAnswer(window: Window, page: Page): ReadingEnd | 'goesOn' {
		this.answers.note(page);
		if (page.rows.length === 0) return this.afterEmpty(window);
		const isStrict = !this.options.isLenient;
		if (isStrict && this.answers.hasOtherSize(window, page)) return 'otherSizes';
		if (isStrict && !isInOrder(page.rows, this.query)) return 'stuck';
		return this.joins(window, page) ? this.afterRows(window, page) : this.readAgain(window);
	}

	private joins({ start, perPage }: Window, { rows }: Page): boolean {
		const { isLenient, resume } = this.options;
		const { rows: known, answers } = this;
		const isResumed = resume !== undefined && resume.offset > 0 && known.count === 0;
		// Asked for before the size of pages was known. It holds the beginning, which is no place to resume at.
		if (perPage > answers.pageSize) return start === 0 && !isResumed;
		if (start === 0) return true;
		if (isResumed) return rows.some(resume.wasRead);
		if (!known.hasLongRun(answers.pageSize)) return rows.some((row) => known.isAnchor(row));
		return isLenient ? rows.some((row) => known.has(row)) : known.areContinuedBy(rows, start);
	}

	/**
	 * How a list ends, by its last window with rows:
	 *
	 * - Not full, and nothing is claimed to follow: this is the end.
	 * - Not full, more is claimed, and the next window is empty: the end, unless the total has fallen since.
	 * - Full, and the next window is empty: the end if the count agrees, for the trigger always. If it was refused, and
	 *   more is claimed, there is more; but a service with pages of another size may refuse a second one of this size.
	 */
	private afterRows(window: Window, page: Page): ReadingEnd | 'goesOn' {
		const hasMore = claimsMore(page, window.end);
		const isShort = !this.answers.isFull(window, page);
		this.shortTotal = isShort ? page.pagination.totalItems : undefined;
		// Rows that are counted and not shown take up offsets; for the trigger, only those that are shown.
		const hasGaps = isShort && hasMore && !this.options.isLenient;
		const next = hasGaps ? window.end : window.start + page.rows.length;
		const added = this.rows.add(window.start, page.rows, next);
		this.back = 0;
		this.idle = added.length > 0 ? 0 : this.idle + 1;
		if (added.length > 0) this.emptyFrom = Infinity;
		if (this.options.take(added, page)) return 'enough';
		if (isShort) return hasMore ? 'goesOn' : 'end';
		return this.afterFull(hasMore);
	}

	private afterFull(hasMore: boolean): ReadingEnd | 'goesOn' {
		if (this.emptyFrom > this.rows.next) return 'goesOn';
		const { wasRefused, pageSize } = this.answers;
		if (wasRefused && hasMore && this.rows.next > pageSize) return 'refused';
		return this.isCountWrong && !this.options.isLenient ? 'stuck' : 'end';
	}

	/** No rows, or a refusal: the list has shrunk, or nothing is to be had there. */
	private afterEmpty(window: Window): ReadingEnd | 'goesOn' {
		const { totalItems, wasRefused } = this.answers;
		if (this.rows.next === 0) return totalItems === 0 ? 'end' : 'stuck';
		if (totalItems === 0 && !wasRefused) return 'stuck';
		this.emptyFrom = Math.min(this.emptyFrom, window.start);
		if (window.start > this.rows.next) return 'goesOn';
		const isCountedInVain = this.shortTotal !== undefined && totalItems >= this.shortTotal;
		return isCountedInVain ? 'end' : this.readAgain(window);
	}

	/** Reads what is next before what was asked for ahead; where rows have moved, from further back with each try. */
	private readAgain({ start, perPage }: Window): 'goesOn' {
		const { pageSize } = this.answers;
		this.idle++;
		// A window further on, or one from before the size of pages was known, need not have joined.
		const hadToJoin = perPage <= pageSize && start <= this.rows.offsetToShare(pageSize);
		if (hadToJoin) this.back = Math.max(10, 10 * this.back);
		this.answers.send(this.nextWindow(), true);
		return 'goesOn';
	}

	private nextWindow(): Window {
		const { pageSize } = this.answers;
		const offset = Math.max(0, this.rows.offsetToShare(pageSize) - this.back);
		// Where nothing was found further on, a page of the full size shows whether it is the last.
		if (this.emptyFrom <= this.rows.next) return windowOf(offset, pageSize);
		return furthestWindow(offset, pageSize);
	}

	private sendAhead(): void {
		const { underWay, pageSize, totalItems } = this.answers;
		if (underWay.length === 0) this.answers.send(this.nextWindow());
		if (this.back > 0) return;
		const { likely = 0, isLenient } = this.options;
		const isLikely = likely > this.rows.next;
		// Where nobody knows how far, half as many windows as were needed so far.
		const most = isLikely ? Infinity : this.rows.next / pageSize / 2;
		const until = Math.min(isLikely ? likely : Infinity, totalItems, this.emptyFrom);
		while (underWay.length < Math.min(most, isLenient ? MAX_AHEAD.lenient : MAX_AHEAD.strict)) {
			const last = underWay.at(-1)!.window;
			const following = furthestWindow(last.end - OVERLAP, pageSize);
			if (last.end >= until || following.end <= last.end) return;
			this.answers.send(following);
		}
	}
}
