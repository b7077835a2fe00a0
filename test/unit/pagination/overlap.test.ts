/** What the rows that two windows share prove, and where the last run of equal values begins. */
import type { JsonValue, Project } from '../../../nodes/Collab/core/contract';
import { AcceptedRows, type Border } from '../../../nodes/Collab/core/pagination/overlap';

const row = (id: string, name?: JsonValue, updated_at = 'first'): Project =>
	name === undefined ? { id, updated_at } : { id, name, updated_at };

const A1 = row('a', '1');
const B2 = row('b', '2');
const C3 = row('c', '3');
const D3 = row('d', '3');
const E3 = row('e', '3');
const F4 = row('f', '4');

type Windows = ReadonlyArray<readonly [start: number, ...rows: Project[]]>;

/** Windows accepted one after the other, each with the offset of its first row. */
function accepted(...windows: Windows) {
	const rows = new AcceptedRows('name');
	for (const [start, ...window] of windows) rows.accept(window, start);
	return rows;
}

describe('a window that follows the rows read before it', () => {
	const rows = () => accepted([0, A1, B2], [1, B2, C3, D3]);
	it.each<[string, Border, number, Project[]]>([
		['is strict with a row before the last run', 'strict', 1, [B2, E3, F4]],
		['is strict with that row anywhere', 'strict', 3, [E3, F4, B2, row('g', '5')]],
		['is matched with a row of the last run', 'matched', 2, [E3, D3, F4]],
		['is matched with a row that the last window did not have', 'matched', 1, [A1, E3]],
		['is tied with the last value alone', 'tied', 0, [row('g', '2'), E3, F4]],
		['is none without shared rows and values', 'none', 0, [F4]],
		['is none where it is empty', 'none', 0, []],
		['is tied with a row that was updated', 'tied', 0, [row('d', '3', 'second'), F4]],
		['is none with a row that has another value', 'none', 0, [row('b', '9'), F4]],
	])('%s', (_, border, shared, window) => {
		expect(rows().compare(window)).toEqual({ border, shared });
	});

	it('compares rows with their latest version', () => {
		const updated = row('b', '2', 'second');
		const rowsAfter = accepted([0, A1, B2], [1, updated, C3]);
		expect(rowsAfter.compare([updated, F4]).border).toBe('strict');
		expect(rowsAfter.compare([B2, F4]).border).toBe('none');
	});

	it('takes a missing value for null', () => {
		const rowsAfter = accepted([0, A1, row('n', null)]);
		expect(rowsAfter.compare([row('m')]).border).toBe('tied');
		expect(rowsAfter.compare([row('n')]).border).toBe('matched');
	});
});

describe('accepted rows', () => {
	it('stay as they are after an empty window', () => {
		const rows = accepted([0, A1, C3, D3]);
		expect(rows.accept([], 3)).toEqual([]);
		expect(rows.lastRun).toEqual({ value: '3', start: 1 });
		expect(rows.compare([D3, F4])).toEqual({ border: 'matched', shared: 1 });
	});
});

describe('the last run of equal values', () => {
	it.each<[string, Windows, JsonValue, number, number]>([
		['has no rows before the first window', [], null, 0, 0],
		['begins with a first window of rows without a value', [[10, row('n'), row('m')]], null, 10, 2],
		[
			'goes on through a window of equal rows',
			[
				[0, A1, C3, D3],
				[2, D3, E3],
			],
			'3',
			1,
			2,
		],
		[
			'begins anew in a window with another row before it',
			[
				[0, A1, C3],
				[0, A1, B2, C3],
			],
			'3',
			2,
			1,
		],
		[
			'begins anew in a window of equal rows with another value',
			[
				[0, A1, B2],
				[2, C3, D3],
			],
			'3',
			2,
			2,
		],
	])('%s', (_, windows, value, start, length) => {
		const rows = accepted(...windows);
		expect(rows.lastRun).toEqual({ value, start });
		expect(rows.lastRunLength).toBe(length);
	});
});
