/**
 * Reads a list in its order from its beginning, as far as it is wanted, while it may be changing: every project that does
 * not change and stands in that part of the list all the time is read.
 *
 * Windows overlap. One follows the rows read so far if it holds an anchor: a row that was read before, unchanged in its
 * sort value, which stands before the run of equal sort values in which the window before ended. An answer is consistent in
 * itself, so it has everything between its anchor and its end, in whatever order equal values come.
 */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';
import { PlacedRows } from './placedRows';
import { type Window, windowFrom, windowOf, windowsFrom } from './windows';

export interface ReadingOptions {
	/** Is given the rows that were not given before, and the answer; returns whether that is enough. */
	readonly take: (added: readonly Project[], page: Page) => boolean;
	/** Which rows to keep. */
	readonly matches?: (row: Project) => boolean;
	/** Rows wanted in all, where that is known. */
	readonly wanted?: number;
	/** Rows of the first request; otherwise as many as are wanted. */
	readonly firstPerPage?: number;
	/**
	 * Whether to go on as if equal values kept their order where more rows share one than a page holds, and to take windows of
	 * any size: what the trigger misses so, a later poll finds.
	 */
	readonly trustsOrder?: boolean;
	/** Where to go on: rows before this offset were read by another reader. */
	readonly resume?: {
		readonly offset: number;
		/** Rows that a page holds. */
		readonly pageSize: number;
		/** Whether the row was read already: one such row in a window shows that nothing is missing before it. */
		readonly isBefore: (row: Project) => boolean;
	};
}

/**
 * - enough: `take` said so.
 * - end: the list has no more rows.
 * - stuck: nothing shows that the next rows follow. An answer was not the window asked for, rows moved too far, or more of
 *   them share a sort value than a page holds.
 */
export type ReadingEnd = 'enough' | 'end' | 'stuck';

const WINDOWS_AT_ONCE = 16;

/** Where no anchor was found, each further try begins so many rows further back. */
const STEPS_BACK = [10, 100, 1_000];

/** Windows in a row without a new row, which there are after a step back. */
const MAX_IDLE_WINDOWS = 20;

export class AnchoredReader {
	/** Rows that a page holds. */
	pageSize = MAX_PER_PAGE;

	/** As the last answer says. */
	totalItems = 0;
	readonly rows: PlacedRows;

	/** Whether one run of equal sort values fills a page, so that there is no anchor. */
	private isWithinRun = false;
	private windows = 0;
	private idleWindows = 0;

	/** Rows that the next window begins further back. */
	private back = 0;
	private stepsBack = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: ListQuery,
		private readonly options: ReadingOptions,
	) {
		const { matches = () => true, resume } = options;
		this.rows = new PlacedRows(query.sortBy, matches, resume?.offset);
		if (resume) this.pageSize = resume.pageSize;
	}

	async read(): Promise<ReadingEnd> {
		for (;;) {
			const first = this.nextWindow();
			if (first === undefined) return 'stuck';
			const { pageSize, rows } = this;
			const count = this.countAhead();
			const windows = windowsFrom(first, { count, overlap: rows.overlap, pageSize });
			const end = await this.readWindows(windows);
			if (end !== 'open') return end;
		}
	}

	/** One after the other, so that what was read before a request fails is taken. */
	private async readWindows(windows: readonly Window[]): Promise<ReadingEnd | 'open'> {
		const answers = windows.map(async (window) => await this.fetchPage(this.query, window));
		for (const answer of answers) answer.catch(() => undefined);
		for (const [index, window] of windows.entries()) {
			const end = await this.takeWindow(window, await answers[index]!);
			if (end !== 'next') return end;
		}
		return 'open';
	}

	/** Next: the window that was asked for at the same time follows; open: others have to be asked for. */
	private async takeWindow(window: Window, page: Page): Promise<ReadingEnd | 'open' | 'next'> {
		// A page number stands for other rows where the service has made its pages smaller.
		const hasRows = page.projects.length > 0;
		if (this.windows === 0 && window.start > 0 && hasRows && this.isShortened(window, page))
			return 'open';
		if (!this.isWindow(window, page)) return 'stuck';
		if (!(await this.follows(window, page))) return this.stepBack();
		const added = this.accept(window, page);
		if (this.options.take(added, page)) return 'enough';
		// Nothing new, and yet further on: the service does not turn its pages.
		if (this.idleWindows > MAX_IDLE_WINDOWS) return 'stuck';
		return this.isEnd(window, page, added.length) ? 'end' : 'next';
	}

	/** Undefined where no window reaches from an anchor to a row that was not read. */
	private nextWindow(): Window | undefined {
		const { wanted = MAX_PER_PAGE, firstPerPage = wanted, resume, trustsOrder } = this.options;
		const { pageSize, back } = this;
		const { next, run } = this.rows;
		if (this.windows === 0 && !resume) return windowOf(0, Math.min(firstPerPage, pageSize));
		const window = windowFrom(Math.max(0, run.start - 1 - back), pageSize);
		this.isWithinRun = window.end <= next && back === 0;
		if (!this.isWithinRun) return window;
		if (trustsOrder !== true) return undefined;
		const overlapping = windowFrom(Math.max(0, next - 1), pageSize);
		return overlapping.end > next ? overlapping : windowFrom(next, pageSize);
	}

	private countAhead(): number {
		const { wanted } = this.options;
		const { next, overlap } = this.rows;
		const rowsAhead = this.pageSize - overlap;
		if (this.windows === 0 || this.back > 0 || rowsAhead < this.pageSize / 2) return 1;
		const left = Math.min(wanted ?? Infinity, this.totalItems) - next;
		// Where the end is not known, no more than were needed so far.
		const most = wanted === undefined ? Math.min(this.windows, WINDOWS_AT_ONCE) : WINDOWS_AT_ONCE;
		return Math.max(1, Math.min(most, Math.ceil(left / rowsAhead)));
	}

	/**
	 * An answer that leaves out rows is not the window asked for, unless the first one shows how many a page holds; nor is one
	 * that counts the rows of a page instead of those of the list.
	 */
	private isWindow(window: Window, page: Page): boolean {
		const { hasNext, totalItems } = page.pagination;
		const isFirst = window.start === 0;
		const isShort = isFirst ? this.isShortened(window, page) : isCutShort(window, page);
		if (this.options.trustsOrder) return true;
		if (hasNext && totalItems <= window.start + page.projects.length) return false;
		return !isShort || (isFirst && page.projects.length > 0);
	}

	/** Notes how many rows a page holds where that is fewer than asked for. */
	private isShortened(window: Window, page: Page): boolean {
		const isShort = isCutShort(window, page);
		if (isShort && page.projects.length > 0) this.pageSize = page.projects.length;
		return isShort;
	}

	/** Whether nothing is missing between the rows that were read and those of this window. */
	private async follows({ start }: Window, { projects }: Page): Promise<boolean> {
		// Before the beginning there is nothing to miss, unless rows have moved.
		if (start === 0 && (this.back === 0 || this.options.trustsOrder)) return true;
		const { resume } = this.options;
		if (this.windows === 0 && resume) return projects.some((row) => resume.isBefore(row));
		if (projects.some((row) => this.rows.isAnchor(row))) return true;
		return start === this.rows.next ? await this.isBorderKnown() : this.followsWithinRun(projects);
	}

	/** Where windows of all sizes end at the same row, the window behind it holds no row that was read: its last row is asked for. */
	private async isBorderKnown(): Promise<boolean> {
		const { projects } = await this.fetchPage(this.query, { page: this.rows.next, perPage: 1 });
		return projects.some((row) => this.rows.has(row));
	}

	/** A row that was read shows that rows have not moved; where none comes again, they have no fixed order. */
	private followsWithinRun(projects: readonly Project[]): boolean {
		const isKnown = this.stepsBack > 1 || projects.some((row) => this.rows.has(row));
		return this.isWithinRun && projects.length > 0 && isKnown;
	}

	private stepBack(): 'open' | 'stuck' {
		if (this.back >= this.rows.run.start && !this.options.trustsOrder) return 'stuck';
		this.back = STEPS_BACK[this.stepsBack++] ?? Infinity;
		return 'open';
	}

	/** Returns the rows that were not read before. */
	private accept({ start }: Window, { projects, pagination }: Page): Project[] {
		this.totalItems = pagination.totalItems;
		const added = this.rows.add(start, projects);
		this.windows++;
		this.idleWindows = added.length > 0 ? 0 : this.idleWindows + 1;
		this.back = 0;
		if (added.length > 0) this.stepsBack = 0;
		return added;
	}

	private isEnd({ perPage }: Window, { projects, pagination }: Page, added: number): boolean {
		// Behind a full page more may have come since it was counted.
		const isFull = projects.length >= Math.min(perPage, pagination.perPage || Infinity);
		if (!isFull && !pagination.hasNext && this.rows.next >= pagination.totalItems) return true;
		return added === 0 && projects.length < Math.min(perPage, this.pageSize);
	}
}

/** Whether an answer has fewer rows than asked for, though it says itself that rows are left. */
function isCutShort({ start, perPage }: Window, { projects, pagination }: Page): boolean {
	const rows = projects.length;
	return rows < perPage && (pagination.hasNext || start + rows < pagination.totalItems);
}
