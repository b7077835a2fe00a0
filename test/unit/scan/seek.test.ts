import { seekRow } from '../../../nodes/Collab/core/scan/seek';
import { changed, each } from './scriptedList';

/** Of 100 rows, as many as given lie before the place. Gives the row that is found, and those that were read. */
async function seekIn(rowsBefore: number, hint: number, closeEnough: number) {
	const rows = each(0, 100, changed);
	const read: number[] = [];
	const rowAt = async (offset: number) => {
		read.push(offset);
		if (read.length > 50) throw new Error('Too many requests');
		return await Promise.resolve(rows[offset]);
	};
	const isBeforePlace = ({ id }: { readonly id: string }) => Number(id.slice(1)) < rowsBefore;
	const found = await seekRow(rowAt, isBeforePlace, hint, closeEnough);
	return { found, read };
}

describe('a place in a list', () => {
	it.each([
		['right after the hint takes two rows', 6, 5, [5, 15], 5],
		['after the hint: steps of growing length, then halves', 35, 0, [0, 10, 50, 30, 40], 30],
		['right before the hint', 45, 50, [50, 40], 40],
		['before the hint: steps of growing length, then halves', 32, 90, [90, 80, 40, 0, 20, 30], 30],
		['before the hint, in the last step: the first row decides', 5, 50, [50, 40, 0, 20, 10], 0],
		['at the beginning of the list, from far: no row lies before it', 0, 50, [50, 40, 0], 0],
		['at the beginning of the list, from one window: no row lies before it', 0, 10, [10, 0], 0],
		['at the beginning of the list, from there', 0, 0, [0, 0], 0],
		['before a hint beyond the end', 100, 130, [130, 120, 80, 100, 90], 90],
	])('%s', async (_name, rowsBefore, hint, read, found) => {
		expect(await seekIn(rowsBefore, hint, 10)).toEqual({ found, read });
	});

	it('is found to the row where a window holds one', async () => {
		expect(await seekIn(35, 30, 1)).toMatchObject({ found: 34 });
	});
});
