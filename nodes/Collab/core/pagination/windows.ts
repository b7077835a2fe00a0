/**
 * Which (page, per_page) to ask for. Page numbers reach only the offsets (page - 1) × per_page, so
 * per_page varies a little (100, 99, 98 ...) to begin a window on, or just before, a given row.
 */
import type { Window } from '../contract';

/** Offset of the first row after the window, provided the list is long enough. */
export function endOf(window: Window): number {
	return window.page * window.perPage;
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
	isExcluded: (window: Window) => boolean = () => false,
): Window {
	let furthest: Window | undefined;
	for (let perPage = maxPerPage; perPage >= 1; perPage--) {
		const window = windowOver(latestStart, perPage);
		if (furthest !== undefined && endOf(window) < endOf(furthest)) continue;
		if (!isExcluded(window)) furthest = window;
	}
	return furthest ?? windowOver(latestStart, maxPerPage);
}

/** The smallest window that begins at or before `latestStart` and reaches `goal`, if there is one. */
export function smallestWindow(
	latestStart: number,
	goal: number,
	maxPerPage: number,
): Window | undefined {
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

function windowOver(offset: number, perPage: number): Window {
	return { page: Math.floor(offset / perPage) + 1, perPage };
}
