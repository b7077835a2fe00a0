import { idHash } from '../../../nodes/Collab/core/changes/hash';
import {
	areRecords,
	type KnownProject,
	MARKS,
	type SavedTable,
	Table,
} from '../../../nodes/Collab/core/changes/table';
import { numbers, reloaded } from './projects';

const EMPTY: SavedTable = { records: '', values: '' };

const MAX_RECORDS = 80_000;

/** The older, the lower the number. */
const idOf = (number: number) => idHash(`p${number}`);
const projectOf = (number: number): KnownProject => {
	return { second: 1_700_000_000 + number, version: 'abc_-9', marks: MARKS.isIncluded };
};

/** Set in the opposite of their order. */
function tableOf(
	count: number,
	valuesOf: (number: number) => string | undefined = () => undefined,
) {
	const table = Table.open(EMPTY);
	for (const number of numbers(count).reverse()) {
		const value = valuesOf(number);
		table.set(idOf(number), projectOf(number), value === undefined ? undefined : [value]);
	}
	return table;
}

const reopened = (saved: SavedTable | undefined) => Table.open(reloaded(saved) as SavedTable);

/** As the next poll finds them. */
const next = (table: Table, forgetsMiddle = false) =>
	reopened(table.toSaved('nothing', forgetsMiddle));

const known = (table: Table, count: number) =>
	numbers(count).filter((number) => table.get(idOf(number)) !== undefined);

const withValues = (table: Table, count: number) =>
	numbers(count).filter((number) => table.valuesOf(idOf(number)) !== undefined);

describe('a record', () => {
	test.each<KnownProject>([
		{ second: 0, version: '------', marks: 0 },
		{ second: 1_700_000_000, version: 'zZ9_-a', marks: MARKS.isIncluded | MARKS.becameStale },
		{ second: 64 ** 6 - 1, version: 'zzzzzz', marks: 31 },
	])('comes back as it was saved: %j', (project) => {
		const table = Table.open(EMPTY);
		table.set(idHash('a'), project);
		expect(next(table).get(idHash('a'))).toEqual(project);
		expect(next(table).get(idHash('b'))).toBeUndefined();
	});

	test('takes 24 characters, and nothing where nothing is known', () => {
		expect(tableOf(7).toSaved('nothing', false)?.records).toHaveLength(7 * 24);
		expect(Table.open(EMPTY).toSaved('nothing', false)).toEqual(EMPTY);
	});

	test('that was deleted does not come back', () => {
		const table = tableOf(3);
		table.delete(idOf(1));
		expect(known(next(table), 3)).toEqual([0, 2]);
	});
});

test('projects since a second are counted, and those before it forgotten, the second itself included', () => {
	const table = tableOf(10);
	const { second } = projectOf(6);
	expect([table.countSince(second), table.countSince(0), table.countSince(second + 9)]).toEqual([
		4, 10, 0,
	]);
	table.forgetBefore(second);
	expect(known(next(table), 10)).toEqual([6, 7, 8, 9]);
});

describe('values', () => {
	test('come back with their project, whatever was set in which order', () => {
		const table = next(tableOf(5, (number) => (number % 2 === 0 ? `value ${number}` : undefined)));
		expect(numbers(5).map((number) => table.valuesOf(idOf(number)))).toEqual([
			['value 0'],
			undefined,
			['value 2'],
			undefined,
			['value 4'],
		]);
	});

	test('stay where a project is set without any', () => {
		const table = next(tableOf(2, () => 'known'));
		table.set(idOf(0), { ...projectOf(9), marks: MARKS.isRemoved });
		expect(next(table).valuesOf(idOf(0))).toEqual(['known']);
	});

	test('that no project changed are saved as they are, without being read', () => {
		const saved = { ...tableOf(2, () => 'x').toSaved('nothing', false), values: 'damaged' };
		expect(Table.open(saved as SavedTable).toSaved('nothing', false)).toEqual(saved);
	});
});

describe('of more records than are kept', () => {
	const count = MAX_RECORDS + 10;

	test('the oldest are forgotten', () => {
		const kept = known(next(tableOf(count)), count);
		expect([kept.length, kept[0], kept.at(-1)]).toEqual([MAX_RECORDS, 10, count - 1]);
	});

	test('those in the middle are forgotten where the oldest are about to be read again', () => {
		const kept = known(next(tableOf(count), true), count);
		const [half, gap] = [MAX_RECORDS / 2, 10];
		expect([kept.length, kept[0], kept[half - 1], kept[half], kept.at(-1)]).toEqual([
			MAX_RECORDS,
			0,
			half - 1,
			half + gap,
			count - 1,
		]);
	});

	test('none may be forgotten where all are needed', () => {
		const table = tableOf(count);
		expect(table.toSaved('records', false)).toBeUndefined();
		expect(table.toSaved('records and values', true)).toBeUndefined();
		for (const number of numbers(10)) table.delete(idOf(number));
		expect(table.toSaved('records', false)?.records).toHaveLength(24 * MAX_RECORDS);
	});
});

describe('of more values than have room', () => {
	const count = 30_000;
	const valueOf = (number: number) => `${'ü"'.repeat(30)}${number}`;
	const table = () => tableOf(count, valueOf);

	test('those of the oldest are dropped, and no record is', () => {
		const saved = table().toSaved('records', false);
		expect(Buffer.byteLength(JSON.stringify(saved))).toBeLessThan(1_951_000);
		expect(Buffer.byteLength(JSON.stringify(saved))).toBeGreaterThan(1_940_000);
		const after = reopened(saved);
		const kept = withValues(after, count);
		expect(known(after, count)).toHaveLength(count);
		expect(kept.length).toBeGreaterThan(5_000);
		expect(kept).toEqual(numbers(count).slice(-kept.length));
		const wrong = kept.filter((number) => after.valuesOf(idOf(number))?.[0] !== valueOf(number));
		expect(wrong).toEqual([]);
	});

	test('none may be dropped where all are needed', () => {
		expect(table().toSaved('records and values', false)).toBeUndefined();
	});
});

describe('what is damaged', () => {
	test.each<[unknown, boolean]>([
		['', true],
		['x'.repeat(48), true],
		['x'.repeat(47), false],
		[`${'x'.repeat(23)}~`, false],
		[`${'x'.repeat(23)}\n`, false],
		[null, false],
		[['x'.repeat(24)], false],
	])('records are these or not: %j', (value, are) => {
		expect(areRecords(value)).toBe(are);
	});

	test.each([
		['cut', (values: string) => values.slice(0, -3), []],
		['no list', () => '{"a":1}', []],
		['with a value that is no list', (values: string) => values.replace('["v1"]', '7'), [0, 2]],
		['with fewer lists than records', () => '[["v1"],["v2"]]', [1, 2]],
		['empty', () => '[]', []],
	])('values that are %s are not known, and no record is lost', (_what, harm, expected) => {
		const saved = tableOf(3, (number) => `v${number}`).toSaved('nothing', false) ?? EMPTY;
		const table = Table.open({ ...saved, values: harm(saved.values) });
		expect(known(table, 3)).toEqual([0, 1, 2]);
		expect(withValues(table, 3)).toEqual(expected);
		for (const number of expected) expect(table.valuesOf(idOf(number))).toEqual([`v${number}`]);
		table.set(idOf(3), projectOf(3), ['v3']);
		expect(withValues(next(table), 4)).toEqual([...expected, 3]);
	});
});
