/**
 * Reads a list in its order from its beginning, as far as it is wanted, while it may be changing: every project whose
 * sort value does not change and that stands in that part of the list all the time is read.
 *
 * Windows overlap. One follows the rows read so far if it holds an anchor: a row that was read before, unchanged in its
 * sort value, which stands before the run of equal sort values in which the window before ended. An answer is
 * consistent in itself, so it has everything between its anchor and its end, in whatever order equal values come. Many
 * are asked for at once; before one that does not follow, another one is read, a bridge.
 */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';
import { PlacedRows } from './placedRows';
import { furthestWindow, OVERLAP, type Window, windowOf } from './windows';

const REQUESTS_AT_ONCE = 16;
const countsList = ({ rows, pagination }: Page, start = 0) =>
	!pagination.hasNext || pagination.totalItems > start + rows.length;
function windowsTo(end: number, first: Window, pageSize: number): Window[] {
	const windows = [first];
	for (let last = first; last.end < end && windows.length < REQUESTS_AT_ONCE; windows.push(last)) {
		const following = furthestWindow(last.end - OVERLAP, pageSize);
		if (following.end <= last.end) break;
		last = following;
	}
	return windows;
}

export interface ReadingOptions {
	/** Is given the rows that were not given before, and the answer; returns whether that is enough. */
	readonly take: (added: readonly Project[], page: Page) => boolean;
	/** Which rows are kept; all by default. */
	readonly matches?: (row: Project) => boolean;
	/** Rows wanted in all, where that is known: their windows are asked for at once. */
	readonly wanted?: number;
	/** Rows of the first request; otherwise as many as are wanted. */
	readonly firstPerPage?: number;
	/**
	 * What to do where nothing shows that the next rows follow. `stop`, the default: the list can be read in another way.
	 * `goOn`: rows that are missed now are found by a later poll.
	 */
	readonly inDoubt?: 'stop' | 'goOn';
	/** Where to go on: rows before this offset were read by another reader. */
	readonly resume?: {
		readonly offset: number;
		/** Whether the row was read already: one such row in a window shows that nothing is missing before it. */
		readonly wasRead: (row: Project) => boolean;
	};
}

/**
 * - enough: `take` said so.
 * - end: the list has no more rows.
 * - miscounted: the list has no more rows, though the count says so.
 * - stuck: nothing shows which rows follow. They moved too far, too many are equal, or the answer was another window.
 */
export type ReadingEnd = 'enough' | 'end' | 'miscounted' | 'stuck';

/** Next: the window was taken; again: another one has to be asked for. */
type Step = ReadingEnd | 'next' | 'again';

/** Without a new row, beyond those with one. After a step back there are some; more do not turn the pages. */
const MAX_IDLE_WINDOWS = 20;

export class AnchoredReader {
	pageSize = MAX_PER_PAGE;
	/** As the last answer says. */
	totalItems = 0;
	readonly rows: PlacedRows;

	/** Whether one run of equal sort values fills a page, so that there is no anchor. */
	private isWithinRun = false;
	private windows = 0;
	/** Those that had a new row. */
	private newWindows = 0;
	/** Rows that the next window begins further back. */
	private back = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: ListQuery,
		private readonly options: ReadingOptions,
	) {
		const { matches = () => true, resume } = options;
		this.rows = new PlacedRows(query.sortBy, matches, resume?.offset);
	}

	/** At the end: whether there are as many rows as it counts or, since rows come and go, a new one in each window. */
	get showsAll(): boolean {
		return this.rows.count >= this.totalItems || this.newWindows === this.windows;
	}

	/** Offset at which another reader may go on, though this one had no time to step back far enough. */
	get place(): number {
		return this.windows > 0 ? this.rows.next : Math.max(0, this.rows.next - this.back);
	}

	async read(): Promise<ReadingEnd> {
		for (;;) {
			const first = this.nextWindow();
			if (first === undefined) return 'stuck';
			const end = await this.readWindows(this.windowsFrom(first));
			if (end !== 'next' && end !== 'again') return end;
		}
	}

	/** One after the other, so that what was read before a request fails is taken. */
	private async readWindows(windows: readonly Window[]): Promise<Step> {
		const answers = windows.map(async (window) => await this.fetchPage(this.query, window));
		for (const answer of answers) answer.catch(() => undefined);
		for (const [index, window] of windows.entries()) {
			const page = await answers[index]!;
			if (index > 0 && !this.follows(window, page)) {
				const bridge = this.nextWindow();
				const end = bridge ? await this.readWindows([bridge]) : 'stuck';
				if (end !== 'next') return end;
			}
			const step = this.takeWindow(window, page);
			if (step !== 'next') return step;
		}
		return 'next';
	}

	private takeWindow(window: Window, page: Page): Step {
		if (this.learnsSize(window, page)) return 'again';
		const isSameTotal = page.pagination.totalItems === this.totalItems;
		this.totalItems = page.pagination.totalItems;
		if (!this.isWindow(window, page)) return 'stuck';
		if (!this.follows(window, page)) return this.stepBack();
		const added = this.rows.add(window, page.rows);
		this.windows++;
		if (added.length > 0) this.newWindows++;
		this.back = 0;
		if (this.options.take(added, page)) return 'enough';
		if (this.windows - 2 * this.newWindows > MAX_IDLE_WINDOWS) return 'stuck';
		return this.endOf(window, page, added.length === 0 && isSameTotal);
	}

	/** Undefined where no window reaches from an anchor to a row that was not read. */
	private nextWindow(): Window | undefined {
		const { wanted = MAX_PER_PAGE, firstPerPage = wanted, resume, inDoubt } = this.options;
		const { pageSize, back } = this;
		const { next, runStart } = this.rows;
		if (this.windows === 0 && !resume) return windowOf(0, Math.min(firstPerPage, pageSize));
		const window = furthestWindow(Math.max(0, runStart - 1 - back), pageSize);
		this.isWithinRun = window.end <= next && back === 0;
		if (!this.isWithinRun) return window;
		if (inDoubt !== 'goOn') return undefined;
		const overlapping = furthestWindow(Math.max(0, next - 1), pageSize);
		return overlapping.end > next ? overlapping : furthestWindow(next, pageSize);
	}

	private windowsFrom(first: Window): readonly Window[] {
		const { wanted } = this.options;
		if (this.windows === 0 || this.back > 0) return [first];
		const end = Math.min(wanted ?? Infinity, this.totalItems);
		// Where the end is not known, half as many as were needed so far.
		const most = wanted === undefined ? Math.ceil(this.windows / 2) : REQUESTS_AT_ONCE;
		return windowsTo(end, first, this.pageSize).slice(0, most);
	}

	/**
	 * The first answer shows how many rows a page holds. Returns whether the window has to be asked for again: with pages
	 * of another size, its number stands for other rows, unless it is the first one.
	 */
	private learnsSize({ start, perPage }: Window, { rows: projects, pagination }: Page): boolean {
		const rows = projects.length;
		const isFirst = this.windows === 0;
		const isSmaller = rows > 0 && rows < perPage && pagination.hasNext;
		if ((!isFirst && start > 0) || !isSmaller) return false;
		this.pageSize = rows;
		return start > 0 || (isFirst && this.options.resume !== undefined);
	}

	/** Whether an answer has rows, or may have none: an account that looks empty is not believed once it had some. */
	private isWindow({ start, perPage }: Window, page: Page): boolean {
		const { hasNext, totalItems } = page.pagination;
		const rows = page.rows.length;
		if (rows === 0) return !hasNext && (totalItems === 0 ? this.rows.next === 0 : start > 0);
		// Pages of other sizes are other windows, and a limit needs a count of the list.
		return this.options.inDoubt === 'goOn' || (rows <= perPage && countsList(page, start));
	}

	/** Whether nothing is missing between the rows that were read and those of this window. */
	private follows({ start }: Window, { rows: projects }: Page): boolean {
		const { resume, inDoubt } = this.options;
		// Before the beginning there is nothing to miss, unless rows have moved.
		if (start === 0 && (this.back === 0 || inDoubt === 'goOn')) return true;
		// Where pages hold ten rows or fewer, windows of all sizes may end at the same row.
		if (this.isWithinRun && start === this.rows.next) return true;
		if (this.windows === 0 && resume) return projects.some(resume.wasRead);
		return projects.some((row) =>
			this.isWithinRun ? this.rows.has(row) : this.rows.isAnchor(row),
		);
	}

	private stepBack(): 'again' | 'stuck' {
		if (this.back >= this.rows.runStart && this.options.inDoubt !== 'goOn') return 'stuck';
		// Further with each try, and in the end from the beginning on.
		this.back = this.back < 1_000 ? Math.max(10, 10 * this.back) : Infinity;
		return 'again';
	}

	/** What contradicts itself or its count is no end, unless the next answer settles it: it shows nothing else. */
	private endOf({ start, end, perPage }: Window, page: Page, isSettled: boolean): Step {
		const { hasNext, totalItems, perPage: shown } = page.pagination;
		const rows = page.rows.length;
		const isShort = rows < Math.min(perPage, this.pageSize);
		const isMissing = start + rows < totalItems;
		if (!isShort && (hasNext || isMissing)) return 'next';
		// Some of the last rows may have gone after they were counted.
		if (hasNext && totalItems > end + OVERLAP) return 'stuck';
		if (isMissing) return isSettled ? 'miscounted' : 'again';
		// A row that came after the count may have pushed another out of the only page, if that is full.
		const isFull = rows >= Math.min(perPage, this.pageSize, start + shown);
		return isFull && !isSettled ? 'next' : 'end';
	}
}
