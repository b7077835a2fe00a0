/**
 * Reads a list for a poll while it may be changing: the recent changes from the newest on, or a snapshot from the place
 * where it stopped. Each window holds a row that was read before (an anchor), so that nothing is missing between them.
 * Where no window shows one, it goes on all the same: a later poll finds what is missed now.
 */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';
import { CollabError } from '../errors';
import { PlacedRows } from '../list/placedRows';
import { furthestWindow, OVERLAP, type Window, windowOf } from '../list/windows';

export interface ReadingOptions {
	/** Is given the rows that were not given before, the answer and its offset; returns whether that is enough. */
	readonly take: (added: readonly Project[], page: Page, start: number) => boolean;
	/** Rows of the first request; as many as a page holds by default. */
	readonly firstPerPage?: number;
	/** Where it begins. One row that was read before shows that nothing is missing in between. */
	readonly resume?: { readonly offset: number; readonly wasRead: (row: Project) => boolean };
}

/**
 * - enough: `take` said so.
 * - end: the list has no more rows.
 * - stuck: more rows are counted, and no answer shows them.
 * - refused: more rows are counted, and the service refuses to return them.
 */
export type ReadingEnd = 'enough' | 'end' | 'stuck' | 'refused';

/** Next: the window was taken; again: those that were asked for ahead are of no use. */
type Step = ReadingEnd | 'next' | 'again';

/** The client decides how many of these are sent. */
const WINDOWS_AT_ONCE = 16;

export class PollReader {
	/** As the last answer says. */
	totalItems = 0;
	readonly rows: PlacedRows;
	private pageSize = MAX_PER_PAGE;
	private hasTaken = false;
	/** Windows taken since one was of no use. */
	private inTurn = 0;
	/** Rows that the next window begins further back. */
	private back = 0;
	/** Whether one run of equal sort values fills a page, so that no window shows what stands before it. */
	private isWithinRun = false;
	private wasRefused = false;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: ListQuery,
		private readonly options: ReadingOptions,
	) {
		// Rows need not be kept: `take` has them.
		this.rows = new PlacedRows(query.sortBy, () => false, options.resume?.offset);
	}

	errorOf(kind: 'deepPagesRefused' | 'listCutShort'): CollabError {
		return new CollabError(kind, { rowsRead: this.rows.next, totalItems: this.totalItems });
	}

	async read(): Promise<ReadingEnd> {
		for (;;) {
			const end = await this.readWindows(this.nextWindows());
			if (end) return end;
		}
	}

	/** One after the other, so that what was read before a request fails is taken. */
	private async readWindows(windows: readonly Window[]): Promise<ReadingEnd | undefined> {
		const answers = windows.map(async (window) => await this.fetchPage(this.query, window));
		for (const answer of answers) answer.catch(() => undefined);
		for (const [index, window] of windows.entries()) {
			const step = this.take(window, await answers[index]!, index > 0);
			if (step !== 'next' && step !== 'again') return step;
			this.inTurn = step === 'next' ? this.inTurn + 1 : 0;
			if (step === 'again') break;
		}
		return undefined;
	}

	private take(window: Window, page: Page, isAhead: boolean): Step {
		if (page.rows.length === 0) return this.takeNone(window, page);
		if (this.learnsSize(window, page)) return 'again';
		const { totalItems } = page.pagination;
		this.totalItems = totalItems;
		// Before a window ahead, rows may have moved, or be of one run.
		if (!this.follows(window, page)) return isAhead ? 'again' : this.stepBack();
		const added = this.rows.add(window, page.rows);
		this.hasTaken = true;
		this.back = 0;
		if (this.options.take(added, page, window.start)) return 'enough';
		return this.endOf(window, page, added.length === 0);
	}

	/** The list may have shrunk to before the window. An account that looks empty is not believed once it had rows. */
	private takeNone({ start }: Window, { isRefused, pagination }: Page): Step {
		if (isRefused) {
			if (this.hasTaken && start >= this.totalItems) return 'end';
			if (this.hasTaken && this.wasRefused) return 'refused';
			this.wasRefused = true;
			return this.stepBack();
		}
		this.totalItems = pagination.totalItems;
		if (this.totalItems === 0) return this.rows.next === 0 ? 'end' : 'stuck';
		return start === 0 || pagination.hasNext ? 'stuck' : this.stepBack();
	}

	/** Further with each try, and in the end from the beginning on. */
	private stepBack(): 'again' {
		this.back = this.back < 1_000 ? Math.max(10, 10 * this.back) : Infinity;
		return 'again';
	}

	/**
	 * The first answer shows how many rows a page holds. Returns whether the window has to be asked for again: with pages
	 * of another size, its number stands for other rows, unless it is the first one.
	 */
	private learnsSize({ start, perPage }: Window, { rows, pagination }: Page): boolean {
		const isSmaller = rows.length < perPage && pagination.hasNext;
		if ((this.hasTaken && start > 0) || !isSmaller) return false;
		this.pageSize = rows.length;
		return start > 0 || (!this.hasTaken && this.options.resume !== undefined);
	}

	/** Whether nothing is missing between the rows that were read and those of this window. */
	private follows({ start }: Window, { rows }: Page): boolean {
		const { resume } = this.options;
		if (start === 0 || (this.isWithinRun && start === this.rows.next)) return true;
		if (!this.hasTaken && resume) return rows.some(resume.wasRead);
		return rows.some((row) => (this.isWithinRun ? this.rows.has(row) : this.rows.isAnchor(row)));
	}

	/** What contradicts its count is no end until the next answer shows nothing else. */
	private endOf({ start, perPage }: Window, page: Page, isKnown: boolean): Step {
		const { hasNext, totalItems } = page.pagination;
		const rows = page.rows.length;
		const isFull = rows >= Math.min(perPage, this.pageSize);
		const isMissing = start + rows < totalItems;
		if (isFull && (isMissing || (hasNext && !isKnown))) return 'next';
		// A row that came after the count may have pushed another out of the last page, if that is full.
		if ((isFull || isMissing) && !isKnown) return 'again';
		return isMissing ? 'stuck' : 'end';
	}

	/** Half as many at once as have followed each other so far: nothing says how far recent changes reach. */
	private nextWindows(): readonly Window[] {
		const windows = [this.nextWindow()];
		const most = this.back > 0 ? 1 : Math.min(WINDOWS_AT_ONCE, Math.ceil(this.inTurn / 2));
		for (let [last] = windows; last && windows.length < most && last.end < this.totalItems; ) {
			const following = furthestWindow(last.end - OVERLAP, this.pageSize);
			if (following.end <= last.end) break;
			windows.push((last = following));
		}
		return windows;
	}

	private nextWindow(): Window {
		const { firstPerPage = MAX_PER_PAGE, resume } = this.options;
		const { pageSize, back } = this;
		const { next, runStart } = this.rows;
		if (!this.hasTaken && !resume) return windowOf(0, Math.min(firstPerPage, pageSize));
		// Where pages hold ten rows or fewer, windows of all sizes may end at the same row.
		const offsets = [runStart - 1 - back, next - 1, next].map((offset) => Math.max(0, offset));
		const windows = offsets.map((offset) => furthestWindow(offset, pageSize));
		const index = back > 0 ? 0 : windows.findIndex(({ end }) => end > next);
		this.isWithinRun = index > 0;
		return windows[index]!;
	}
}
