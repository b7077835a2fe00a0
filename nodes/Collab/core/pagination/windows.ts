/**
 * Which (page, per_page) to ask for. Page numbers reach only the offsets (page - 1) × per_page, so
 * per_page varies a little (100, 99, 98 ...) to begin a window on, or just before, a given row.
 */
import type { Page, PageRequest } from '../contract';

/** What the choice of the next window depends on. Offsets and counts are in rows. */
export interface Position {
	/** Offset after the last row of the window that was accepted last. */
	readonly frontier: number;
	/** Length of the list, as the last answer said. */
	readonly totalItems: number;
	/** Rows still wanted: Infinity for all. */
	readonly wanted: number;
	/** Rows by which windows overlap. */
	readonly overlap: number;
	/** Size of the largest window. */
	readonly maxPerPage: number;
	/** Size of all windows but the last: what spreads a limit evenly over them. */
	readonly evenPerPage: number;
	/** The last windows that brought nothing new; asking for the same once more would not either. */
	readonly fruitless: readonly PageRequest[];
	/** Page numbers that came back empty in the middle of the list. */
	readonly emptyPages: ReadonlySet<number>;
}

/** How the overlap shrinks again, with each accepted window, once the list holds still. */
const OVERLAP_DECAY = 0.9;

/** Offset of the first row after the window, provided the list is long enough. */
export function endOf(window: PageRequest): number {
	return window.page * window.perPage;
}

/** The window after one that ends at `plannedEnd`, or undefined when no more should be needed. */
export function windowAhead(
	position: Position,
	plannedEnd: number | undefined,
): PageRequest | undefined {
	if (plannedEnd === undefined) return windowAfter(position, position.frontier);
	const { totalItems, frontier, wanted } = position;
	// One row more than there are: only a last page with room to spare shows that it is the last.
	const goal = Math.min(totalItems + 1, frontier + wanted);
	if (plannedEnd >= goal) return undefined;
	const window = windowAfter(position, plannedEnd);
	return endOf(window) > plannedEnd ? window : undefined;
}

/** The window that begins at least `rows` before the frontier and reaches furthest. */
export function windowBefore(position: Position, rows: number): PageRequest {
	const from = Math.min(position.frontier, position.totalItems);
	return furthestOf(position, from - Math.ceil(rows));
}

function windowAfter(position: Position, end: number): PageRequest {
	const { frontier, wanted, overlap, maxPerPage, evenPerPage, totalItems, fruitless } = position;
	const latestStart = end - Math.ceil(overlap);
	const goal = frontier + wanted;
	const last = smallestWindow(Math.max(0, latestStart), goal, maxPerPage);
	// A small window that only showed rows again, for new ones moved in before them, needs to be larger.
	if (last !== undefined && fruitless.length === 0) return last;
	const perPage = goal < totalItems ? evenPerPage : maxPerPage;
	const window = furthestOf(position, latestStart, perPage);
	if (endOf(window) > end) return window;
	const nearest = furthestOf(position, end - 1);
	// Where pages are small, no window may span this row and the next: 5 rows to a page, and an end after row 60.
	const isAtEnd = end === frontier && frontier >= totalItems;
	return endOf(nearest) > end || !isAtEnd ? nearest : furthestOf(position, end);
}

function furthestOf(
	position: Position,
	latestStart: number,
	perPage = position.maxPerPage,
): PageRequest {
	const { emptyPages, fruitless } = position;
	const isExcluded = (window: PageRequest) =>
		emptyPages.has(window.page) ||
		fruitless.some((other) => other.page === window.page && other.perPage === window.perPage);
	return furthestWindow(Math.max(0, latestStart), perPage, isExcluded);
}

/**
 * The window that begins at or before `latestStart` and reaches furthest. Taking it at every step
 * needs the fewest windows possible: where a window of a given size ends never decreases as
 * `latestStart` grows, so no other choice is ever ahead after the same number of steps, and looking
 * ahead gains nothing. With sizes up to 100 and one row shared it comes to 8 windows for every 7 × 100 rows.
 */
export function furthestWindow(
	latestStart: number,
	maxPerPage: number,
	isExcluded: (window: PageRequest) => boolean = () => false,
): PageRequest {
	let furthest: PageRequest | undefined;
	for (let perPage = maxPerPage; perPage >= 1; perPage--) {
		const window = windowOver(latestStart, perPage);
		if (furthest !== undefined && endOf(window) < endOf(furthest)) continue;
		if (!isExcluded(window)) furthest = window;
	}
	return furthest ?? windowOver(latestStart, maxPerPage);
}

/** The smallest window that begins at or before `latestStart` and reaches `goal`, if there is one. */
function smallestWindow(
	latestStart: number,
	goal: number,
	maxPerPage: number,
): PageRequest | undefined {
	for (let perPage = Math.max(1, goal - latestStart); perPage <= maxPerPage; perPage++) {
		const window = windowOver(latestStart, perPage);
		if (endOf(window) >= goal) return window;
	}
	return undefined;
}

/**
 * The page size that spreads `rows` evenly over the fewest windows: 150 rows are two windows of
 * about 75, not one of 100 and another of which half is thrown away.
 */
export function evenPerPage(rows: number, maxPerPage: number): number {
	// Over many windows the part thrown away is too small to be worth the search.
	if (rows > 20 * maxPerPage) return maxPerPage;
	const fewest = countWindows(rows, maxPerPage);
	let perPage = Math.min(rows, maxPerPage);
	while (perPage > 1 && countWindows(rows, perPage - 1) === fewest) perPage--;
	return perPage;
}

/** How many windows, each sharing at least one row with the one before, it takes to read `rows`. */
export function countWindows(rows: number, maxPerPage: number): number {
	let windows = 1;
	let end = maxPerPage;
	while (end < rows) {
		const nextEnd = endOf(furthestWindow(end - 1, maxPerPage));
		if (nextEnd === end) return Infinity;
		end = nextEnd;
		windows++;
	}
	return windows;
}

function windowOver(offset: number, perPage: number): PageRequest {
	return { page: Math.floor(offset / perPage) + 1, perPage };
}

export interface Response {
	readonly window: PageRequest;
	readonly page: Page;
	/** Whether it was taken before and put back. */
	readonly isRepeated: boolean;
}

/** A response, and where in the list its rows stood when it was read. */
export interface LocatedPage extends Response {
	/** Offset of the first row. */
	readonly start: number;
	/** Offset after the last row. */
	readonly end: number;
	/** Rows that this service puts on such a page: less than asked for where it clamps per_page. */
	readonly perPage: number;
}

/** Where the rows of a response stand, on a service that puts at most `maxPerPage` rows on a page. */
export function locate(response: Response, maxPerPage: number): LocatedPage {
	const { window, page } = response;
	const perPage = Math.min(window.perPage, maxPerPage, clampOf(response));
	const start = (window.page - 1) * perPage;
	return { ...response, start, end: start + page.projects.length, perPage };
}

/** Windows of one and two rows cannot overlap and get on. */
export const SMALLEST_CLAMP = 3;

/**
 * What the service cuts per_page to, where an answer shows it. `pagination.per_page` alone does not: services report
 * there what was asked for, what they cut it to, or how many rows they return.
 */
function clampOf({ window, page }: Response): number {
	const rows = page.projects.length;
	if (rows === 0) return Infinity;
	const hasMore = hasMoreThan(rows, page);
	const isReported = page.pagination.perPage === rows;
	if (window.page > 1) return hasMore && isReported ? rows : Infinity;
	// Too small a size does no harm here: one more request shows whether the list goes on.
	const isClamped = hasMore || (isReported && rows >= SMALLEST_CLAMP);
	return isClamped ? rows : Infinity;
}

/** The first page has fewer rows than were asked for, although there are more. */
export function isCutShort({ window, page }: Pick<Response, 'window' | 'page'>): boolean {
	const rows = page.projects.length;
	return window.page === 1 && rows > 0 && rows < window.perPage && hasMoreThan(rows, page);
}

function hasMoreThan(rows: number, { pagination }: Page): boolean {
	return pagination.hasNext && rows < pagination.totalItems;
}

/** Of 100 rows: 97, 94, 91, 88, 85, 82, 99, 96 ...: twenty sizes, each once in twenty passes. */
export function smallerBy(passes: number, maxPerPage: number): number {
	return maxPerPage - ((3 * passes) % Math.ceil(maxPerPage / 5));
}

/** The next overlap: rows that moved to the front between two answers have to be covered, and `least` more. */
export function overlapAfter(
	{ overlap, maxPerPage }: Position,
	moved: number,
	least: number,
): number {
	return Math.min(Math.max(overlap * OVERLAP_DECAY, moved + least, least), maxPerPage / 2);
}

/** Two answers that claim the end against some sign, or four against all signs, are believed. */
export const END_IS_SURE = 4;

/**
 * How sure it is, after this answer, that the list ends here. Services err here, so the signs are compared, and a full
 * page is never the last one: a service that counts first and selects afterwards pushes rows off it.
 */
export function endEvidenceAfter(
	before: number,
	{ page, perPage, start, end }: LocatedPage,
	added: number,
): number {
	const { totalItems, hasNext } = page.pagination;
	const rows = page.projects.length;
	const isHole = rows === 0 && start < totalItems;
	if (rows >= perPage || isHole) return 0;
	const isReached = end >= totalItems;
	if (!hasNext && isReached) return END_IS_SURE;
	// Some sign says that the list goes on; a page that stays short and brings nothing new says that it does not.
	const evidence = !hasNext || isReached ? END_IS_SURE / 2 : END_IS_SURE / 4;
	if (added > 0) return evidence > 1 ? evidence : 0;
	return before + evidence;
}

/** Answers in a row that may bring a pass no further. */
const MAX_IDLE_ANSWERS = 24;

/** More of them for rows that were added meanwhile; a total that is not true must not give more. */
const MAX_IDLE_ANSWERS_FOR_ADDED = 100;

/** Requests for each one that a list of this size needs when it holds still. */
const MAX_REQUEST_RATIO = 4;

/** Requests that even the smallest list may take. */
const MIN_MAX_REQUESTS = 64;

/** A list with this many times the rows that the service says it has is taken to be endless. */
const MAX_ROW_RATIO = 100;

/** What bounds a pass. */
export interface PassCounters extends Pick<Position, 'totalItems' | 'maxPerPage'> {
	readonly answers: number;
	/** Answers in a row that brought the pass no further. */
	readonly idleAnswers: number;
	readonly largestTotal: number;
	/** The total when the pass last got further. */
	readonly totalBefore: number;
}

export function isGettingFurther(counters: PassCounters, rowsRead: number): boolean {
	const { idleAnswers, answers, totalItems, totalBefore, maxPerPage, largestTotal } = counters;
	// Rows added before those already read push these on: seeing them again is no lack of progress.
	const added = Math.max(0, totalItems - totalBefore);
	const maxIdle = MAX_IDLE_ANSWERS + Math.min((2 * added) / maxPerPage, MAX_IDLE_ANSWERS_FOR_ADDED);
	const rows = Math.max(largestTotal, rowsRead);
	const maxAnswers = MIN_MAX_REQUESTS + (MAX_REQUEST_RATIO * rows) / maxPerPage;
	const isEndless = rowsRead > MAX_ROW_RATIO * (largestTotal + 10);
	return idleAnswers <= maxIdle && answers <= maxAnswers && !isEndless;
}
