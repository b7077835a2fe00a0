/** Parts of a list: which of them can be asked for. */
import type { PageRequest } from '../contract';

/** A request for the rows from `start` on, up to `end`. It is a page and a size, so it cannot begin at any row. */
export interface Window extends PageRequest {
	readonly start: number;
	readonly end: number;
}

/** Rows that a window shares with the one before: one of a run, one before it, and one in case that a row goes. */
export const OVERLAP = 3;

/**
 * Of the windows that hold the row at an offset, the one that reaches furthest: from 97, that is 97 to 194. One smaller
 * than half a page lies within one twice its size.
 */
export function furthestWindow(offset: number, pageSize: number): Window {
	let furthest = windowOf(offset, pageSize);
	for (let perPage = pageSize - 1; perPage >= pageSize / 2; perPage--) {
		const window = windowOf(offset, perPage);
		if (window.end > furthest.end) furthest = window;
	}
	return furthest;
}

export function windowOf(offset: number, perPage: number): Window {
	const page = Math.floor(offset / perPage) + 1;
	return { page, perPage, start: (page - 1) * perPage, end: page * perPage };
}
