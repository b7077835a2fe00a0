/** The previous values of many projects: how many fit, and which are dropped. */
import type { JsonValue } from '../../../nodes/Collab/core/contract';
import { PreviousValues } from '../../../nodes/Collab/core/changes/previousValues';
import { noted, numbers, projectWith, reloaded, reopened, TASKS, withTasks } from './projects';

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
});

test('previous values of what comes later drop the seeds first', () => {
	const values = noted(['name'], ...numbers(1000).map((number) => longNamed(`noted${number}`)));
	for (const number of numbers(6000)) values.seed(longNamed(`seed${number}`));
	const later = reopened(values, ['name']);
	for (const number of numbers(1000)) later.note(longNamed(`later${number}`));
	const last = reopened(later, ['name']);
	const known = (kind: string) =>
		numbers(1000).filter((number) => last.knows(kind + String(number)));
	expect([known('noted').length, known('later').length]).toEqual([1000, 1000]);
});

const longNamed = (id: string) => projectWith(id, { name: id.padEnd(98, '-') });
