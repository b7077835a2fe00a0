import type { Project } from '../../../nodes/Collab/core/contract';
import {
	PreviousValues,
	type SavedPreviousValues,
} from '../../../nodes/Collab/core/changes/previousValues';
import { idHash } from '../../../nodes/Collab/core/changes/hash';
import { noted, numbers, reopened, TASKS, withTasks } from './notedValues';
import { projectWith } from './projects';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the saved form', () => {
	test('does not get longer because counts lie far apart', () => {
		const apart = (number: number) =>
			projectWith(`proj_${number}`, { task_count: number % 2 === 0 ? 0 : 9999 });
		const values = noted(['task_count'], ...numbers(10_000).map(apart));
		expect(bytesOf(values.toSaved())).toBeLessThan(10_000 * 11);
	});

	test('takes a few hundred bytes for a few projects', () => {
		const saved = noted(TASKS, ...numbers(3).map(withTasks)).toSaved();
		expect(bytesOf(saved)).toBeLessThan(300);
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

	test.each<[string, unknown]>([
		['more than its share of the space', ['x'.repeat(100_000)]],
		['words of too many numbers', [10_001]],
		['another count of fields', ['1', '2']],
	])('is dropped: %s', (_, words) => {
		const shards = { A: { words, entries: '' } };
		const values = PreviousValues.open({ fields: ['name'], shards }, ['name']);
		expect(values.toSaved()).toEqual({ fields: ['name'], shards: {} });
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
