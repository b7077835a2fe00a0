/** Projects that have no `updated_at` until their first update. */
import { NULLS, STRICT } from '../looseListing';
import { eventsIn, expectEachOnce, HOUR, idsIn, MINUTE, numbered, SECOND } from './testTrigger';
import { mixed, UNSTAMPED } from './watching';

/** A poll at two requests a second has time for not even 700 rows. */
const SMALL_PAGES = { ...STRICT, maxPerPage: 9 };

describe.each(NULLS)('without a stamp, in the order of "%s"', (nulls) => {
	test('most of them, From Now: each change is delivered once, and an idle poll reads the list once more', async () => {
		const trigger = mixed({ nulls, stamped: 20, unstamped: 1_000 });
		const { service } = trigger;
		expect(await trigger.publish()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		service.create('new', UNSTAMPED);
		expect(eventsIn(await trigger.poll())).toEqual(['created new']);
		service.update('p3', { name: 'with a stamp' });
		expect(eventsIn(await trigger.poll())).toEqual(['updated p3']);
		service.update('p777', { name: 'first stamp' });
		expect(eventsIn(await trigger.poll())).toEqual(['updated p777']);
		service.update('new', { name: 'first stamp' });
		expect(eventsIn(await trigger.poll())).toEqual(['updated new']);
		for (const afterMs of [6 * MINUTE, MINUTE, MINUTE]) await trigger.poll(afterMs);
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.requests).toBe(12);
		expect(trigger.n8n.savedSize).toBeLessThan(1_021 * 24 + 600);
	});

	test('and none with one, From Now: the first stamp is delivered as updated', async () => {
		const trigger = mixed({ nulls, stamped: 0, unstamped: 300 });
		expect(await trigger.publish()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		trigger.service.update('p7');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p7']);
		trigger.service.create('new', UNSTAMPED);
		expect(eventsIn(await trigger.poll())).toEqual(['created new']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('half of them, All Existing Projects: each is delivered once', async () => {
		const trigger = mixed({ nulls, stamped: 300, unstamped: 300 }, { startFrom: 'all' });
		const changes = (await trigger.pollUntilIdle()).flat();
		expectEachOnce(idsIn(changes), numbered(0, 600));
		expect([...new Set(changes.map(({ event }) => event))]).toEqual(['existing']);
		trigger.service.update('p500');
		trigger.service.nowMs += SECOND;
		trigger.service.create('new', UNSTAMPED);
		expect(eventsIn(await trigger.poll())).toEqual(['updated p500', 'created new']);
		trigger.service.create('newer', UNSTAMPED);
		trigger.service.nowMs += SECOND;
		trigger.service.update('p501');
		expect(eventsIn(await trigger.poll())).toEqual(['created newer', 'updated p501']);
		expect(await trigger.poll()).toEqual([]);
	});
});

test.each(NULLS)(
	'All Existing Projects: one that appears when the first poll has read no other is delivered ("%s")',
	async (nulls) => {
		const trigger = mixed({ nulls, stamped: 0, unstamped: 0 }, { startFrom: 'all' });
		const { service } = trigger;
		let isThere = false;
		service.beforeAnswer = () => {
			if (isThere || service.lastQuery?.sortBy !== 'created_at') return;
			isThere = true;
			service.create('new', UNSTAMPED);
		};
		const changes = [...(await trigger.poll()), ...(await trigger.poll())];
		expect(isThere).toBe(true);
		expect(idsIn(changes)).toEqual(['new']);
	},
);

test('All Existing Projects: the first stamp of one that is still to be delivered does not make it a new one', async () => {
	const mix = { nulls: 'postgresql', stamped: 10, unstamped: 600 } as const;
	const trigger = mixed(mix, { startFrom: 'all' });
	trigger.service.looseness = { ...SMALL_PAGES, nulls: 'postgresql' };
	trigger.service.requestsPerSecond = 2;
	const before = await trigger.poll();
	expect(idsIn(before)).not.toContain('p200');
	trigger.service.update('p200', { name: 'first stamp' });
	const changes = [...before, ...(await trigger.pollUntilIdle()).flat()];
	expect(eventsIn(changes).filter((event) => !event.startsWith('existing'))).toEqual([]);
	expectEachOnce(idsIn(changes), numbered(0, 610));
});

test('a new project without a stamp does not wait until a bulk change is older than Look Back', async () => {
	const mix = { nulls: 'postgresql', stamped: 120, unstamped: 50 } as const;
	const trigger = mixed(mix, { lookBackMs: 6 * HOUR });
	const { service } = trigger;
	service.looseness = { ...SMALL_PAGES, nulls: 'postgresql' };
	await trigger.publish();
	service.requestsPerSecond = 2;
	service.updateAll(numbered(0, 120), { name: 'bulk' }, SECOND);
	await trigger.pollUntilIdle();
	service.create('new', UNSTAMPED);
	const changes = [];
	for (let polls = 0; polls < 4; polls += 1) changes.push(...(await trigger.poll()));
	expect(eventsIn(changes)).toEqual(['created new']);
});

describe('of more projects than a poll has time to compare', () => {
	const imported = numbered(1_000, 1_800);

	async function slowAfterImport(nulls: (typeof NULLS)[number]) {
		const trigger = mixed({ nulls, stamped: 20, unstamped: 0 }, { lookBackMs: 0 });
		const { service } = trigger;
		await trigger.publish();
		service.requestsPerSecond = 1;
		service.looseness = { ...SMALL_PAGES, nulls };
		service.createAll(imported, UNSTAMPED);
		service.nowMs += MINUTE;
		service.update('p1', { name: 'stamped' });
		return trigger;
	}

	test('other changes are delivered, and the new ones when there is time', async () => {
		const trigger = await slowAfterImport('last');
		const { service } = trigger;
		expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
		service.update('p2', { name: 'stamped' });
		service.update('p1000', { name: 'stamped' });
		expect(eventsIn(await trigger.poll())).toEqual(['updated p2', 'created p1000']);
		service.requestsPerSecond = Infinity;
		const created = imported.slice(1).map((id) => `created ${id}`);
		expectEachOnce(eventsIn((await trigger.pollUntilIdle()).flat()), created);
	});

	test('where these stand before other changes, polls fail and say so, and nothing is lost', async () => {
		const trigger = await slowAfterImport('first');
		const changes = [...(await trigger.poll())];
		trigger.service.update('p1000', { name: 'stamped' });
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'listTooLong' });
		trigger.service.requestsPerSecond = Infinity;
		changes.push(...(await trigger.pollUntilIdle()).flat());
		const created = imported.map((id) => `created ${id}`);
		expectEachOnce(eventsIn(changes), ['updated p1', ...created]);
	});
});

test('a new one that gets its first stamp just before a poll comes to read it is created all the same', async () => {
	const trigger = mixed({ nulls: 'last', stamped: 1_000, unstamped: 0 }, { lookBackMs: 0 });
	const { service } = trigger;
	await trigger.publish();
	service.requestsPerSecond = 1;
	service.create('new', UNSTAMPED);
	service.updateAll(numbered(0, 600), { name: 'bulk' }, SECOND);
	service.beforeAnswer = () => {
		const isUntouched = service.get('new')?.['updated_at'] === null;
		if (isUntouched && service.lastQuery?.sortBy === 'created_at') service.update('new');
	};
	const changes = (await trigger.pollUntilIdle()).flat();
	expect(service.get('new')?.['updated_at']).not.toBeNull();
	const bulk = numbered(0, 600).map((id) => `updated ${id}`);
	expectEachOnce(eventsIn(changes), [...bulk, 'created new']);
});
