/** Bulk changes: many rows with one stamp, on services that allow few requests a second. */
import { STRICT } from '../../../dev/sandbox/projects/looseListing';
import type { Ties } from './service';
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
	withProjects,
} from './testTrigger';

interface Bulk {
	readonly rows: number;
	readonly requestsPerSecond: number;
}

/** A published trigger over an account in which all but ten projects have just been changed at once. */
async function afterBulk(
	{ rows, requestsPerSecond }: Bulk,
	options: Parameters<typeof withProjects>[1] = {},
	everyMs = 0,
): Promise<TestTrigger> {
	const trigger = withProjects(rows + 10, options);
	const { service } = trigger;
	await trigger.publish();
	service.requestsPerSecond = requestsPerSecond;
	service.nowMs += HOUR;
	for (const id of numbered(0, rows)) {
		service.nowMs += everyMs;
		service.update(id, { name: 'bulk' });
	}
	return trigger;
}

/** Within two polls. */
async function expectLaterChange(trigger: TestTrigger): Promise<void> {
	const last = trigger.service.get(`p3`);
	expect(last).toBeDefined();
	trigger.service.update('p3', { name: 'later' });
	const changes = [...(await trigger.poll()), ...(await trigger.poll())];
	expect(eventsIn(changes)).toEqual(['updated p3']);
}

describe('one stamp', () => {
	test('20,000 rows fill a poll exactly, and single changes come after: each is delivered once', async () => {
		const trigger = await afterBulk({ rows: 20_000, requestsPerSecond: 50 });
		const delivered: string[] = [];
		for (let number = 0; number < 12; number += 1) {
			delivered.push(...idsIn(await trigger.poll(30 * SECOND)));
			trigger.service.create(`single-${number}`);
		}
		delivered.push(...idsIn(await trigger.poll()));
		const singles = Array.from({ length: 12 }, (_single, number) => `single-${number}`);
		expectEachOnce(delivered, [...numbered(0, 20_000), ...singles]);
	});

	test.each<Bulk>([
		{ rows: 12_000, requestsPerSecond: 5 },
		{ rows: 25_000, requestsPerSecond: 10 },
		{ rows: 30_000, requestsPerSecond: 2 },
	])(
		'$rows rows at $requestsPerSecond requests/s: no poll fails, each is delivered once, a later change within two polls',
		async (bulk) => {
			const trigger = await afterBulk(bulk);
			const polls = await trigger.pollUntilIdle();
			expectEachOnce(idsIn(polls.flat()), numbered(0, bulk.rows));
			await expectLaterChange(trigger);
			expect(trigger.largestState).toBeLessThan(230_000);
		},
	);

	test('a change that comes while the backlog is delivered is delivered after it', async () => {
		const trigger = await afterBulk({ rows: 12_000, requestsPerSecond: 5 });
		const first = await trigger.poll();
		trigger.service.update('p12003', { name: 'meanwhile' });
		const rest = (await trigger.pollUntilIdle()).flat();
		expectEachOnce(idsIn([...first, ...rest]), [...numbered(0, 12_000), 'p12003']);
	});

	test.each<[Ties, Bulk]>([
		['random', { rows: 3_000, requestsPerSecond: 10 }],
		['postgresql', { rows: 1_000, requestsPerSecond: 5 }],
		['reverse', { rows: 3_000, requestsPerSecond: 5 }],
	])('%s order of equal stamps, %o: each is delivered once', async (ties, bulk) => {
		const trigger = await afterBulk(bulk);
		trigger.service.ties = ties;
		const polls = await trigger.pollUntilIdle();
		expectEachOnce(idsIn(polls.flat()), numbered(0, bulk.rows));
		await expectLaterChange(trigger);
	});

	test('from a service that answers 20 rows at most: each is delivered once', async () => {
		const trigger = await afterBulk({ rows: 2_000, requestsPerSecond: 5 });
		trigger.service.looseness = { ...STRICT, maxPerPage: 20 };
		const polls = await trigger.pollUntilIdle();
		expectEachOnce(idsIn(polls.flat()), numbered(0, 2_000));
		await expectLaterChange(trigger);
	});
});

describe('different stamps', () => {
	test('12,000 rows at 5 requests/s: each poll of the backlog delivers at least half of what the rate allows', async () => {
		const rate = 36 * 5 * 100;
		const trigger = await afterBulk({ rows: 12_000, requestsPerSecond: 5 }, {}, 10);
		const polls = await trigger.pollUntilIdle();
		expectEachOnce(idsIn(polls.flat()), numbered(0, 12_000));
		let left = 12_000;
		for (const changes of polls) {
			expect(changes.length).toBeGreaterThanOrEqual(Math.min(left, rate / 2));
			left -= changes.length;
		}
	});

	test('from a service that answers 9 rows at most, twice a second: no poll is in vain', async () => {
		const trigger = await afterBulk({ rows: 1_000, requestsPerSecond: 2 }, {}, SECOND);
		trigger.service.looseness = { ...STRICT, maxPerPage: 9 };
		const polls = await trigger.pollUntilIdle();
		expectEachOnce(idsIn(polls.flat()), numbered(0, 1_000));
	});

	test('a shorter Look Back applies at once', async () => {
		const trigger = withProjects(10, { lookBackMs: HOUR });
		const { service } = trigger;
		await trigger.publish();
		for (const id of numbered(10, 400)) {
			service.nowMs += 5 * SECOND;
			service.create(id);
		}
		await trigger.poll();
		const rowsRead = async () => {
			const before = service.rowsSent;
			expect(await trigger.poll(SECOND)).toEqual([]);
			return service.rowsSent - before;
		};
		expect(await rowsRead()).toBeGreaterThan(350);
		trigger.options = { ...trigger.options, lookBackMs: MINUTE };
		// The first request asks for as many rows as were kept.
		await rowsRead();
		expect(await rowsRead()).toBeLessThan(50);
	});

	test('more within Look Back than is read again: the state and the next polls are bounded', async () => {
		const trigger = await afterBulk({ rows: 15_000, requestsPerSecond: Infinity }, {}, 10);
		const { service } = trigger;
		service.nowMs += SECOND;
		const polls = await trigger.pollUntilIdle();
		expectEachOnce(idsIn(polls.flat()), numbered(0, 15_000));
		service.rowsSent = 0;
		await trigger.poll(SECOND);
		expect(service.rowsSent).toBeLessThanOrEqual(12_000);
		expect(trigger.n8n.savedSize).toBeLessThan(200_000);
	});

	test('more within Look Back than is known afterwards: what existed at the baseline is never created', async () => {
		const trigger = await afterBulk(
			{ rows: 7_000, requestsPerSecond: 2 },
			{ lookBackMs: 6 * HOUR },
			SECOND,
		);
		const changes = (await trigger.pollUntilIdle()).flat();
		expect(new Set(changes.map(({ event }) => event))).toEqual(new Set(['updated']));
		expectEachOnce(idsIn(changes), numbered(0, 7_000));
	});

	test('a long Look Back takes at most a quarter of what a slow service allows', async () => {
		const trigger = withProjects(3_000, { lookBackMs: 6 * HOUR });
		const { service } = trigger;
		service.nowMs += DAY;
		await trigger.publish();
		service.requestsPerSecond = 1;
		for (const id of numbered(0, 3_000)) {
			service.nowMs += SECOND;
			service.update(id, { name: 'bulk' });
		}
		const polls = await trigger.pollUntilIdle();
		expectEachOnce(idsIn(polls.flat()), numbered(0, 3_000));
		service.rowsSent = 0;
		expect(await trigger.poll()).toEqual([]);
		expect(service.rowsSent).toBeLessThanOrEqual((36 * 100) / 4);
		await expectLaterChange(trigger);
	});
});

test('a poll whose place moves away each time that it has found it ends; the next one delivers', async () => {
	const trigger = withProjects(10_000);
	const { service } = trigger;
	await trigger.publish();
	for (const id of numbered(9_400, 10_000)) {
		service.nowMs += SECOND;
		service.update(id, { name: 'changed' });
	}
	let deleted = 0;
	service.beforeAnswer = () => {
		if (service.lastQuery?.order !== 'asc') return;
		for (const id of numbered(deleted, deleted + 101)) service.delete(id);
		deleted += 101;
	};
	await expect(trigger.poll()).rejects.toMatchObject({ kind: 'listKeptChanging' });
	service.beforeAnswer = () => {};
	expect(idsIn(await trigger.poll())).toEqual(numbered(9_400, 10_000));
});

test('30,000 of one stamp in random order, more than a poll can read: no poll fails, none is delivered twice', async () => {
	const trigger = await afterBulk({ rows: 30_000, requestsPerSecond: 9 });
	trigger.service.ties = 'random';
	const changes = [await trigger.poll(), await trigger.poll()].flat();
	expect(changes.length).toBeGreaterThan(15_000);
	expect(new Set(idsIn(changes)).size).toBe(changes.length);
	expect(trigger.largestState).toBeLessThan(360_000);
});
