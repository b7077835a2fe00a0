/** More than one poll can read, and large accounts: over several polls, each change once, within the sizes that docs/trigger.md names. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { ARCHIVED } from '../edits';
import { HOUR, MINUTE, SECOND } from '../service';
import type { Stored } from '../versions';
import {
	afterBulk,
	eventsIn,
	expectEachOnce,
	idsIn,
	numbered,
	SLOW,
	type TestTrigger,
	withProjects,
} from './testTrigger';

test('30,000 rows of one stamp at two requests a second: each once, a later change within two polls', async () => {
	const trigger = await afterBulk(30_000, { behavior: { requestMs: 500 } });
	expectEachOnce(idsIn((await trigger.pollUntilIdle()).flat()), numbered(0, 30_000));
	trigger.service.update('p3', { name: 'later' });
	expect(eventsIn([...(await trigger.poll()), ...(await trigger.poll())])).toEqual(['updated p3']);
	expect(trigger.stateSize).toBeLessThan(24 * 30_000 + 2_000);
});

test.each([
	[1, 1 / 3],
	[5, 1 / 2],
	[16, 1 / 2],
])(
	'10,000 rows at %d requests/s: oldest first within a poll, at least %d of what the rate allows',
	async (perSecond, share) => {
		const requestMs = SECOND / perSecond;
		const trigger = await afterBulk(10_000, { behavior: { requestMs }, everyMs: SECOND });
		const polls = await trigger.pollUntilIdle();
		const numbers = polls.map((changes) => idsIn(changes).map((id) => Number(id.slice(1))));
		expectEachOnce(idsIn(polls.flat()), numbered(0, 10_000));
		for (const ids of numbers) expect(ids).toEqual(ids.toSorted((a, b) => a - b));
		// A hundred windows, and for each poll a few to go on or to find the place.
		expect(trigger.service.asked.length).toBeLessThan(150 + 3 * polls.length);
		let left = 10_000;
		for (const { length } of polls) {
			expect(length).toBeGreaterThanOrEqual(Math.min(left, 3_600 * perSecond * share));
			left -= length;
		}
	},
);

test('one poll delivers 20,000 changes at most, and an idle poll afterwards is one request of ten rows', async () => {
	const trigger = await afterBulk(25_000, { everyMs: SECOND });
	const first = await trigger.poll();
	expect(first.length).toBeGreaterThan(19_900);
	expect(first.length).toBeLessThanOrEqual(20_000);
	const rest = (await trigger.pollUntilIdle()).flat();
	expectEachOnce(idsIn([...first, ...rest]), numbered(0, 25_000));
	for (const afterMs of [HOUR, MINUTE]) await trigger.poll(afterMs);
	trigger.service.rowsSent = 0;
	expect(await trigger.poll()).toEqual([]);
	expect([trigger.requests, trigger.service.rowsSent]).toEqual([1, 10]);
	expect(trigger.stateSize).toBeLessThan(600);
});

/** With IDs of 13 characters, a name of 20, and a description of 40. */
function usual(count: number, options: Partial<ChangeOptions>, fields: Partial<Stored> = {}) {
	const trigger = withProjects(0, options);
	for (const number of numbered(10_000_000, 10_000_000 + count, '')) {
		const description = `About ${number}`.padEnd(40, '.');
		const more = { description, owner_id: 'usr_00000001', start_date: '2026-01-02', ...fields };
		const name = `Project name ${number.slice(1)}`;
		trigger.service.nowMs += SECOND;
		trigger.service.create(`proj_${number}`, { name, ...more, task_count: Number(number) % 120 });
	}
	trigger.service.nowMs += HOUR;
	return trigger;
}

const removedOf = async (trigger: TestTrigger) => {
	await trigger.poll();
	await trigger.poll(6 * MINUTE);
	return await trigger.events((service) => service.delete(service.ids[77] ?? ''));
};

test.each<[number, Partial<ChangeOptions>]>([
	[23_500, { events: ['removed'] }],
	[8_500, { events: ['removed'], includePreviousValues: true }],
])('%i projects fit with %j, and not a quarter more', async (count, options) => {
	expect(await removedOf(usual(count, options))).toEqual(['removed proj_10000077']);
	const tooMany = usual(Math.ceil(count * 1.25), options);
	await expect(tooMany.poll()).rejects.toMatchObject({ kind: 'tooManyProjects' });
});

test('80,000 projects fit where all have to be known, and no more', async () => {
	const options: Partial<ChangeOptions> = { events: ['becameOverdue'] };
	expect(await withProjects(80_000, options).poll()).toEqual([]);
	const tooMany = withProjects(80_001, options).poll();
	await expect(tooMany).rejects.toMatchObject({ kind: 'tooManyProjects' });
});

test('an account that outgrows the state: every poll fails, until the event is removed', async () => {
	const trigger = usual(20_000, { events: ['created', 'removed'] });
	await trigger.poll();
	trigger.service.createAll(numbered(0, 9_000), { name: 'x'.repeat(60) });
	for (let round = 0; round < 2; round += 1) {
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'tooManyProjects' });
	}
	trigger.options = { ...trigger.options, events: ['created'] };
	expectEachOnce(idsIn(await trigger.poll()), numbered(0, 9_000));
});

describe('of previous values', () => {
	const CHANGES: Partial<ChangeOptions> = { events: ['updated', 'archived'] };
	/** From what the status of the project that changed first, and of one that changed last, is said to have become. */
	async function knownOf(count: number, options: Partial<ChangeOptions>, fields = {}) {
		const trigger = usual(count, { ...CHANGES, ...options }, fields);
		await trigger.poll();
		const { ids } = trigger.service;
		trigger.service.updateAll([ids[0]!, ids.at(-1)!], ARCHIVED, SECOND);
		const changes = await trigger.poll();
		expect(changes.map(({ event }) => event)).toEqual(['archived', 'archived']);
		return changes.map((change) => change.changes['status']?.from ?? 'unknown');
	}

	test.each([
		[42_000, { events: ['archived', 'completed'] } as const],
		[11_500, { includePreviousValues: true }],
	])('those of %i projects fit with %j', async (count, options) => {
		expect(await knownOf(count, options)).toEqual(['active', 'active']);
	});

	test.each([
		['long names', 'x'.repeat(98)],
		['names that are not ASCII', '漢'.repeat(93)],
		['names with quotes', '"'.repeat(46)],
		['names with halves of surrogate pairs', '\ud800'.repeat(15)],
	])(
		'more than fit, with %s: those of the oldest are dropped, and no event',
		async (_name, name) => {
			const options = { fieldsToWatch: ['name'] };
			expect(await knownOf(45_000, options, { name })).toEqual(['unknown', 'active']);
		},
	);

	test('of more projects than a poll can read: known from the first change on, which is delivered as it is', async () => {
		const trigger = withProjects(1_000, { events: ['archived', 'restored'] }, SLOW);
		await trigger.poll();
		for (const [fields, expected] of [
			[ARCHIVED, ['archived p9']],
			[{ name: 'x' }, []],
			[{ status: 'active' }, ['restored p9']],
		] as const) {
			const events = await trigger.events((service) => service.update('p9', fields), HOUR);
			expect(events).toEqual(expected);
		}
	});
});
