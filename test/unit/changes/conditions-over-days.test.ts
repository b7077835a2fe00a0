/** When a day begins for Became Overdue and Due Soon, and what it costs. */
import { START_MS } from './service';
import { DAY, HOUR, MINUTE, numbered, TestTrigger } from './testTrigger';
import { OVERDUE, publishedWithEnds } from './watching';

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
