import fc from 'fast-check';
import type { JsonValue, Project } from '../../../nodes/Collab/core/contract';
import {
	PreviousValues,
	type SavedPreviousValues,
} from '../../../nodes/Collab/core/changes/previousValues';
import { idHash } from '../../../nodes/Collab/core/changes/hash';
import { cases } from '../../random';
import { damaged } from './damaged';
import { noted, numbers, reopened, TASKS, withTasks } from './notedValues';
import { projectWith, reloaded } from './projects';

const MAX_BYTES = 900_000;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the saved form', () => {
	const awkward: ReadonlyArray<[string, (number: number) => JsonValue]> = [
		['long names', (number) => String(number).padEnd(98, '-')],
		['names that are not ASCII', (number) => '漢'.repeat(93) + String(number)],
		['names with quotes', (number) => '"'.repeat(46) + String(number)],
		['names with control characters', (number) => '\u0001'.repeat(15) + String(number)],
		['names with halves of surrogate pairs', (number) => '\ud800'.repeat(15) + String(number)],
		['names that are too long', (number) => String(number).padEnd(1000, '漢')],
		['numbers far apart', (number) => number * 1_000_003],
		['lists', (number) => [[[number]], 'x'.repeat(80)]],
	];

	test.each(awkward)('is bounded in bytes, and the last ones noted stay: %s', (_, nameOf) => {
		const named = (number: number) => projectWith(`proj_${number}`, { name: nameOf(number) });
		const values = PreviousValues.open(undefined, ['name']);
		const count = 9000;
		for (const number of numbers(count)) {
			values.note(named(number));
			if (number % 3000 === 0) values.toSaved();
		}
		expect(bytesOf(values.toSaved())).toBeLessThanOrEqual(MAX_BYTES);
		const saved = reopened(values, ['name']);
		const newest = numbers(1000).map((number) => count - 1 - number);
		for (const number of newest) expect(saved.changesTo(named(number))).toEqual({});
	});

	test('has room for 75,000 projects with status and task counts', () => {
		const values = PreviousValues.open(undefined, TASKS);
		const refused = numbers(75_000).filter((number) => !values.seed(withTasks(number)));
		expect(refused).toEqual([]);
		const saved = values.toSaved();
		expect(bytesOf(saved)).toBeLessThanOrEqual(MAX_BYTES);
		const read = PreviousValues.open(reloaded(saved), TASKS);
		expect(read.size).toBe(75_000);
		const wrong = numbers(750).filter((number) => {
			const project = withTasks(100 * number);
			return JSON.stringify(read.changesTo(project)) !== '{}';
		});
		expect(wrong).toEqual([]);
	});

	test('of many projects drops those that changed longest ago', () => {
		const values = PreviousValues.open(undefined, TASKS);
		for (const number of numbers(75_000)) values.note(withTasks(number));
		const read = reopened(values, TASKS);
		for (const number of numbers(20_000)) read.note(withTasks(80_000 + number));
		const last = reopened(read, TASKS);
		expect(bytesOf(last.toSaved())).toBeLessThanOrEqual(MAX_BYTES);
		const known = (first: number) =>
			numbers(1000).filter((number) => last.knows(`proj_${first + number}`)).length;
		expect([known(60_000), known(80_000), known(99_000)]).toEqual([1000, 1000, 1000]);
		expect(known(0)).toBeLessThan(300);
	});

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

describe('what is damaged', () => {
	const small = reloaded(noted(TASKS, ...numbers(4).map(withTasks)).toSaved());
	const large = reloaded(noted(['status'], ...manyOfOneShard(600)).toSaved());

	test.each([
		['a few projects', small, TASKS],
		['a shard with buckets', large, ['status']],
	])('never throws: %s', (_, real, fields) => {
		const property = fc.property(damaged(real), (saved) => {
			const values = PreviousValues.open(saved, fields);
			for (const number of numbers(4)) {
				const project = withTasks(number);
				values.changesTo(project);
				values.seed(project);
				values.note(project);
				expect(values.changesTo(project)).toEqual({});
			}
			expect(Number.isInteger(values.size)).toBe(true);
			const text = JSON.stringify(values.toSaved());
			expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
			expect(JSON.stringify(PreviousValues.open(JSON.parse(text), fields).toSaved())).toBe(text);
		});
		fc.assert(property, cases(50));
	});

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

/** Projects whose ID hashes begin with the same character. */
function manyOfOneShard(count: number): Project[] {
	const inShard = numbers(100 * count).filter((number) => idHash(`s${number}`).startsWith('A'));
	return inShard.slice(0, count).map((number) => projectWith(`s${number}`));
}
