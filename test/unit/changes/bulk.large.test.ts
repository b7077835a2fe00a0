/** More changes than a poll can read, on services that allow few requests a second. Small ones are in backlog.test.ts. */
import { FUTURE } from './service';
import {
	eventsIn,
	expectEachOnce,
	HOUR,
	idsIn,
	MINUTE,
	numbered,
	SECOND,
	withProjects,
} from './testTrigger';
import { afterBulk, expectDelivered } from './watching';

const byNumber = (a: string, b: string) => Number(a.slice(1)) - Number(b.slice(1));

describe('one stamp', () => {
	test('20,000 rows fill a poll exactly, and single changes come after: each is delivered once', async () => {
		const trigger = await afterBulk(20_000, 50);
		const delivered: string[] = [];
		const singles = numbered(0, 12).map((id) => `single ${id}`);
		for (const id of singles) {
			delivered.push(...idsIn(await trigger.poll(30 * SECOND)));
			trigger.service.create(id);
		}
		delivered.push(...idsIn(await trigger.poll()));
		expectEachOnce(delivered, [...numbered(0, 20_000), ...singles]);
	});

	test.each([
		[25_000, 10],
		[30_000, 2],
	])(
		'%i rows at %i requests/s: no poll fails, each is delivered once, a later change within two polls',
		async (rows, requestsPerSecond) => {
			const trigger = await afterBulk(rows, requestsPerSecond);
			await expectDelivered(trigger, rows);
			expect(trigger.largestState).toBeLessThan(24 * rows + 2_000);
		},
	);

	test.each([0, 300_000])(
		'10,000 new projects are delivered by one poll, with %i ms of Look Back',
		async (lookBackMs) => {
			const trigger = withProjects(1, { lookBackMs });
			await trigger.publish();
			trigger.service.nowMs += MINUTE;
			trigger.service.createAll(numbered(1, 10_001));
			expectEachOnce(idsIn(await trigger.poll()), numbered(1, 10_001));
			expect(trigger.n8n.savedSize).toBeLessThan(24 * 10_000 + 2_000);
			trigger.service.create('later');
			expect(eventsIn(await trigger.poll())).toEqual(['created later']);
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('of the year 2031: they are delivered at once, and delay no other change', async () => {
		const trigger = withProjects(6_000);
		const { service } = trigger;
		await trigger.publish();
		service.updateAll(numbered(0, 5_000), { updated_at: FUTURE });
		service.update('p5500');
		expectEachOnce(idsIn(await trigger.poll()), [...numbered(0, 5_000), 'p5500']);
		service.update('p5501');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p5501']);
		service.nowMs = Date.parse(FUTURE);
		expect(await trigger.pollUntilIdle()).toEqual([]);
	});

	test('of the year 2031, more than Look Back reads again: they hide no other change', async () => {
		const trigger = withProjects(11_000);
		const { service } = trigger;
		await trigger.publish();
		service.updateAll(numbered(0, 10_500), { updated_at: FUTURE });
		await trigger.pollUntilIdle();
		service.update('p10900');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p10900']);
	});
});

describe('different stamps', () => {
	test.each([
		[1, 1 / 3],
		[2, 1 / 2],
		[5, 1 / 2],
		[16, 1 / 2],
	])(
		'10,000 rows at %d requests/s: each once, oldest first within a poll, at least %d of what the rate allows',
		async (requestsPerSecond, share) => {
			const rate = 36 * requestsPerSecond * 100;
			const trigger = await afterBulk(10_000, requestsPerSecond, { everyMs: SECOND });
			trigger.service.requests = 0;
			const polls = await trigger.pollUntilIdle();
			expectEachOnce(idsIn(polls.flat()), numbered(0, 10_000));
			for (const changes of polls) expect(idsIn(changes)).toEqual(idsIn(changes).sort(byNumber));
			// A hundred windows, and for each poll a few to go on or to find the place.
			expect(trigger.service.requests).toBeLessThan(150 + 3 * polls.length);
			let left = 10_000;
			for (const changes of polls) {
				expect(changes.length).toBeGreaterThanOrEqual(Math.min(left, rate * share));
				left -= changes.length;
			}
		},
	);

	test('25,000 rows are delivered over two polls, and then an idle poll is one request', async () => {
		const trigger = await afterBulk(25_000, Infinity, { everyMs: SECOND });
		const { service } = trigger;
		const first = await trigger.poll();
		service.create('new');
		service.update('p100', { name: 'changed again before it was delivered' });
		expect(first.length).toBeGreaterThan(19_900);
		expect(first.length).toBeLessThanOrEqual(20_000);
		const rest = (await trigger.pollUntilIdle()).flat();
		expectEachOnce(idsIn([...first, ...rest]), [...numbered(0, 25_000), 'new']);
		await trigger.poll(6 * MINUTE);
		await trigger.poll();
		expect(trigger.requests).toBe(1);
	});

	test('more within Look Back than is known afterwards: what existed at the baseline is never created', async () => {
		const trigger = await afterBulk(7_000, 2, { lookBackMs: 6 * HOUR, everyMs: SECOND });
		const changes = (await trigger.pollUntilIdle()).flat();
		expect(new Set(changes.map(({ event }) => event))).toEqual(new Set(['updated']));
		expectEachOnce(idsIn(changes), numbered(0, 7_000));
	});
});
