/** Project Removed: exactly the projects that are gone, each once, with what was known of them. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import type { Project } from '../../../nodes/Collab/core/contract';
import { changeAnswers, DAY, HOUR, MINUTE, SECOND, START_MS } from '../service';
import * as act from './testTrigger';
import { edit, nothing, numbered, remove, story, withProjects } from './testTrigger';

/** Each poll may be a full reading. */
const QUICK: Partial<ChangeOptions> = { events: ['removed'], lookBackMs: 0 };
const ALL: Partial<ChangeOptions> = { ...QUICK, events: ['created', 'updated', 'removed'] };
/** A full reading begins five minutes after the one before, or later. */
const USUAL: Partial<ChangeOptions> = { events: ['created', 'updated', 'removed'] };

const over = (count: number, options: Partial<ChangeOptions>) => () => withProjects(count, options);

test('a removed project is delivered by the second reading, once, with the name and status last known', async () => {
	const trigger = withProjects(250, QUICK);
	await trigger.poll();
	const known = { name: 'ü'.repeat(98), status: 'archived' };
	const long = edit('p9', { name: 'x'.repeat(101) });
	await trigger.events(act.inTurn(edit('p7', known), long, act.wait(SECOND), edit('p8')));
	act.choose({ events: ['removed', 'becameOverdue'] })(trigger.service, trigger);
	expect(await trigger.events(remove('p7', 'p9'))).toEqual([]);
	expect(await trigger.poll()).toEqual([
		{ project: { id: 'p7', ...known }, event: 'removed', changes: {} },
		{ project: { id: 'p9', name: null, status: 'active' }, event: 'removed', changes: {} },
	]);
	expect(await trigger.eventsOf(3)).toEqual([]);
});

test('a removal costs two readings of all projects, Look Back apart; other polls cost one request', async () => {
	const trigger = withProjects(1_000, USUAL);
	for (const afterMs of [0, HOUR]) await trigger.poll(afterMs);
	expect(await trigger.events(remove('p4'))).toEqual([]);
	expect(trigger.requests).toBeGreaterThan(10);
	expect(await trigger.events(nothing, 4 * MINUTE)).toEqual([]);
	expect(trigger.requests).toBe(1);
	expect(await trigger.events()).toEqual(['removed p4']);
	expect(trigger.requests).toBeGreaterThan(10);
	expect(await trigger.events(nothing, HOUR)).toEqual([]);
	expect(trigger.requests).toBe(1);
});

test('a reading for other events, right after the first that missed a project, removes nothing', async () => {
	const trigger = withProjects(30, USUAL);
	for (const afterMs of [0, HOUR]) await trigger.poll(afterMs);
	expect(await trigger.events(remove('p4'))).toEqual([]);
	act.choose({ events: ['removed', 'becameOverdue'] })(trigger.service, trigger);
	expect(await trigger.events()).toEqual([]);
	expect(await trigger.events(nothing, 6 * MINUTE)).toEqual(['removed p4']);
});

test('projects that are hidden for a poll again and again, as while an index is made anew, are not reported', async () => {
	const trigger = withProjects(250, USUAL);
	for (const afterMs of [0, HOUR]) await trigger.poll(afterMs);
	for (let time = 0; time < 3; time += 1) {
		expect(await trigger.events(act.behave({ falseAnswers: 'part' }), HOUR)).toEqual([]);
		expect(await trigger.events(act.behave({ falseAnswers: 'none' }))).toEqual([]);
	}
});

test('old projects that appear before the place of a snapshot come with the next one', async () => {
	const trigger = withProjects(300, USUAL);
	for (const afterMs of [0, HOUR]) await trigger.poll(afterMs);
	const { service } = trigger;
	service.beforeAnswer = () => {
		if (service.asked.at(-1)!.page === 2 && !service.get('old7'))
			for (const id of numbered(0, 9, 'old')) service.put({ ...service.get('p4')!, id });
	};
	await trigger.events(remove('p5'));
	act.expectEachOnce(await trigger.eventsOf(12), ['removed p5', ...numbered(0, 9, 'updated old')]);
});

test('a removal is reported although an old project appears in its place', async () => {
	const trigger = withProjects(250, USUAL);
	for (const afterMs of [0, HOUR]) await trigger.poll(afterMs);
	await trigger.events(remove('p4'));
	trigger.service.put({ ...trigger.service.get('p9')!, id: 'old' });
	expect((await trigger.eventsOf(12)).sort()).toEqual(['removed p4', 'updated old']);
});

test('a project that becomes visible without a change is found by the next reading', async () => {
	const trigger = withProjects(250, USUAL);
	for (const afterMs of [0, HOUR]) await trigger.poll(afterMs);
	const seen: act.Act = (service) => service.put({ ...service.get('p4')!, id: 'seen' });
	expect(await trigger.events(seen)).toEqual(['updated seen']);
});

/** The figures of docs/trigger.md. */
test.each([
	[1, 5, 12],
	[5, 5, 20],
	[10, 10, 20],
	[60, 60, 120],
	[1_440, 1_440, 2_880],
])('polled every %i minutes, a removal comes %i to %i minutes after it', async (...row) => {
	const [everyMinutes, least, most] = row;
	const everyMs = everyMinutes * MINUTE;
	for (const requestMs of [10, 2 * SECOND]) {
		const trigger = withProjects(100, USUAL, { requestMs });
		const { service } = trigger;
		const deletedAt = new Map<string, number>();
		const minutes: number[] = [];
		for (let poll = 0; poll < 30; poll += 1) {
			const dueMs = START_MS + poll * everyMs;
			if (poll > 2 && poll < 15) {
				// At any time between two polls.
				service.nowMs = Math.max(service.nowMs, dueMs - ((poll * 0.37) % 1) * everyMs);
				service.delete(`p${poll}`);
				deletedAt.set(`p${poll}`, service.nowMs);
			}
			for (const { project } of await trigger.poll(dueMs - service.nowMs))
				minutes.push((service.nowMs - (deletedAt.get(project.id) ?? NaN)) / MINUTE);
		}
		expect(minutes).toHaveLength(12);
		expect(Math.min(...minutes)).toBeGreaterThanOrEqual(least);
		expect(Math.max(...minutes)).toBeLessThan(most + 0.6);
	}
});

story(
	'a project that is listed again is there again; if it was reported, it is delivered as another one',
	over(30, ALL),
	[act.inTurn(edit('p9'), act.wait(SECOND)), 'updated p9'],
	[remove('p3', 'p5'), ''],
	[act.create('p3', { name: 'back' }), 'removed p5, updated p3'],
	[act.create('p5', { name: 'back' }), 'created p5'],
);
story(
	'Status and Filters decide by what the project was when it was last read',
	() => {
		const options = { ...QUICK, status: 'active', inclusion: 'a', ...act.OF_SMITH } as const;
		const trigger = withProjects(5, options);
		trigger.service.updateAll(['p0', 'p1', 'p2'], { owner_id: 'smith' });
		return trigger;
	},
	[edit('p1', { status: 'archived' }), ''],
	[edit('p2', { owner_id: 'jones' }), ''],
	[edit('p3', { owner_id: 'smith' }), ''],
	[edit('p4'), ''],
	// The last one stays: an account that looks empty is not believed.
	[remove(...act.numbered(0, 4)), ''],
	[nothing, 'removed p0, removed p3'],
);
story(
	'other Filters hold from the next poll on',
	over(30, QUICK),
	[act.choose({ inclusion: 'none', matches: () => false }), ''],
	[remove('p1'), ''],
	[nothing, ''],
	[act.choose({ inclusion: 'all', matches: undefined }), ''],
	[remove('p2'), ''],
	[nothing, 'removed p2'],
);
test.each([4, 150, -3])(
	'each removal is reported, and no other, where the count is always off by %i',
	async (totalOffset) => {
		const trigger = withProjects(40, QUICK, { totalOffset, maxPerPage: 20 });
		expect(await trigger.eventsOf(4)).toEqual([]);
		remove('p5', 'p6', 'p7')(trigger.service, trigger);
		act.expectEachOnce(await trigger.eventsOf(2), ['removed p5', 'removed p6', 'removed p7']);
		expect(await trigger.events()).toEqual([]);
		expect(trigger.requests).toBe(1);
	},
);

test('a removal is reported although the total was too low for long, and is right since the project is gone', async () => {
	const trigger = withProjects(10, USUAL);
	await trigger.poll();
	trigger.service.behave({ totalOffset: -1 });
	expect(await trigger.events(act.create('new'))).toEqual(['created new']);
	expect(await trigger.eventsOf(15)).toEqual([]);
	trigger.service.behave({ totalOffset: 0 });
	const events = await trigger.events(remove('p3'));
	events.push(...(await trigger.events(nothing, DAY)), ...(await trigger.eventsOf(12)));
	expect(events).toEqual(['removed p3']);
});

test('a project that is hidden and still counted is not reported, nor is any other until the total shows which are gone', async () => {
	const trigger = withProjects(30, USUAL);
	for (const afterMs of [0, HOUR]) await trigger.poll(afterMs);
	let hidden = 'p3';
	const isShown = ({ id }: Project) => id !== hidden;
	changeAnswers(trigger.service, (page) => ({ ...page, rows: page.rows.filter(isShown) }));
	remove('p5')(trigger.service, trigger);
	const events = await trigger.eventsOf(60);
	for (let day = 0; day < 3; day += 1) events.push(...(await trigger.events(nothing, DAY)));
	expect(events).toEqual([]);
	hidden = '';
	expect(await trigger.eventsOf(12)).toEqual(['removed p5']);
	expect(trigger.requests).toBe(1);
});
