/** Which window a walk asks for next, given where it stands and how the list was seen to slide. */
import type { Window } from '../contract';
import type { Reading } from './readAhead';
import { endOf, evenPerPage, furthestWindow, smallestWindow } from './windows';

/** How much further back each further try to mend a broken link begins. */
const RETREAT_FACTOR = 3;

/** Windows that are not asked for again at once. */
const MAX_FRUITLESS = 3;

/** How the overlap shrinks again, with each window that links, once the list holds still. */
const OVERLAP_DECAY = 0.9;

export class Planner {
	/** Offset after the last row of the window that was linked last. */
	private frontier = 0;

	/** Length of the list, as the last answer said. */
	private totalItems = 0;

	/** Rows by which windows overlap: one, and more while rows are seen to slide towards the front. */
	private overlap = 1;

	/** Rows before the frontier at which a window begins that is to mend a broken link. */
	private retreat = 1;

	/** The size of all windows but the last: what spreads a limit evenly over them. */
	private evenPerPage: number;

	/** The last windows that brought the walk no further; asking for the same once more would not either. */
	private fruitless: Window[] = [];

	/** Page numbers that came back empty in the middle of the list. */
	private readonly emptyPages = new Set<number>();

	/** @param firstRow offset from which on rows are wanted */
	constructor(
		private wanted: number,
		private maxPerPage: number,
		private readonly firstRow: number,
	) {
		this.evenPerPage = evenPerPage(wanted, maxPerPage);
	}

	get pageSize(): number {
		return this.maxPerPage;
	}

	firstWindow(): Window {
		return furthestWindow(this.firstRow, this.evenPerPage);
	}

	/** The window after one that ends at `plannedEnd`; undefined when no more should be needed. */
	windowAhead(plannedEnd: number | undefined): Window | undefined {
		if (plannedEnd === undefined) return this.windowAfter(this.frontier);
		const goal = Math.min(this.totalItems, this.frontier + this.wanted);
		if (plannedEnd >= goal) return undefined;
		const window = this.windowAfter(plannedEnd);
		return endOf(window) > plannedEnd ? window : undefined;
	}

	/** A window to read before the one that does not link: further back with every one that does not either. */
	mendingWindow(broken: Reading): Window {
		const from = Math.min(this.frontier, broken.page.pagination.totalItems);
		return this.furthest(from - Math.ceil(this.retreat));
	}

	/** Whether a window that did not link lies ahead, and may link once the rows before it are read. */
	isAhead(broken: Reading): boolean {
		return broken.page.projects.length > 0 && broken.end > this.frontier;
	}

	noteBroken(reading: Reading): void {
		const { projects, pagination } = reading.page;
		this.retreat *= RETREAT_FACTOR;
		this.noteSize(reading);
		const isHole = projects.length === 0 && reading.start < pagination.totalItems;
		if (isHole) this.emptyPages.add(reading.window.page);
	}

	/** @param linkedCount rows of the window up to the last one that links it */
	noteLinked(reading: Reading, linkedCount: number, newCount: number): void {
		const slid = this.frontier - reading.start - linkedCount;
		const needed = Math.max(this.overlap * OVERLAP_DECAY, slid + 1, 1);
		this.noteSize(reading);
		this.overlap = Math.min(needed, this.maxPerPage / 2);
		this.retreat = this.overlap;
		this.frontier = reading.end;
		this.wanted -= newCount;
		const isFurther = linkedCount < reading.page.projects.length;
		this.fruitless = isFurther ? [] : [...this.fruitless, reading.window].slice(-MAX_FRUITLESS);
		if (isFurther) this.emptyPages.clear();
	}

	/** The service may give fewer rows to a page than asked for, and say so, or leave one to notice. */
	private noteSize({ window, page, end }: Reading): void {
		const { perPage, hasNext, totalItems } = page.pagination;
		this.totalItems = totalItems;
		const isCutFirst = window.page === 1 && hasNext && end > 0 && end < totalItems;
		const size = isCutFirst ? Math.min(perPage, page.projects.length) : perPage;
		if (size >= window.perPage) return;
		this.maxPerPage = Math.min(this.maxPerPage, size);
		this.evenPerPage = Math.min(this.evenPerPage, size);
	}

	private windowAfter(end: number): Window {
		const latestStart = end - Math.ceil(this.overlap);
		const goal = this.frontier + this.wanted;
		const last = smallestWindow(Math.max(0, latestStart), goal, this.maxPerPage);
		// A small window that only showed rows again, for new ones slid in before them, needs to be larger.
		if (last !== undefined && this.fruitless.length === 0) return last;
		const perPage = goal < this.totalItems ? this.evenPerPage : this.maxPerPage;
		const window = this.furthest(latestStart, perPage);
		return endOf(window) > end ? window : this.furthest(end - 1);
	}

	private furthest(latestStart: number, perPage = this.maxPerPage): Window {
		return furthestWindow(Math.max(0, latestStart), perPage, (window) => this.isExcluded(window));
	}

	private isExcluded({ page, perPage }: Window): boolean {
		const isSame = (other: Window) => other.page === page && other.perPage === perPage;
		return this.emptyPages.has(page) || this.fruitless.some(isSame);
	}
}
