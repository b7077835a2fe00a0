import type { ChangeEvent } from '../../../nodes/Collab/core/changes/options';
import { idHash } from '../../../nodes/Collab/core/changes/hash';
import {
	previousFieldsFor,
	PreviousValues,
	type SavedPreviousValues,
} from '../../../nodes/Collab/core/changes/previousValues';
import type { Project } from '../../../nodes/Collab/core/contract';
import {
	NAMES_OF_EVERY_OBJECT,
	noted,
	numbers,
	projectWith,
	reopened,
	TASKS,
	withTasks,
} from './projects';

describe('the fields whose previous values are needed', () => {
	test.each<[ChangeEvent[], string[], string[]]>([
		[['created'], ['name'], []],
		[['updated'], [], []],
		[['updated'], ['name', 'end_date', 'name'], ['end_date', 'name']],
		[['archived'], [], ['status']],
		[['restored', 'updated'], ['name'], ['name', 'status']],
		[['completed'], [], ['completed_task_count', 'task_count']],
		[['reopened', 'archived'], ['name'], TASKS],
	])('%j, watching %j', (events, fieldsToWatch, expected) => {
		const options = { events, fieldsToWatch, includePreviousValues: false };
		expect(previousFieldsFor(options)).toEqual(expected);
		expect(PreviousValues.open(undefined, expected).isNeeded).toBe(expected.length > 0);
	});

	test('none: nothing is kept', () => {
		const values = noted([], projectWith('a'));
		expect(values.toSaved()).toBeUndefined();
		expect([values.size, values.seed(projectWith('b')), values.encodeNext()]).toEqual([
			0,
			false,
			false,
		]);
	});
});

describe('changes', () => {
	const fields = ['end_date', 'name', 'tags'];
	const before = projectWith('a', { name: 'Über "uns"\n', tags: ['x', { y: null }] });
	const values = reopened(noted(fields, before), fields);

	test('of a project that is not known are not known', () => {
		expect([values.knows('b'), values.changesTo(projectWith('b'))]).toEqual([false, undefined]);
	});

	test('of one that is the same are none', () => {
		expect([values.knows('a'), values.changesTo(before)]).toEqual([true, {}]);
		expect(values.changesTo({ ...before, status: 'archived' })).toEqual({});
	});

	test('say from what to what, for values of any type', () => {
		expect(values.changesTo({ ...before, name: 'New', tags: null, end_date: 5 })).toEqual({
			end_date: { from: '2026-12-31', to: 5 },
			name: { from: 'Über "uns"\n', to: 'New' },
			tags: { from: ['x', { y: null }], to: null },
		});
	});

	test('are none where null became absent', () => {
		const known = noted(['name'], projectWith('a', { name: null }));
		const { name, ...without } = projectWith('a');
		expect(name).toBeDefined();
		expect(known.changesTo({ ...without, id: 'a' })).toEqual({});
	});

	test('are those since the latest version that was noted', () => {
		const values = noted(
			['name'],
			projectWith('a', { name: '1' }),
			projectWith('a', { name: '2' }),
		);
		expect(values.changesTo(projectWith('a', { name: '3' }))).toEqual({
			name: { from: '2', to: '3' },
		});
		expect(values.size).toBe(1);
	});

	test('of a value over 100 characters are seen; the value itself is not kept', () => {
		const [exact, long] = ['x'.repeat(98), 'ü'.repeat(99)];
		const values = reopened(
			noted(['name'], projectWith('a', { name: exact }), projectWith('b', { name: long })),
			['name'],
		);
		expect(values.changesTo(projectWith('a'))).toMatchObject({ name: { from: exact } });
		expect(values.changesTo(projectWith('b', { name: long }))).toEqual({});
		expect(values.changesTo(projectWith('b', { name: `${long}!` }))).toEqual({
			name: { to: `${long}!` },
		});
	});

	test('of fields that every object has are none', () => {
		const values = reopened(noted(NAMES_OF_EVERY_OBJECT, projectWith('a')), NAMES_OF_EVERY_OBJECT);
		expect(values.changesTo(projectWith('a', { name: 'New' }))).toEqual({});
		expect(values.changesTo(projectWith('a', { toString: 'New' }))).toEqual({
			toString: { from: null, to: 'New' },
		});
	});
});

test('a seed gives values where none are known, and no others', () => {
	const values = noted(['name'], projectWith('a', { name: 'newer' }));
	expect(values.seed(projectWith('a', { name: 'older' }))).toBe(true);
	expect(values.seed(projectWith('b', { name: 'first' }))).toBe(true);
	expect(values.seed(projectWith('b', { name: 'second' }))).toBe(true);
	const changes = ['a', 'b'].map((id) => values.changesTo(projectWith(id, { name: 'now' })));
	expect(changes).toMatchObject([{ name: { from: 'newer' } }, { name: { from: 'first' } }]);
});

describe('the saved form', () => {
	test('takes a few hundred bytes for a few projects', () => {
		const saved = noted(TASKS, ...numbers(3).map(withTasks)).toSaved();
		expect(Buffer.byteLength(JSON.stringify(saved))).toBeLessThan(300);
	});

	test('gives every field its values back, however many are watched', () => {
		const fields = numbers(40).map((number) => `field_${100 + number}`);
		const wide = (id: number) =>
			projectWith(`w${id}`, Object.fromEntries(fields.map((field, at) => [field, id * at - 7])));
		const values = reopened(noted(fields, ...numbers(300).map(wide)), fields);
		const wrong = numbers(300).filter((id) => JSON.stringify(values.changesTo(wide(id))) !== '{}');
		expect([values.size, wrong]).toEqual([300, []]);
	});

	test('is encoded again for the shards only that were written to', () => {
		const before = noted(TASKS, ...numbers(2000).map(withTasks)).toSaved();
		const values = PreviousValues.open(twice(before), TASKS);
		const [known, other] = [withTasks(1), withTasks(2)];
		for (const number of numbers(2000)) values.changesTo(withTasks(number));
		expect(values.encodeNext()).toBe(false);
		values.note(known);
		const after = values.toSaved();
		const shardOf = ({ id }: Project) => idHash(id).charAt(0);
		expect(after?.shards[shardOf(known)]?.entries).not.toBe(entriesOf(twice(before), known));
		expect(after?.shards[shardOf(other)]?.entries).toBe(entriesOf(twice(before), other));
	});

	const entriesOf = (saved: SavedPreviousValues, { id }: Project) =>
		saved.shards[idHash(id).charAt(0)]?.entries;

	/** Every entry stands there twice: decoded and encoded, it would stand there once. */
	function twice(saved: SavedPreviousValues | undefined): SavedPreviousValues {
		const shards = Object.entries(saved?.shards ?? {}).map(
			([key, { words, entries }]) => [key, { words, entries: entries.repeat(2) }] as const,
		);
		return { fields: saved?.fields ?? [], shards: Object.fromEntries(shards) };
	}
});

test('changed shards can be encoded one after the other', () => {
	const values = noted(TASKS, ...numbers(2000).map(withTasks));
	let encoded = 0;
	while (values.encodeNext()) encoded += 1;
	expect(encoded).toBe(64);
	expect(reopened(values, TASKS).size).toBe(2000);
});

test.each<[unknown, string[]]>([
	[['name'], ['name', 'status']],
	[['name', 'status'], ['name']],
	[
		['name', 'status'],
		['name', 'task_count'],
	],
	['name', ['name']],
	[undefined, ['name']],
])('values of %j are none of %j: all are to be read anew', (before, fields) => {
	const saved = noted(['name', 'status'], projectWith('a')).toSaved();
	const values = PreviousValues.open({ ...saved, fields: before }, fields);
	expect([values.isNew, values.size]).toEqual([true, 0]);
	expect(PreviousValues.open(saved, ['name', 'status']).isNew).toBe(false);
});

describe('what is damaged', () => {
	test('is dropped by shard', () => {
		const saved = noted(TASKS, ...numbers(2000).map(withTasks)).toSaved();
		const shards = { ...saved?.shards, A: { words: ['', '', ''], entries: 'cut' } };
		const values = PreviousValues.open({ ...saved, shards }, TASKS);
		expect(values.size).toBeGreaterThan(1900);
		expect(values.toSaved()?.shards).not.toHaveProperty('A');
	});

	test('in a word, leaves the previous value open', () => {
		const saved = noted(['name'], projectWith('a')).toSaved();
		const [shard] = Object.keys(saved?.shards ?? {});
		const entries = saved?.shards[shard ?? '']?.entries;
		const shards = { [shard ?? '']: { words: ['"cut'], entries } };
		const values = PreviousValues.open({ ...saved, shards }, ['name']);
		expect(values.changesTo(projectWith('a'))).toEqual({ name: { to: 'Project a' } });
	});
});
