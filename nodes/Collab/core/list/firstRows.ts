/**
 * Reads a list in its order, from its beginning or an offset on, as far as it is wanted, while it may be changing: every
 * project that does not change and stands in that part of the list all the time is read.
 *
 * Windows overlap. One follows the rows read so far if it holds an anchor: a row that was read before, unchanged in its
 * sort value, which stands before the run of equal sort values in which the window before ended. An answer is consistent in
 * itself, so it has everything between its anchor and its end, in whatever order equal values come.
 */
import {
	type FetchPage,
	type JsonValue,
	type ListQuery,
	MAX_PER_PAGE,
	type Page,
	type Project,
} from '../contract';
import { type Window, windowFrom, windowOf, windowsFrom } from './windows';

export interface ReadingOptions {
	/** Is given the rows that were not given before, and the answer; returns whether that is enough. */
	readonly take: (added: readonly Project[], page: Page) => boolean;
	/** Rows wanted in all, where that is known. */
	readonly wanted?: number;
	/** Rows of the first request. */
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
const MAX_IDLE_AT_END = 2;

export class FirstRowsReader {
	/** Rows that a page holds. */
	pageSize: number;

	/** As the last answer says. */
	totalItems = 0;

	/** Offset behind the last row read. */
	next: number;

	/** Whether rows may have been read after others that they should precede. */
	hasMoved = false;

	/** By ID, the sort value with which a row was read last. */
	private readonly values = new Map<string, JsonValue>();

	/** The run of equal sort values in which the last window ended. */
	private run: { readonly start: number; readonly value: JsonValue | undefined };

	/** Rows that windows share which are asked for ahead: the longest run so far, and an anchor. */
	private overlap = 2;

	/** Whether one run of equal sort values fills a page, so that there is no anchor. */
	private isWithinRun = false;

	private windows = 0;

	private idleWindows = 0;

	private furthest = 0;

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
		this.next = offset;
		this.run = { start: offset, value: undefined };
	}

	/** Distinct rows. */
	get rowsRead(): number {
		return this.values.size;
	}

	hasRead({ id }: Project): boolean {
		return this.values.has(id);
	}

	async read(): Promise<ReadingEnd> {
		for (;;) {
			const first = this.nextWindow();
			if (first === undefined) return 'stuck';
			const { overlap, pageSize } = this;
			const windows = windowsFrom(first, { count: this.countAhead(), overlap, pageSize });
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
			const isEnd = this.isEnd(window, page, added.length);
			// Nothing new, and yet further on: the service does not turn its pages.
			if (this.idleWindows > (isEnd ? MAX_IDLE_AT_END : MAX_IDLE_WINDOWS)) return 'stuck';
			if (isEnd) return 'end';
		}
		return 'open';
	}

	/** Undefined where no window reaches from an anchor to a row that was not read. */
	private nextWindow(): Window | undefined {
		const { firstPerPage, resume, trustsOrder } = this.options;
		if (this.windows === 0 && !resume) return windowOf(0, firstPerPage ?? this.pageSize);
		const window = windowFrom(Math.max(0, this.run.start - 1 - this.back), this.pageSize);
		this.isWithinRun = window.end <= this.next && this.back === 0;
		if (!this.isWithinRun) return window;
		if (trustsOrder !== true) return undefined;
		const overlapping = windowFrom(Math.max(0, this.next - 1), this.pageSize);
		return overlapping.end > this.next ? overlapping : windowFrom(this.next, this.pageSize);
	}

	private countAhead(): number {
		const { wanted } = this.options;
		const rowsAhead = this.pageSize - this.overlap;
		if (this.windows === 0 || this.back > 0 || rowsAhead < this.pageSize / 2) return 1;
		const left = Math.min(wanted ?? Infinity, this.totalItems) - this.next;
		// Where the end is not known, no more than were needed so far.
		const most = wanted === undefined ? Math.min(this.windows, WINDOWS_AT_ONCE) : WINDOWS_AT_ONCE;
		return Math.max(1, Math.min(most, Math.ceil(left / rowsAhead)));
	}

	private follows({ start }: Window, { projects }: Page): boolean {
		if (start === 0 || projects.some((row) => this.isAnchor(row))) return true;
		const [first] = projects;
		if (first === undefined) return false;
		if (this.windows === 0) return this.options.resume?.isBefore(first) === true;
		// A row that was read shows that rows have not moved; where none comes again, they have no fixed order.
		const isTried = this.stepsBack > 1;
		return this.isWithinRun && (isTried || projects.some((row) => this.hasRead(row)));
	}

	private isAnchor(row: Project): boolean {
		const value = this.valueOf(row);
		return value !== this.run.value && this.values.get(row.id) === value;
	}

	private stepBack(): 'open' | 'stuck' {
		this.hasMoved = true;
		this.back = STEPS_BACK[this.stepsBack++] ?? Infinity;
		if (this.back < this.run.start) return 'open';
		this.back = Infinity;
		return ++this.beginnings > MAX_BEGINNINGS ? 'stuck' : 'open';
	}

	/** Returns the rows that were not read before. */
	private accept(window: Window, { projects, pagination }: Page): Project[] {
		const { totalItems } = pagination;
		const isShort = projects.length < Math.min(window.perPage, totalItems);
		if (window.start === 0 && isShort && projects.length > 0) this.pageSize = projects.length;
		this.totalItems = totalItems;
		const added = projects.filter((row) => !this.hasRead(row));
		const lastKnown = projects.findLastIndex((row) => this.hasRead(row));
		this.hasMoved ||= projects.slice(0, lastKnown + 1).some((row) => !this.hasRead(row));
		for (const row of projects) this.values.set(row.id, this.valueOf(row));
		this.noteRun(window.start, projects);
		this.windows++;
		this.idleWindows = added.length > 0 ? 0 : this.idleWindows + 1;
		this.back = 0;
		if (this.next > this.furthest) this.stepsBack = 0;
		this.furthest = Math.max(this.furthest, this.next);
		return added;
	}

	private noteRun(start: number, rows: readonly Project[]): void {
		const last = rows.at(-1);
		const value = last && this.valueOf(last);
		const length = rows.length - 1 - rows.findLastIndex((row) => this.valueOf(row) !== value);
		const goesOn = length === rows.length && value === this.run.value && start > this.run.start;
		if (!goesOn) this.run = { start: start + rows.length - length, value };
		this.next = start + rows.length;
		this.overlap = Math.max(this.overlap, this.next - this.run.start + 1);
	}

	private isEnd({ perPage }: Window, { projects, pagination }: Page, added: number): boolean {
		// Behind a full page more may have come since it was counted.
		const isFull = projects.length >= Math.min(perPage, pagination.perPage || Infinity);
		if (!isFull && !pagination.hasNext && this.next >= pagination.totalItems) return true;
		return added === 0 && projects.length < Math.min(perPage, this.pageSize);
	}

	private valueOf(row: Project): JsonValue {
		return row[this.query.sortBy] ?? null;
	}
}

/** Where the service has made its pages smaller since another reader read, a page number stands for other rows. */
function isShortened({ start, perPage }: Window, { projects, pagination }: Page): boolean {
	const isShort = projects.length > 0 && projects.length < perPage;
	return start > 0 && isShort && pagination.hasNext;
}
