/** Project Removed: exactly the projects that are gone, each once, with what was known of them. */
import { eventsIn, idsIn, MINUTE, numbered, withProjects } from './story';
import { publishedOver, REMOVED } from './watching';

const LOOK_BACK_MS = 300_000;

test('a removed project is delivered once, with the name and status last known', async () => {
	const story = await publishedOver(250);
	const { service } = story;
	service.update('p7', { name: 'Renamed', status: 'archived' });
	expect(await story.poll()).toEqual([]);
	service.delete('p7');
	expect(await story.poll()).toEqual([
		{
			project: { id: 'p7', name: 'Renamed', status: 'archived' },
			event: 'removed',
			changes: {},
		},
	]);
	expect(await story.pollUntilIdle()).toEqual([]);
});

test('an idle poll costs one request, and so does one with a change or a new project', async () => {
	const story = await publishedOver(1_000);
	const { service } = story;
	await story.poll(10 * MINUTE);
	await story.poll();
	expect(story.requests).toBe(1);
	service.update('p3', { name: 'x' });
	service.create('new');
	await story.poll();
	expect(story.requests).toBe(1);
});

test('one created and one removed between two polls', async () => {
	const story = await publishedOver(30);
	story.service.create('new');
	story.service.delete('p12');
	expect(eventsIn(await story.poll())).toEqual(['removed p12']);
	expect(await story.pollUntilIdle()).toEqual([]);
});

test('one without a stamp created and one removed, where others without a stamp exist', async () => {
	const story = withProjects(30, REMOVED);
	story.service.create('unstamped', { updated_at: null });
	await story.publish();
	await story.poll();
	story.service.create('new', { updated_at: null });
	story.service.delete('p12');
	expect(eventsIn(await story.poll())).toEqual(['removed p12']);
});

test('those that exist no more when the workflow is published again', async () => {
	const story = await publishedOver(30);
	for (const id of numbered(3, 9)) story.service.delete(id);
	story.service.nowMs += 100 * MINUTE;
	expect(idsIn(await story.publish())).toEqual(numbered(3, 9));
});

test('publishing delivers none, whatever is removed before the first poll', async () => {
	const story = withProjects(30, REMOVED);
	story.service.delete('p1');
	await story.publish();
	expect(await story.pollUntilIdle()).toEqual([]);
});

test('Status and Filters decide by what the project was when it was last read', async () => {
	const ofSmith = {
		...REMOVED,
		status: 'active' as const,
		inclusion: 'of smith',
		matches: (project: Readonly<Record<string, unknown>>) => project['owner_id'] === 'smith',
	};
	const story = withProjects(5, ofSmith);
	const { service } = story;
	for (const id of ['p0', 'p1', 'p2']) service.update(id, { owner_id: 'smith' });
	await story.publish();
	await story.poll();
	service.update('p1', { status: 'archived' });
	service.update('p2', { owner_id: 'jones' });
	service.update('p3', { owner_id: 'smith' });
	await story.poll();
	for (const id of numbered(0, 5)) service.delete(id);
	expect(idsIn(await story.poll())).toEqual(['p0', 'p3']);
});

test('other Filters hold from the next poll on', async () => {
	const story = await publishedOver(5);
	story.options = { ...story.options, inclusion: 'none', matches: () => false };
	await story.poll();
	story.service.delete('p1');
	expect(await story.poll()).toEqual([]);
	story.options = { ...story.options, inclusion: 'all', matches: undefined };
	await story.poll();
	story.service.delete('p2');
	expect(idsIn(await story.poll())).toEqual(['p2']);
});

test('the event chosen later: what was removed before is not delivered', async () => {
	const story = withProjects(20, { events: ['updated'] });
	await story.publish();
	await story.poll();
	story.service.delete('p1');
	await story.poll();
	story.options = { ...story.options, events: ['updated', 'removed'] };
	expect(await story.poll()).toEqual([]);
	story.service.delete('p2');
	expect(eventsIn(await story.poll())).toEqual(['removed p2']);
});

describe('a replica that lags', () => {
	test('a new project that it does not show yet is not taken for a removed one', async () => {
		const story = await publishedOver(20);
		const { service } = story;
		service.create('new');
		expect(await story.poll()).toEqual([]);
		const created = service.get('new');
		service.delete('new');
		expect(await story.poll()).toEqual([]);
		service.create('new', created);
		expect(await story.pollUntilIdle()).toEqual([]);
	});

	test('a removed project that it still shows is not removed twice', async () => {
		const story = await publishedOver(20);
		const { service } = story;
		const shown = service.get('p5');
		service.delete('p5');
		expect(eventsIn(await story.poll())).toEqual(['removed p5']);
		service.create('p5', shown);
		expect(await story.poll()).toEqual([]);
		service.delete('p5');
		expect(await story.poll()).toEqual([]);
		expect(await story.poll(2 * LOOK_BACK_MS)).toEqual([]);
		expect(await story.poll(2 * LOOK_BACK_MS)).toEqual([]);
	});

	test('one that was created and soon removed is delivered after Look Back', async () => {
		const story = await publishedOver(20);
		story.service.create('new');
		await story.poll();
		story.service.delete('new');
		expect(await story.poll()).toEqual([]);
		expect(eventsIn(await story.poll(LOOK_BACK_MS))).toEqual(['removed new']);
		await story.poll();
		expect(story.requests).toBe(1);
	});
});
