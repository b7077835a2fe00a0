/** Became Overdue and Due Soon over days, in time zones, and among changes and restarts. */
import fc from 'fast-check';
import { cases } from '../../random';
import type { ConditionEvent } from '../../../nodes/Collab/core/changes/options';
import { START_MS } from './service';
import { DAY, eventsIn, expectEachOnce, HOUR, MINUTE, numbered, TestTrigger } from './testTrigger';
import { dayAfter, DONE, OVERDUE, publishedWithEnds } from './watching';

describe('a day', () => {
	/** The first minute at which the project that ends on that day is overdue, in hours UTC. */
	async function overdueAt(timeZone: string, endDate: string): Promise<string> {
		const trigger = new TestTrigger({ ...OVERDUE, timeZone });
		const { service } = trigger;
		service.nowMs = Date.parse(endDate) - HOUR * 20;
		service.create('a', { end_date: endDate });
		await trigger.publish();
		for (let minutes = 0; minutes < 80 * 60; minutes += 30) {
			const changes = await trigger.poll(30 * MINUTE);
			if (changes.length > 0) return new Date(service.nowMs).toISOString();
		}
		return 'never';
	}

	test.each([
		['UTC', '2026-06-05', '2026-06-06T00:00:00.000Z'],
		['America/New_York', '2026-06-05', '2026-06-06T04:00:00.000Z'],
		['Asia/Kolkata', '2026-06-05', '2026-06-05T18:30:00.000Z'],
		['Pacific/Kiritimati', '2026-06-05', '2026-06-05T10:00:00.000Z'],
		// Clocks go forward on 2026-03-29 and back on 2026-10-25 in Berlin.
		['Europe/Berlin', '2026-03-28', '2026-03-28T23:00:00.000Z'],
		['Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00.000Z'],
		['Europe/Berlin', '2026-10-24', '2026-10-24T22:00:00.000Z'],
		['Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
	])("begins in the workflow's time zone: %s, after %s", async (zone, endDate, expected) => {
		expect(await overdueAt(zone, endDate)).toBe(expected);
	});

	test('costs one whole list, other polls one request', async () => {
		const trigger = await publishedWithEnds(
			Object.fromEntries(numbered(0, 500).map((id) => [id, 1])),
		);
		const { service } = trigger;
		service.nowMs += HOUR;
		await trigger.poll();
		await trigger.poll();
		expect(trigger.requests).toBe(1);
		service.nowMs = START_MS + DAY;
		await trigger.poll();
		expect(trigger.requests).toBeLessThan(10);
		await trigger.poll();
		expect(trigger.requests).toBe(1);
	});
});

test('over days, changes and restarts, each crossing is delivered once', async () => {
	const hour = fc.record({
		project: fc.nat(9),
		action: fc.constantFrom('end date', 'complete', 'archive', 'restore', 'restart', 'create'),
		days: fc.integer({ min: -3, max: 3 }),
		hours: fc.integer({ min: 0, max: 40 }),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(hour, { maxLength: 30 }), async (steps) => {
			const trigger = new TestTrigger({
				events: ['becameOverdue', 'dueSoon'],
				dueSoonDays: 2,
				timeZone: 'Europe/Berlin',
			});
			const { service } = trigger;
			const ids = numbered(0, 10);
			for (const id of ids) {
				service.create(id, { end_date: dayAfter(Number(id.slice(1)) - 4) });
			}
			await trigger.publish();
			// Independent of the code: what holds now, by the calendar of the workflow.
			const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
			const holds = (event: ConditionEvent, id: string) => {
				const { end_date, status, task_count, completed_task_count } = service.get(id)!;
				const isDone = Number(task_count) > 0 && task_count === completed_task_count;
				if (isDone || status === 'archived') return false;
				const [today, last] = [0, 2].map((days) => calendar.format(service.nowMs + days * DAY));
				const end = typeof end_date === 'string' ? end_date : '';
				return event === 'becameOverdue' ? end < today! : end >= today! && end <= last!;
			};
			const all = () =>
				(['becameOverdue', 'dueSoon'] as const).flatMap((event) =>
					ids.filter((id) => holds(event, id)).map((id) => `${event} ${id}`),
				);
			let before = all();
			for (const { project, action, days, hours } of steps) {
				const id = ids[project % ids.length]!;
				if (action === 'restart') trigger.n8n.restart();
				else if (action === 'create') {
					ids.push(`p${ids.length}`);
					service.create(ids.at(-1)!, { end_date: dayAfter(days) });
				} else if (action === 'end date') {
					service.update(id, {
						end_date: dayAfter(days + Math.round((service.nowMs - START_MS) / DAY)),
					});
				} else if (action === 'complete') service.update(id, DONE);
				else service.update(id, { status: action === 'archive' ? 'archived' : 'active' });
				const delivered = eventsIn(await trigger.poll(hours * HOUR + MINUTE));
				const now = all();
				expectEachOnce(
					delivered,
					now.filter((one) => !before.includes(one)),
				);
				before = now;
			}
		}),
		cases(5),
	);
});
