/** Became Overdue, Due Soon and Became Stale: each is delivered once when it begins to hold. */
import { START_MS } from './service';
import { DAY, eventsIn, HOUR, idsIn, numbered, Story } from './story';
import { ARCHIVED, dayAfter, DONE, OVERDUE, publishedWithEnds } from './watching';

/** The first poll of a day, and one more. */
async function pollOnDay(story: Story, day: number): Promise<string[]> {
	const { service } = story;
	service.nowMs = START_MS + day * DAY - 11 * HOUR;
	const events = eventsIn(await story.poll());
	expect(await story.poll()).toEqual([]);
	return events;
}

describe('Became Overdue', () => {
	test('is delivered on the day after the end date, once; publishing delivers none', async () => {
		const story = await publishedWithEnds({ late: -1, today: 0, tomorrow: 1, later: 9 });
		expect(await story.poll()).toEqual([]);
		expect(await pollOnDay(story, 1)).toEqual(['becameOverdue today']);
		expect(await pollOnDay(story, 2)).toEqual(['becameOverdue tomorrow']);
		expect(await pollOnDay(story, 3)).toEqual([]);
	});

	test('is delivered at once when a change makes it so, and again after it was not', async () => {
		const story = await publishedWithEnds({ a: 5 });
		const { service } = story;
		const move = async (days: number) => {
			service.update('a', { end_date: dayAfter(days) });
			return eventsIn(await story.poll());
		};
		expect(await move(-3)).toEqual(['becameOverdue a']);
		expect(await move(-4)).toEqual([]);
		expect(await move(3)).toEqual([]);
		expect(await move(-1)).toEqual(['becameOverdue a']);
	});

	test('comes as an item of its own beside the change', async () => {
		const story = await publishedWithEnds({ a: 5 }, { events: ['updated', 'becameOverdue'] });
		story.service.update('a', { end_date: dayAfter(-1) });
		expect(eventsIn(await story.poll())).toEqual(['updated a', 'becameOverdue a']);
	});

	test('is not delivered for complete and archived projects, and for reopened ones it is', async () => {
		const story = await publishedWithEnds({ done: 0, archived: 0 });
		const { service } = story;
		service.update('done', DONE);
		service.update('archived', ARCHIVED);
		await story.poll();
		expect(await pollOnDay(story, 1)).toEqual([]);
		service.update('done', { completed_task_count: 1 });
		service.update('archived', { status: 'active' });
		expect(idsIn(await story.poll()).sort()).toEqual(['archived', 'done']);
	});

	test('after days without a poll, those of all days come together', async () => {
		const story = await publishedWithEnds({ a: 1, b: 2, c: 30 });
		expect((await pollOnDay(story, 9)).sort()).toEqual(['becameOverdue a', 'becameOverdue b']);
	});

	test('Status and Filters apply', async () => {
		const story = await publishedWithEnds(
			{ a: 0, b: 0 },
			{ ...OVERDUE, status: 'active', matches: ({ id }) => id === 'b' },
		);
		expect(await pollOnDay(story, 1)).toEqual(['becameOverdue b']);
	});

	test('From All Existing Projects delivers those as existing, not as overdue', async () => {
		const story = await publishedWithEnds({ late: -1, later: 9 }, { ...OVERDUE, startFrom: 'all' });
		const events = (await story.pollUntilIdle()).flatMap(eventsIn);
		expect(events.filter((event) => event.startsWith('becameOverdue'))).toEqual([]);
	});
});

test('Due Soon: so many days before the end, in the days that were chosen', async () => {
	const story = await publishedWithEnds(
		{ today: 0, week: 7, after: 8, far: 30 },
		{ events: ['dueSoon'], dueSoonDays: 7 },
	);
	expect(await story.poll()).toEqual([]);
	expect(await pollOnDay(story, 1)).toEqual(['dueSoon after']);
	story.options = { ...story.options, dueSoonDays: 40 };
	expect(await pollOnDay(story, 2)).toEqual([]);
	story.service.create('new', { end_date: dayAfter(3) });
	expect(eventsIn(await story.poll())).toEqual(['dueSoon new']);
});

test('Became Stale: after so many days without a change, and again after a change', async () => {
	const story = await publishedWithEnds({ a: 99 }, { events: ['becameStale'], staleDays: 3 });
	expect(await pollOnDay(story, 3)).toEqual([]);
	expect(await pollOnDay(story, 4)).toEqual(['becameStale a']);
	story.service.update('a', { name: 'x' });
	expect(await story.poll()).toEqual([]);
	expect(await pollOnDay(story, 7)).toEqual([]);
	expect(await pollOnDay(story, 8)).toEqual(['becameStale a']);
});

test('another number of days, or the event chosen later, delivers nothing for what holds already', async () => {
	const story = await publishedWithEnds({ a: -1, b: 3 }, { events: ['updated'] });
	story.options = { ...story.options, events: ['updated', 'becameOverdue', 'dueSoon'] };
	expect(await story.poll()).toEqual([]);
	story.options = { ...story.options, dueSoonDays: 1 };
	expect(await story.poll()).toEqual([]);
	story.service.update('b', { end_date: dayAfter(1) });
	expect(eventsIn(await story.poll())).toEqual(['updated b', 'dueSoon b']);
});

test('another event chosen later loses no removal and no crossing', async () => {
	const events = ['removed', 'becameOverdue'] as const;
	const story = await publishedWithEnds({ a: 0, b: 9, c: 9 }, { events: [...events] });
	await story.poll();
	story.service.delete('b');
	story.service.nowMs = START_MS + DAY;
	story.options = { ...story.options, events: [...events, 'dueSoon'] };
	expect(eventsIn(await story.poll())).toEqual(['becameOverdue a', 'removed b']);
	expect(await story.poll()).toEqual([]);
});

test('a damaged part of the state is read anew, without false events', async () => {
	const story = await publishedWithEnds({ a: -1, b: -2 });
	const saved = JSON.stringify(story.n8n.state);
	const none = { day: 'x', holding: 'y' };
	for (const conditions of [null, 7, none, { day: 1, holding: { 'becameOverdue 0': 'short' } }]) {
		const state = JSON.parse(saved) as { all: { conditions: unknown } };
		state.all.conditions = conditions;
		expect(await story.pollWith({ load: () => state, save: () => {} })).toEqual([]);
	}
});

test('what holds for more projects than fit gives a clear error', async () => {
	const story = new Story({ ...OVERDUE, includePreviousValues: true });
	for (const id of numbered(0, 30_000)) {
		story.service.create(id, { end_date: dayAfter(-1) });
	}
	await expect(story.poll()).rejects.toMatchObject({ kind: 'tooManyProjects' });
});
