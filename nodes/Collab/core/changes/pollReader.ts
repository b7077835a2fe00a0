/**
 * Reads a list for a poll while it may be changing: the recent changes from the newest on, or a snapshot from the place
 * where it stopped. Each window holds a row that was read before (an anchor), so that nothing is missing between them.
 * Where no window shows one, it goes on all the same: a later poll finds what is missed now.
 */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';
import { CollabError } from '../errors';
import { PlacedRows } from '../list/placedRows';
import { furthestWindow, type Window, windowOf } from '../list/windows';

export interface ReadingOptions {
	/** Is given the rows that were not given before, and the answer; returns whether that is enough. */
	readonly take: (added: readonly Project[], page: Page) => boolean;
	/** Rows of the first request; as many as a page holds by default. */
	readonly firstPerPage?: number;
	/** Where a snapshot goes on. One row that it read before shows that nothing is missing in between. */
	readonly resume?: { readonly offset: number; readonly wasRead: (row: Project) => boolean };
}

/**
 * - enough: `take` said so.
 * - end: the list has no more rows.
 * - stuck: more rows are counted, and no answer shows them.
 * - refused: more rows are counted, and the service refuses to return them.
 */
export type ReadingEnd = 'enough' | 'end' | 'stuck' | 'refused';

/** Next: the window was taken; again: another one has to be asked for. */
type Step = ReadingEnd | 'next' | 'again';

/** A service that does not turn its pages goes on for ever. */
const MAX_IDLE_WINDOWS = 20;

/** The client decides how many of these are sent. */
const WINDOWS_AT_ONCE = 16;

/** Rows that two windows share: an anchor, one row of its run, and one in case that a row before them goes. */
const SHARED = 3;

export class PollReader {
	/** As the last answer says. */
	totalItems = 0;
	readonly rows: PlacedRows;
	private pageSize = MAX_PER_PAGE;
	private windows = 0;
	/** Those without a new row, less those with one. */
	private idleWindows = 0;
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

	/** Offset at which another reader may go on, though this one had no time to step back far enough. */
	get place(): number {
		return this.windows > 0 ? this.rows.next : Math.max(0, this.rows.next - this.back);
	}

	errorOf(kind: 'deepPagesRefused' | 'listCutShort'): CollabError {
		return new CollabError(kind, { rowsRead: this.rows.next, totalItems: this.totalItems });
	}

	async read(): Promise<ReadingEnd> {
		for (;;) {
			const step = await this.readWindows(this.nextWindows());
			if (step !== 'next' && step !== 'again') return step;
		}
	}

	/** One after the other, so that what was read before a request fails is taken. */
	private async readWindows(windows: readonly Window[]): Promise<Step> {
		const answers = windows.map(async (window) => await this.fetchPage(this.query, window));
		for (const answer of answers) answer.catch(() => undefined);
		for (const [index, window] of windows.entries()) {
			const page = await answers[index]!;
			if (index > 0 && !page.isRefused && !this.follows(window, page)) {
				const bridge = await this.readWindows([this.nextWindow()]);
				if (bridge !== 'next') return bridge;
			}
			const step = page.isRefused ? this.skip(window) : this.takeWindow(window, page);
			if (step !== 'next') return step;
		}
		return 'next';
	}

	private takeWindow(window: Window, page: Page): Step {
		if (this.learnsSize(window, page)) return 'again';
		const { totalItems } = page.pagination;
		const isSameTotal = totalItems === this.totalItems;
		this.totalItems = totalItems;
		if (page.rows.length === 0 && !this.mayBeEmpty(window, page)) return 'stuck';
		if (!this.follows(window, page)) return this.stepBack();
		const added = this.rows.add(window, page.rows);
		this.windows++;
		this.idleWindows += added.length > 0 ? -1 : 1;
		this.back = 0;
		if (this.options.take(added, page)) return 'enough';
		if (this.idleWindows > MAX_IDLE_WINDOWS) return 'stuck';
		return this.endOf(window, page, added.length === 0 && isSameTotal);
	}

	/** An account that looks empty is not believed once it had rows. */
	private mayBeEmpty({ start }: Window, { pagination: { totalItems, hasNext } }: Page): boolean {
		return totalItems === 0 ? this.rows.next === 0 : start > 0 && !hasNext;
	}

	/** A refused window is an empty one, since the list may have shrunk, unless rows are still counted there. */
	private skip({ start }: Window): Step {
		if (this.windows > 0 && start >= this.totalItems) return 'end';
		if (this.wasRefused && this.windows > 0) return 'refused';
		this.wasRefused = true;
		return this.stepBack();
	}

	private nextWindow(): Window {
		const { firstPerPage = MAX_PER_PAGE, resume } = this.options;
		const { pageSize, back } = this;
		const { next, runStart } = this.rows;
		if (this.windows === 0 && !resume) return windowOf(0, Math.min(firstPerPage, pageSize));
		const window = furthestWindow(Math.max(0, runStart - 1 - back), pageSize);
		this.isWithinRun = window.end <= next && back === 0;
		if (!this.isWithinRun) return window;
		const overlapping = furthestWindow(Math.max(0, next - 1), pageSize);
		return overlapping.end > next ? overlapping : furthestWindow(next, pageSize);
	}

	/** Half as many at once as were needed so far, since nothing says how far recent changes reach. */
	private nextWindows(): readonly Window[] {
		const windows = [this.nextWindow()];
		if (this.windows === 0 || this.back > 0) return windows;
		const most = Math.min(WINDOWS_AT_ONCE, Math.ceil(this.windows / 2));
		for (let [last] = windows; last && windows.length < most && last.end < this.totalItems; ) {
			const following = furthestWindow(last.end - SHARED, this.pageSize);
			if (following.end <= last.end) break;
			windows.push((last = following));
		}
		return windows;
	}

	/**
	 * The first answer shows how many rows a page holds. Returns whether the window has to be asked for again: with pages
	 * of another size, its number stands for other rows, unless it is the first one.
	 */
	private learnsSize({ start, perPage }: Window, { rows, pagination }: Page): boolean {
		const isFirst = this.windows === 0;
		const isSmaller = rows.length > 0 && rows.length < perPage && pagination.hasNext;
		if ((!isFirst && start > 0) || !isSmaller) return false;
		this.pageSize = rows.length;
		return start > 0 || (isFirst && this.options.resume !== undefined);
	}

	/** Whether nothing is missing between the rows that were read and those of this window. */
	private follows({ start }: Window, { rows }: Page): boolean {
		const { resume } = this.options;
		// Where pages hold ten rows or fewer, windows of all sizes may end at the same row.
		if (start === 0 || (this.isWithinRun && start === this.rows.next)) return true;
		if (this.windows === 0 && resume) return rows.some(resume.wasRead);
		return rows.some((row) => (this.isWithinRun ? this.rows.has(row) : this.rows.isAnchor(row)));
	}

	/** Further with each try, and in the end from the beginning on. */
	private stepBack(): 'again' {
		this.back = this.back < 1_000 ? Math.max(10, 10 * this.back) : Infinity;
		return 'again';
	}

	/** What contradicts itself or its count is no end, unless the next answer settles it: it shows nothing else. */
	private endOf({ start, end, perPage }: Window, page: Page, isSettled: boolean): Step {
		const { hasNext, totalItems } = page.pagination;
		const rows = page.rows.length;
		const isFull = rows >= Math.min(perPage, this.pageSize);
		const isMissing = start + rows < totalItems;
		if (isFull && (hasNext || isMissing)) return 'next';
		if (hasNext && totalItems > end + SHARED) return 'stuck';
		if (isMissing) return isSettled ? 'stuck' : 'again';
		// A row that came after the count may have pushed another out of the last page, if that is full.
		return isFull && !isSettled ? 'next' : 'end';
	}
}
