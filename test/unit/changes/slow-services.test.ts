/** What one poll has no time for, over further polls, on services that are slow, lag, and leave out stamps. */
import { type NULLS, STRICT } from '../looseListing';
import type { TriggerState } from '../../../nodes/Collab/core/changes/state';
import { FUTURE } from './service';
import {
	DAY,
	eventsIn,
	expectEachOnce,
	HOUR,
	idsIn,
	MINUTE,
	numbered,
	SECOND,
	type TestTrigger,
} from './testTrigger';
import { afterBulk, mixed, UNSTAMPED } from './watching';

/** At two requests a second, a poll reads some hundred rows. */
const SMALL_PAGES = { ...STRICT, maxPerPage: 20 };

const hasBacklog = ({ n8n }: TestTrigger) => (n8n.state as TriggerState).backlog !== undefined;

describe('a backlog over many polls', () => {
	test('loses nothing and repeats nothing, while projects change and every third answer lags', async () => {
		const trigger = await afterBulk(4_000, 2, { everyMs: SECOND });
		const { service } = trigger;
		service.looseness = SMALL_PAGES;
		let lagging = service.replicaOf();
		service.showReplica = () => (service.requests % 3 === 2 ? lagging : undefined);
		const delivered: string[] = [];
		const expected = numbered(0, 4_000).map((id) => `updated ${id}`);
		for (let round = 0; round < 30; round += 1) {
			lagging = service.replicaOf();
			if (round < 5) {
				service.create(`new ${round}`);
				expected.push(`created new ${round}`);
			}
			service.nowMs += 20 * SECOND;
			delivered.push(...eventsIn(await trigger.poll()));
			if (round === 1) expect(hasBacklog(trigger)).toBe(true);
		}
		expect(hasBacklog(trigger)).toBe(false);
		expectEachOnce(delivered, expected);
	});

	test('tells what was created from what was changed, however long it takes', async () => {
		const trigger = await afterBulk(500, 2, { everyMs: SECOND });
		const { service } = trigger;
		service.createAll(numbered(4_000, 7_000), {}, SECOND);
		service.updateAll(numbered(0, 500), { name: 'x' }, SECOND);
		service.looseness = SMALL_PAGES;
		const polls = await trigger.pollUntilIdle();
		expect(polls.length).toBeGreaterThan(3);
		expectEachOnce(eventsIn(polls.flat()), [
			...numbered(0, 500).map((id) => `updated ${id}`),
			...numbered(4_000, 7_000).map((id) => `created ${id}`),
		]);
	});

	test('goes on where it was, though projects before it were deleted', async () => {
		const trigger = await afterBulk(3_000, 2, { everyMs: SECOND });
		const { service } = trigger;
		service.looseness = SMALL_PAGES;
		const delivered = idsIn(await trigger.poll());
		expect(hasBacklog(trigger)).toBe(true);
		for (const id of numbered(2_700, 2_800)) service.delete(id);
		delivered.push(...idsIn((await trigger.pollUntilIdle()).flat()));
		expectEachOnce(delivered, numbered(0, 3_000));
	});

	test('does not wait for Look Back, however long that is', async () => {
		const trigger = await afterBulk(3_000, 2, { everyMs: SECOND, lookBackMs: DAY });
		const { service } = trigger;
		service.looseness = SMALL_PAGES;
		const polls = await trigger.pollUntilIdle();
		expectEachOnce(idsIn(polls.flat()), numbered(0, 3_000));
		expect(polls.length).toBeGreaterThan(2);
		for (const changes of polls.slice(0, -1)) expect(changes.length).toBeGreaterThan(400);
	});

	test.each([
		['of the same size', 12, 12],
		['that are smaller meanwhile', 70, 50],
		['that are half as large meanwhile', 20, 10],
		['that are larger meanwhile', 20, 60],
	])('ends where the service has pages %s, and loses nothing', async (_what, before, after) => {
		const trigger = await afterBulk(6_000, 2, { everyMs: SECOND });
		const { service } = trigger;
		service.looseness = { ...STRICT, maxPerPage: before };
		const delivered = idsIn(await trigger.poll());
		expect(hasBacklog(trigger)).toBe(true);
		service.looseness = { ...STRICT, maxPerPage: after };
		service.requestsPerSecond = 50;
		delivered.push(...idsIn((await trigger.pollUntilIdle()).flat()));
		expect(hasBacklog(trigger)).toBe(false);
		expectEachOnce(delivered, numbered(0, 6_000));
	});

	test('hides no change behind projects that are dated in the future', async () => {
		const trigger = await afterBulk(8_000, 2, { everyMs: SECOND });
		const { service } = trigger;
		service.createAll(numbered(9_000, 9_150), { updated_at: FUTURE });
		service.looseness = SMALL_PAGES;
		const delivered = idsIn(await trigger.poll());
		expect(hasBacklog(trigger)).toBe(true);
		service.update('p8005', { name: 'meanwhile' });
		delivered.push(...idsIn((await trigger.pollUntilIdle()).flat()));
		expectEachOnce(delivered, [...numbered(0, 8_000), ...numbered(9_000, 9_150), 'p8005']);
	});
});

describe.each<(typeof NULLS)[number]>(['last', 'postgresql'])(
	'All Existing Projects over some polls, with projects without a stamp ("%s")',
	(nulls) => {
		test('what is created or stamped meanwhile comes as what it is, and all once', async () => {
			const mix = { nulls, stamped: 300, unstamped: 120 } as const;
			const trigger = mixed(mix, { startFrom: 'all' });
			const { service } = trigger;
			service.looseness = { ...STRICT, nulls, maxPerPage: 9 };
			service.requestsPerSecond = 2;
			const changes = [...(await trigger.poll())];
			expect(hasBacklog(trigger)).toBe(true);
			service.create('new');
			service.create('new without', UNSTAMPED);
			const left = numbered(0, 420).filter((id) => !idsIn(changes).includes(id));
			service.update(left[0] ?? '', { name: 'changed before it was read' });
			const [first] = idsIn(changes);
			service.update(first ?? '', { name: 'changed after it was read' });
			changes.push(...(await trigger.pollUntilIdle()).flat());
			expectEachOnce(eventsIn(changes), [
				...numbered(0, 420).map((id) => `existing ${id}`),
				`updated ${first}`,
				'created new',
				'created new without',
			]);
		});
	},
);

test('All Existing Projects over some polls, with Removed: the list is compared when all are delivered', async () => {
	const options = { startFrom: 'all', events: ['created', 'removed'], lookBackMs: 0 } as const;
	const trigger = mixed({ nulls: 'last', stamped: 400, unstamped: 0 }, options);
	const { service } = trigger;
	service.looseness = { ...STRICT, maxPerPage: 9 };
	service.requestsPerSecond = 2;
	const changes = (await trigger.pollUntilIdle()).flat();
	expectEachOnce(
		eventsIn(changes),
		numbered(0, 400).map((id) => `existing ${id}`),
	);
	service.nowMs += HOUR;
	service.delete('p7');
	expect(eventsIn(await trigger.poll())).toEqual(['removed p7']);
});

test('with null stamps and a replica that lags, each change is delivered once', async () => {
	const mix = { nulls: 'postgresql', stamped: 150, unstamped: 150 } as const;
	const trigger = mixed(mix);
	const { service } = trigger;
	await trigger.publish();
	service.requestsPerSecond = 2;
	service.looseness = { ...SMALL_PAGES, nulls: 'postgresql' };
	const delivered: string[] = [];
	const expected: string[] = [];
	let lagging = service.replicaOf();
	service.showReplica = () => (service.requests % 3 === 1 ? lagging : undefined);
	for (let round = 0; round < 12; round += 1) {
		lagging = service.replicaOf();
		if (round < 6) {
			service.create(`new ${round}`, UNSTAMPED);
			service.update(`p${200 + round}`, { name: 'first stamp' });
			service.update(`p${round}`, { name: 'x' });
			expected.push(`created new ${round}`, `updated p${200 + round}`, `updated p${round}`);
		}
		delivered.push(...eventsIn(await trigger.poll()));
	}
	expectEachOnce(delivered, expected);
});

test('a quiet hour after a bulk change, an idle poll is one request of ten rows', async () => {
	const trigger = await afterBulk(3_000, 50, { everyMs: SECOND });
	await trigger.pollUntilIdle();
	await trigger.poll(HOUR);
	await trigger.poll(MINUTE);
	trigger.service.rowsSent = 0;
	expect(await trigger.poll(MINUTE)).toEqual([]);
	expect([trigger.requests, trigger.service.rowsSent]).toEqual([1, 10]);
	expect(trigger.n8n.savedSize).toBeLessThan(600);
});
