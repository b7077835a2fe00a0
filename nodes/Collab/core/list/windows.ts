/** Where in a list a request reads: it is a page number and a size, so it cannot begin at any row. */
import type { PageRequest } from '../contract';

/** A request for the rows from `start` on, up to `end`. */
export interface Window extends PageRequest {
	readonly start: number;
	readonly end: number;
}

/** Rows that a window shares with the one before: one of a run, one before it, and one in case that a row goes. */
export const OVERLAP = 3;

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

/** Where the rows that were read end, and where the run of equal sort values begins that is the last of them. */
export interface Place {
	readonly next: number;
	readonly runStart: number;
}

/** Whether the last run is so long, half a page or more, that no window reaches from before it to a new row. */
export const isWithinRun = ({ next, runStart }: Place, pageSize: number) =>
	furthestWindow(Math.max(0, runStart - 1), pageSize).end <= next;

/** The last offset that a window which joins has to hold, with as many rows before as still let it reach further. */
export function joint(place: Place, pageSize: number): number {
	const { next, runStart } = place;
	const last = isWithinRun(place, pageSize) ? next - 1 : Math.min(runStart, next) - 1;
	const offsets = [OVERLAP, OVERLAP - 1, 1].map((rows) => Math.max(0, Math.min(last, next - rows)));
	return offsets.find((offset) => furthestWindow(offset, pageSize).end > next) ?? Math.max(0, last);
}
