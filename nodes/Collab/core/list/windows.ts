/** Where in a list a request reads: it is a page number and a size, so it cannot begin at any row. */
import type { PageRequest } from '../contract';
import { REQUESTS_AT_ONCE } from './pass';

/** A request for the rows from `start` on, up to `end`. */
export interface Window extends PageRequest {
	readonly start: number;
	readonly end: number;
}

/** Of the windows of at most `pageSize` rows that hold the row at an offset, the one that reaches furthest. */
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

/** A row of a run, one before it as an anchor, and one in case that a row before them goes. */
export const OVERLAP = 3;

/** A window and some of those behind it, up to an offset; each overlaps the one before. */
export function windowsTo(end: number, first: Window, pageSize: number): Window[] {
	const windows = [first];
	for (let last = first; last.end < end && windows.length < REQUESTS_AT_ONCE; windows.push(last)) {
		const following = furthestWindow(last.end - OVERLAP, pageSize);
		if (following.end <= last.end) break;
		last = following;
	}
	return windows;
}
