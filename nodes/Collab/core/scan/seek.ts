/** Finds a place in a long list by reading single rows. */
import type { Project } from '../contract';

/** Reads the row at an offset; undefined beyond the end of the list. */
export type RowAt = (offset: number) => Promise<Project | undefined>;

/** How much further each step away from the hint goes. */
const STEP_FACTOR = 4;

/**
 * The offset of a row that lies before the place that is looked for, by less than `closeEnough` rows; 0 if there is none. The
 * list may change meanwhile, so the caller checks the row that it then reads. One row at a time: the fewest requests.
 *
 * @param isBeforePlace true for the rows from the beginning of the list up to the place, false for all others
 * @param hint an offset near which the place was last
 * @param closeEnough rows that one window holds: closer than that, reading on costs no more than looking further
 */
export async function seekRow(
	rowAt: RowAt,
	isBeforePlace: (row: Project) => boolean,
	hint: number,
	closeEnough: number,
): Promise<number> {
	const isRowBefore = async (offset: number) => {
		const row = await rowAt(offset);
		return row !== undefined && isBeforePlace(row);
	};
	const [from, to] = (await isRowBefore(hint))
		? await boundsAbove(isRowBefore, hint, closeEnough)
		: await boundsBelow(isRowBefore, hint, closeEnough);
	let before = from;
	let after = to;
	while (after - before > closeEnough) {
		const middle = Math.floor((before + after) / 2);
		if (await isRowBefore(middle)) before = middle;
		else after = middle;
	}
	return before;
}

type Bounds = readonly [before: number, after: number];
type IsRowBefore = (offset: number) => Promise<boolean>;

async function boundsAbove(
	isRowBefore: IsRowBefore,
	hint: number,
	firstStep: number,
): Promise<Bounds> {
	let before = hint;
	for (let step = firstStep; ; step *= STEP_FACTOR) {
		const next = before + step;
		if (!(await isRowBefore(next))) return [before, next];
		before = next;
	}
}

async function boundsBelow(
	isRowBefore: IsRowBefore,
	hint: number,
	firstStep: number,
): Promise<Bounds> {
	let after = hint;
	for (let step = firstStep; after > step; step *= STEP_FACTOR) {
		const next = after - step;
		if (await isRowBefore(next)) return [next, after];
		after = next;
	}
	return (await isRowBefore(0)) ? [0, after] : [0, 0];
}
