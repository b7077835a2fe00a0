/** The values of many projects: how many fit, and which are dropped. */
import { idHash } from '../../../nodes/Collab/core/changes/hash';
import { type Keeps, Table } from '../../../nodes/Collab/core/changes/table';
import { WatchedValues } from '../../../nodes/Collab/core/changes/values';
import type { JsonValue, Project } from '../../../nodes/Collab/core/contract';
import { numbers, projectWith, withTasks } from './projects';
import { eventsIn, numbered, SECOND, withProjects } from './testTrigger';
import { ARCHIVED } from './watching';

const MAX_BYTES = 1_951_000;

type Watched = Partial<ConstructorParameters<typeof WatchedValues>[0]>;

/** What is saved of so many projects, the ones with low numbers being the oldest; undefined where it does not fit. */
function savedOf(
	count: number,
	options: Watched,
	projectOf: (number: number) => Project,
	keeps: Keeps = 'records and values',
) {
	const values = new WatchedValues({
		events: ['updated'],
		fieldsToWatch: [],
		includePreviousValues: false,
		...options,
	});
	const table = Table.open({ records: '', values: '' });
	for (const number of numbers(count)) {
		const project = projectOf(number);
		const known = { second: 1_780_000_000 + number, version: 'abcdef', marks: 8 };
		table.set(idHash(project.id), { ...known, values: values.of(project) });
	}
	return table.toSaved(keeps, false);
}

const idOf = (number: number) => `proj_${String(number).padStart(8, '0')}`;

/** With a name of 20 characters and a description of 40. */
const usual = (number: number) =>
	projectWith(idOf(number), {
		name: `Project name ${10 ** 6 + number}`,
		description: `What it is about, ${number}`.padEnd(40, '.'),
		owner_id: `usr_${String(number % 500).padStart(8, '0')}`,
		task_count: number % 120,
	});

test.each<[string, number, Watched]>([
	['Removed', 24_000, { events: ['removed'] }],
	['Removed and all previous values', 8_500, { events: ['removed'], includePreviousValues: true }],
	[
		'Removed and the events of status and tasks',
		19_000,
		{ events: ['removed', 'archived', 'completed'] },
	],
	['all previous values', 11_500, { includePreviousValues: true }],
])('there is room for projects with %s: %i of them', (_what, count, options) => {
	expect(savedOf(count, options, usual)).toBeDefined();
	expect(savedOf(Math.ceil(count * 1.1), options, usual)).toBeUndefined();
});

test('there is room for 42,000 projects with status and task counts', () => {
	const options: Watched = { events: ['archived', 'completed'] };
	expect(savedOf(42_000, options, withTasks)).toBeDefined();
	expect(savedOf(46_000, options, withTasks)).toBeUndefined();
});

const AWKWARD: ReadonlyArray<[string, (number: number) => JsonValue]> = [
	['long names', (number) => String(number).padEnd(98, '-')],
	['names that are not ASCII', (number) => '漢'.repeat(93) + String(number)],
	['names with quotes', (number) => '"'.repeat(46) + String(number)],
	['names with control characters', (number) => '\u0001'.repeat(15) + String(number)],
	['names with halves of surrogate pairs', (number) => '\ud800'.repeat(15) + String(number)],
	['names that are too long', (number) => String(number).padEnd(1000, '漢')],
	['numbers far apart', (number) => number * 1_000_003],
	['lists', (number) => [[[number]], 'x'.repeat(80)]],
];

test.each(AWKWARD)('values are bounded in bytes, and those of the newest stay: %s', (_, nameOf) => {
	const named = (number: number) => projectWith(`proj_${number}`, { name: nameOf(number) });
	const count = 30_000;
	const saved = savedOf(count, { fieldsToWatch: ['name'] }, named, 'nothing');
	expect(Buffer.byteLength(JSON.stringify(saved))).toBeLessThan(MAX_BYTES);
	const table = Table.open(saved ?? { records: '', values: '' });
	const isKnown = (number: number) => table.get(idHash(`proj_${number}`))?.values !== undefined;
	expect(numbers(2_000).filter((number) => !isKnown(count - 1 - number))).toEqual([]);
});

test('of more previous values than fit, those of what changed longest ago are dropped, and no event is lost', async () => {
	const trigger = withProjects(25_000, {
		events: ['updated', 'archived'],
		fieldsToWatch: ['name'],
	});
	const { service } = trigger;
	for (const id of numbered(0, 25_000)) {
		service.create(id, { ...service.get(id), name: id.padEnd(80, 'x') });
	}
	await trigger.publish();
	expect(trigger.requests).toBeLessThan(300);
	service.updateAll(['p5', 'p24900'], ARCHIVED, SECOND);
	const changes = await trigger.poll();
	expect(eventsIn(changes)).toEqual(['archived p5', 'archived p24900']);
	const status = { from: 'active', to: 'archived' };
	expect(changes.map((change) => change.changes)).toEqual([{}, { status }]);
});
