/** Became Overdue, Due Soon and Became Stale: each is delivered once when it begins to hold. */
import { STRICT } from '../looseListing';
import { START_MS } from './service';
import {
	DAY,
	eventsIn,
	HOUR,
	idsIn,
	numbered,
	type TestTrigger,
	withProjects,
} from './testTrigger';
import { ARCHIVED, dayAfter, DONE, OVERDUE, publishedWithEnds } from './watching';

/** The first poll of a day, and one more. */
async function pollOnDay(trigger: TestTrigger, day: number): Promise<string[]> {
	const { service } = trigger;
	service.nowMs = START_MS + day * DAY - 11 * HOUR;
	const events = eventsIn(await trigger.poll());
	expect(await trigger.poll()).toEqual([]);
	return events;
}

describe('Became Overdue', () => {
	test('is delivered on the day after the end date, once; publishing delivers none', async () => {
		const trigger = await publishedWithEnds({ late: -1, today: 0, tomorrow: 1, later: 9 });
		expect(await trigger.poll()).toEqual([]);
		expect(await pollOnDay(trigger, 1)).toEqual(['becameOverdue today']);
		expect(await pollOnDay(trigger, 2)).toEqual(['becameOverdue tomorrow']);
		expect(await pollOnDay(trigger, 3)).toEqual([]);
	});

	test('is delivered at once when a change makes it so, and again after it was not', async () => {
		const trigger = await publishedWithEnds({ a: 5 });
		const { service } = trigger;
		const move = async (days: number) => {
			service.update('a', { end_date: dayAfter(days) });
			return eventsIn(await trigger.poll());
		};
		expect(await move(-3)).toEqual(['becameOverdue a']);
		expect(await move(-4)).toEqual([]);
		expect(await move(3)).toEqual([]);
		expect(await move(-1)).toEqual(['becameOverdue a']);
	});

	test('comes as an item of its own beside the change', async () => {
		const trigger = await publishedWithEnds({ a: 5 }, { events: ['updated', 'becameOverdue'] });
		trigger.service.update('a', { end_date: dayAfter(-1) });
		expect(eventsIn(await trigger.poll())).toEqual(['updated a', 'becameOverdue a']);
	});

	test('is not delivered for complete and archived projects, and for reopened ones it is', async () => {
		const trigger = await publishedWithEnds({ done: 0, archived: 0 });
		const { service } = trigger;
		service.update('done', DONE);
		service.update('archived', ARCHIVED);
		await trigger.poll();
		expect(await pollOnDay(trigger, 1)).toEqual([]);
		service.update('done', { completed_task_count: 1 });
		service.update('archived', { status: 'active' });
		expect(idsIn(await trigger.poll()).sort()).toEqual(['archived', 'done']);
	});

	test('after days without a poll, those of all days come together', async () => {
		const trigger = await publishedWithEnds({ a: 1, b: 2, c: 30 });
		expect((await pollOnDay(trigger, 9)).sort()).toEqual(['becameOverdue a', 'becameOverdue b']);
	});

	test('Status and Filters apply', async () => {
		const trigger = await publishedWithEnds(
			{ a: 0, b: 0 },
			{ ...OVERDUE, status: 'active', matches: ({ id }) => id === 'b' },
		);
		expect(await pollOnDay(trigger, 1)).toEqual(['becameOverdue b']);
	});

	test('From All Existing Projects delivers those as existing, not as overdue', async () => {
		const trigger = await publishedWithEnds(
			{ late: -1, later: 9 },
			{ ...OVERDUE, startFrom: 'all' },
		);
		const events = (await trigger.pollUntilIdle()).flatMap(eventsIn);
		expect(events.filter((event) => event.startsWith('becameOverdue'))).toEqual([]);
	});
});

test('Due Soon: so many days before the end, in the days that were chosen', async () => {
	const trigger = await publishedWithEnds(
		{ today: 0, week: 7, after: 8, far: 30 },
		{ events: ['dueSoon'], dueSoonDays: 7 },
	);
	expect(await trigger.poll()).toEqual([]);
	expect(await pollOnDay(trigger, 1)).toEqual(['dueSoon after']);
	trigger.options = { ...trigger.options, dueSoonDays: 40 };
	expect(await pollOnDay(trigger, 2)).toEqual([]);
	trigger.service.create('new', { end_date: dayAfter(3) });
	expect(eventsIn(await trigger.poll())).toEqual(['dueSoon new']);
});

test('Became Stale: after so many days without a change, and again after a change', async () => {
	const trigger = await publishedWithEnds({ a: 99 }, { events: ['becameStale'], staleDays: 3 });
	expect(await pollOnDay(trigger, 3)).toEqual([]);
	expect(await pollOnDay(trigger, 4)).toEqual(['becameStale a']);
	trigger.service.update('a', { name: 'x' });
	expect(await trigger.poll()).toEqual([]);
	expect(await pollOnDay(trigger, 7)).toEqual([]);
	expect(await pollOnDay(trigger, 8)).toEqual(['becameStale a']);
});

test('another number of days, or the event chosen later, delivers nothing for what holds already', async () => {
	const trigger = await publishedWithEnds({ a: -1, b: 3 }, { events: ['updated'] });
	trigger.options = { ...trigger.options, events: ['updated', 'becameOverdue', 'dueSoon'] };
	expect(await trigger.poll()).toEqual([]);
	trigger.options = { ...trigger.options, dueSoonDays: 1 };
	expect(await trigger.poll()).toEqual([]);
	trigger.service.update('b', { end_date: dayAfter(1) });
	expect(eventsIn(await trigger.poll())).toEqual(['updated b', 'dueSoon b']);
});

test('another event chosen later loses no removal and no crossing', async () => {
	const events = ['removed', 'becameOverdue'] as const;
	const trigger = await publishedWithEnds({ a: 0, b: 9, c: 9 }, { events: [...events] });
	await trigger.poll();
	trigger.service.delete('b');
	trigger.service.nowMs = START_MS + DAY;
	trigger.options = { ...trigger.options, events: [...events, 'dueSoon'] };
	expect(eventsIn(await trigger.poll())).toEqual(['becameOverdue a', 'removed b']);
	expect(await trigger.poll()).toEqual([]);
});

test('an account that is read too slowly for its conditions cannot be published', async () => {
	const trigger = withProjects(1_000, OVERDUE);
	trigger.service.looseness = { ...STRICT, maxPerPage: 9 };
	trigger.service.requestsPerSecond = 2;
	await expect(trigger.poll()).rejects.toMatchObject({ kind: 'listTooLong' });
});

test('where a day begins while the service is slow, changes are delivered, and crossings when it is not', async () => {
	const trigger = await publishedWithEnds(
		Object.fromEntries(numbered(0, 1_000).map((id) => [id, id === 'p7' ? 0 : 9])),
		{ events: ['updated', 'becameOverdue'] },
	);
	const { service } = trigger;
	service.looseness = { ...STRICT, maxPerPage: 9 };
	service.requestsPerSecond = 2;
	service.nowMs = START_MS + DAY;
	service.update('p3', { name: 'x' });
	expect(eventsIn(await trigger.poll())).toEqual(['updated p3']);
	service.requestsPerSecond = Infinity;
	expect(eventsIn(await trigger.poll())).toEqual(['becameOverdue p7']);
});
