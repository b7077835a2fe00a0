/**
 * Reads a list in its order, from its beginning or an offset on, as far as it is wanted, while it may be changing: every
 * project that does not change and stands in that part of the list all the time is read.
 *
 * Windows overlap. One follows the rows read so far if it holds an anchor: a row that was read before, unchanged in its
 * sort value, which stands before the run of equal sort values in which the window before ended. An answer is consistent in
 * itself, so it has everything between its anchor and its end, in whatever order equal values come.
 */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';
import { ReadRows } from './readRows';
import { type Window, windowFrom, windowOf, windowsFrom } from './windows';

export interface ReadingOptions {
	/** Is given the rows that were not given before, and the answer; returns whether that is enough. */
	readonly take: (added: readonly Project[], page: Page) => boolean;
	/** Rows wanted in all, where that is known. */
	readonly wanted?: number;
	/** Rows of the first request; otherwise as many as are wanted. */
	readonly firstPerPage?: number;
	/** Where more rows share a sort value than a page holds: whether to go on as if these kept their order. */
	readonly trustsOrder?: boolean;
	/** Where to go on: rows before this offset were read by another reader. */
	readonly resume?: {
		readonly offset: number;
		/** Rows that a page holds. */
		readonly pageSize: number;
		/** Whether the row stands before all that are wanted. */
		readonly isBefore: (row: Project) => boolean;
	};
}

/**
 * - enough: `take` said so.
 * - end: the list has no more rows.
 * - stuck: rows move faster than they can be read, or more share a sort value than a page holds.
 */
export type ReadingEnd = 'enough' | 'end' | 'stuck';

const WINDOWS_AT_ONCE = 16;

/** Where no anchor was found, each further try begins so many rows further back; then at the beginning. */
const STEPS_BACK = [10, 100, 1_000];

const MAX_BEGINNINGS = 4;

/** Windows in a row without a new row, which there are after a step back. */
const MAX_IDLE_WINDOWS = 20;

export class FirstRowsReader {
	/** Rows that a page holds. */
	pageSize: number;

	/** As the last answer says. */
	totalItems = 0;
	readonly rows: ReadRows;

	/** Whether one run of equal sort values fills a page, so that there is no anchor. */
	private isWithinRun = false;
	private windows = 0;
	private idleWindows = 0;

	/** Rows that the next window begins further back. */
	private back = 0;
	private stepsBack = 0;
	private beginnings = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: ListQuery,
		private readonly options: ReadingOptions,
	) {
		const { offset = 0, pageSize = MAX_PER_PAGE } = options.resume ?? {};
		this.pageSize = pageSize;
		this.rows = new ReadRows(query.sortBy, offset);
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
			const page = await answers[index]!;
			if (this.windows === 0 && isShortened(window, page)) {
				this.pageSize = page.projects.length;
				return 'open';
			}
			if (!this.follows(window, page)) return this.stepBack();
			const added = this.accept(window, page);
			if (this.options.take(added, page)) return 'enough';
			// Nothing new, and yet further on: the service does not turn its pages.
			if (this.idleWindows > MAX_IDLE_WINDOWS) return 'stuck';
			if (this.isEnd(window, page, added.length)) return 'end';
		}
		return 'open';
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

	/** Whether nothing is missing between the rows that were read and those of this window. */
	private follows({ start }: Window, { projects }: Page): boolean {
		if (start === 0 || projects.some((row) => this.rows.isAnchor(row))) return true;
		const [first] = projects;
		if (first === undefined) return false;
		if (this.windows === 0) return this.options.resume?.isBefore(first) === true;
		// A row that was read shows that rows have not moved; where none comes again, they have no fixed order.
		const isTried = this.stepsBack > 1;
		return this.isWithinRun && (isTried || projects.some((row) => this.rows.has(row)));
	}

	private stepBack(): 'open' | 'stuck' {
		this.rows.hasMoved = true;
		this.back = STEPS_BACK[this.stepsBack++] ?? Infinity;
		if (this.back >= this.rows.run.start) this.beginnings++;
		return this.beginnings > MAX_BEGINNINGS ? 'stuck' : 'open';
	}

	/** Returns the rows that were not read before. */
	private accept({ start, perPage }: Window, { projects, pagination }: Page): Project[] {
		const { totalItems } = pagination;
		const isShort = projects.length > 0 && projects.length < Math.min(perPage, totalItems);
		if (start === 0 && isShort) this.pageSize = projects.length;
		this.totalItems = totalItems;
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

/** Where the service has made its pages smaller since another reader read, a page number stands for other rows. */
function isShortened({ start, perPage }: Window, { projects, pagination }: Page): boolean {
	const isShort = projects.length > 0 && projects.length < perPage;
	return start > 0 && isShort && pagination.hasNext;
}
