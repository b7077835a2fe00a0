/**
 * Reads a list in its order from its beginning, as far as it is wanted, while it may be changing: every row whose sort
 * value does not change and that stands in that part of the list all the time is read.
 *
 * Each window shares rows with the one before. It joins if nothing can be missing between the rows that were read and
 * its own; what does not join is read again, from further back. Many windows are under way at once. An answer shows the
 * list as it was at one moment, so it may be taken late: whatever follows a row that joins it stands in it.
 */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Row } from '../contract';
import { Answers, claimsMore } from './answers';
import { isInOrder } from './order';
import { PlacedRows } from './placedRows';
import { furthestWindow, OVERLAP, type Window, windowOf } from './windows';

export interface ReadingOptions {
	/** Is given the rows that were not given before, and the answer; returns whether that is enough. */
	readonly take: (added: readonly Row[], page: Page) => boolean;
	/** Which rows are kept; all by default. */
	readonly matches?: (row: Row) => boolean;
	/** How many rows are wanted in all; undefined where `take` alone knows. */
	readonly wanted?: number;
	/** Whether rows of the list were read before, so that an empty one is not believed. */
	readonly hadRows?: boolean;
}

/**
 * - enough: `take` said so.
 * - end: the list has no more rows.
 * - stuck: what follows does not join, however far back it is read again.
 * - cut: answers keep leaving out rows.
 * - unsorted: rows are not in the order that was asked for.
 * - otherSizes: pages have another size than was asked for, so that they cannot overlap.
 * - refused: the service refuses pages further on, though the last one was full.
 */
export type ReadingEnd = 'enough' | 'end' | 'stuck' | 'cut' | 'unsorted' | 'otherSizes' | 'refused';

interface Sent {
	readonly window: Window;
	readonly answer: Promise<Page>;
	/** How often it was asked for before because it had too few rows, and how many these were. */
	readonly tries: number;
	readonly rowsBefore?: number;
	readonly isBridge?: boolean;
	/** Where the rows read ended when a bridge to it was asked for. */
	readonly bridgedTo?: number;
}

/** Windows under way: more than the client sends at once, so that a slow answer does not hold up the others. */
const WINDOWS_AHEAD = 32;

/** An answer with too few rows is believed once two in a row have as many. */
const MAX_TRIES = 5;

/** So often, reading begins at the beginning again. */
const MAX_RESTARTS = 3;

/** Reading stops after so many windows in a row that did not join or had no new row. */
const MAX_IDLE_WINDOWS = 16;

export class WindowReader {
	/** Whether more rows are counted than the list shows in two answers. */
	isCountWrong = false;
	readonly rows: PlacedRows;
	readonly answers: Answers;

	private readonly ahead: Sent[] = [];
	/** The one that was sent last and reaches furthest. */
	private furthest = windowOf(0, 1);
	private windows = 0;
	/** Whether the last window had fewer rows than were asked for. */
	private isShort = false;
	private idle = 0;
	/** Full windows without a new row. */
	private repeated = 0;
	/** Rows that the next window begins further back. */
	private back = 0;
	private restarts = 0;
	/** How far beyond the rows read a window may reach, once the service has refused one. */
	private reach = Infinity;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: ListQuery,
		private readonly options: ReadingOptions,
	) {
		this.rows = new PlacedRows(query.sortBy, options.matches ?? (() => true));
		this.answers = new Answers(options.hadRows ?? false);
	}

	/** Whether windows keep having the rows of the first page. */
	get repeatsPages(): boolean {
		const isOnePage = this.rows.count <= this.answers.pageSize;
		return isOnePage && this.repeated > MAX_IDLE_WINDOWS / 2;
	}

	async read(): Promise<ReadingEnd> {
		const { wanted = MAX_PER_PAGE } = this.options;
		this.ahead.push(this.sent(windowOf(0, Math.min(wanted, MAX_PER_PAGE))));
		for (;;) {
			const sent = this.ahead.shift()!;
			const end = this.takeAnswer(sent, await sent.answer);
			if (end) return end;
			this.sendAhead();
		}
	}

	private takeAnswer(sent: Sent, page: Page): ReadingEnd | undefined {
		const { answers } = this;
		if (this.idle > MAX_IDLE_WINDOWS) return 'stuck';
		answers.note(page);
		if (!page.isRefused) {
			if (answers.hasOtherSize(sent.window, page)) return 'otherSizes';
			const isConfirmed = sent.rowsBefore === page.rows.length;
			if (answers.isTooShort(sent.window, page) && !isConfirmed) return this.askAgain(sent, page);
		}
		return page.rows.length === 0 ? this.afterEmpty(sent) : this.takeRows(sent, page);
	}

	private takeRows(sent: Sent, page: Page): ReadingEnd | undefined {
		const { window } = sent;
		if (!isInOrder(page.rows, this.query)) return 'unsorted';
		if (!this.joins(window, page)) return this.readFurtherBack(sent);
		this.answers.learnFrom(window, page);
		this.isShort = !this.answers.isFull(window, page);
		const goesOn = claimsMore(page, window.end);
		// Rows that are counted and not shown take up places.
		const added = this.rows.add(window, page.rows, this.isShort && goesOn);
		this.noteProgress(added.length > 0);
		if (this.options.take(added, page)) return 'enough';
		if (this.isShort && !goesOn) return this.atEnd();
		return added.length === 0 ? this.afterFull() : undefined;
	}

	private noteProgress(hasNewRow: boolean): void {
		const isRepetition = !hasNewRow && !this.isShort && this.back === 0 && this.reach === Infinity;
		this.repeated += Number(isRepetition);
		this.idle = hasNewRow ? 0 : this.idle + 1;
		this.reach *= hasNewRow ? 2 : 1;
		this.windows++;
		this.back = 0;
	}

	/** A list does not end before a row that was read, unless as many were read as are counted. */
	private atEnd(): ReadingEnd | undefined {
		const { count, areAllPlaced } = this.rows;
		const isCounted = count >= this.answers.totalItems;
		if (!areAllPlaced && !isCounted) return this.goBack();
		this.isCountWrong = !isCounted;
		return 'end';
	}

	/** If nothing is to be had behind a full window, a refusal does not say that nothing is there. */
	private afterFull(): ReadingEnd | undefined {
		if (this.isShort || this.reach >= 1) return undefined;
		if (this.answers.wasRefused) return 'refused';
		return this.rows.count >= this.answers.totalItems ? 'end' : 'stuck';
	}

	/**
	 * No rows, or a refusal, which means the same further on: nothing is to be had so far down, or the list has shrunk. So
	 * the next windows reach less far, and then begin further back. What was counted beyond a short window is not there.
	 */
	private afterEmpty({ window }: Sent): ReadingEnd | undefined {
		const { totalItems, hasRows } = this.answers;
		if (this.rows.count === 0) return totalItems > 0 || hasRows ? 'cut' : 'end';
		if (totalItems === 0) return 'cut';
		if (this.isShort) return this.atEnd();
		const beyond = window.end - this.rows.next;
		this.reach = Math.min(this.reach, Math.max(0, Math.floor(beyond / 2)));
		if (this.ahead.length > 0) return undefined;
		this.idle++;
		return this.reach < 1 ? this.goBack() : undefined;
	}

	private askAgain({ window, tries }: Sent, page: Page): ReadingEnd | undefined {
		if (tries + 1 === MAX_TRIES) return 'cut';
		this.ahead.unshift({ ...this.sent(window), tries: tries + 1, rowsBefore: page.rows.length });
		return undefined;
	}

	/**
	 * Before a window that does not join, another one is read, a bridge: it holds the rows that were read last. If that one
	 * does not join either, rows have moved.
	 */
	private readFurtherBack(sent: Sent): ReadingEnd | undefined {
		const { next } = this.rows;
		if (sent.isBridge) return this.goBack();
		// It is older than what the last bridge had, and of no use.
		if (sent.window.end <= next || sent.bridgedTo === next) return undefined;
		this.idle++;
		this.ahead.unshift(
			{ ...this.sent(this.nextWindow()), isBridge: true },
			{ ...sent, bridgedTo: next },
		);
		return undefined;
	}

	/** Further with each try, and in the end to the beginning; not again and again. */
	private goBack(): ReadingEnd | undefined {
		this.idle++;
		this.back = this.back < 1_000 ? Math.max(10, 10 * this.back) : Infinity;
		if (this.nextWindow().start === 0 && ++this.restarts > MAX_RESTARTS) return 'stuck';
		this.ahead.unshift({ ...this.sent(this.nextWindow()), isBridge: true });
		return undefined;
	}

	/** Whether one run of equal sort values fills a page, so that no window reaches from before it to a new row. */
	private get isWithinRun(): boolean {
		const { next, runStart } = this.rows;
		return furthestWindow(Math.max(0, runStart - 1), this.answers.pageSize).end <= next;
	}

	/** The last offset that a window which joins has to hold, with as many rows before as still let it reach further. */
	private get joint(): number {
		const { next, runStart } = this.rows;
		const last = this.isWithinRun ? next - 1 : Math.min(runStart, next) - 1;
		const offsets = Array.from({ length: OVERLAP }, (_, index) => next - OVERLAP + index);
		const further = offsets.find(
			(offset) =>
				furthestWindow(Math.max(0, Math.min(last, offset)), this.answers.pageSize).end > next,
		);
		return Math.max(0, Math.min(last, further ?? last));
	}

	private nextWindow(): Window {
		const offset = Math.max(0, this.joint - this.back);
		return furthestWindow(offset, this.answers.pageSize, this.rows.next + this.reach);
	}

	private sendAhead(): void {
		const { wanted } = this.options;
		if (this.ahead.length === 0) {
			this.furthest = this.nextWindow();
			this.ahead.push({ ...this.sent(this.furthest), isBridge: true });
		}
		if (this.back > 0 || this.reach < Infinity) return;
		const end = Math.min(wanted ?? Infinity, this.answers.totalItems);
		// Where the end is not known, as many as were needed so far.
		const most = wanted === undefined ? Math.min(this.windows, WINDOWS_AHEAD) : WINDOWS_AHEAD;
		while (this.ahead.length < most && this.furthest.end < end) {
			const following = furthestWindow(this.furthest.end - OVERLAP, this.answers.pageSize);
			if (following.end <= this.furthest.end) return;
			this.furthest = following;
			this.ahead.push(this.sent(following));
		}
	}

	private sent(window: Window): Sent {
		const answer = this.fetchPage(this.query, window);
		// An answer that nobody waits for any more may fail.
		answer.catch(() => undefined);
		return { window, answer, tries: 0 };
	}

	/** Whether nothing can be missing between the rows that were read and those of this window. */
	private joins({ start }: Window, { rows }: Page): boolean {
		if (start === 0) return true;
		if (this.isWithinRun) return this.rows.areContinuedBy(rows);
		return rows.some((row) => this.rows.isAnchor(row));
	}
}
