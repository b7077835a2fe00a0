import type { ChangeEvent, ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { changeFormatter, changeOf, removalOf } from '../../../nodes/Collab/core/changes/events';
import type { Project } from '../../../nodes/Collab/core/contract';
import { NAMES_OF_EVERY_OBJECT, projectWith } from './projects';
import { eventsIn, HOUR, OPTIONS, TestTrigger, withProjects } from './testTrigger';
import { ARCHIVED, DONE, edit, eventAfter, watching } from './watching';

describe('Fields to Watch', () => {
	const options = {
		events: ['updated'],
		fieldsToWatch: ['name', 'end_date'],
		includePreviousValues: true,
	} as const;

	test('narrow Updated, and the item says from what to what', async () => {
		const { service, poll } = await watching(options);
		service.update('plain', { task_count: 5 });
		expect(await poll()).toEqual([]);
		service.update('plain', { name: 'Renamed', end_date: '2027-01-01' });
		const [item] = await poll();
		expect(item).toMatchObject({ id: 'plain', name: 'Renamed', event: 'updated' });
		expect(item?.['changes']).toEqual({
			name: { from: 'Project plain', to: 'Renamed' },
			end_date: { from: null, to: '2027-01-01' },
		});
	});

	test('chosen later: the next change is delivered, and previous values are known from then on', async () => {
		const trigger = new TestTrigger();
		const { service } = trigger;
		const tick = async (chosen: Partial<ChangeOptions>) => {
			trigger.options = { ...OPTIONS, ...chosen };
			return await trigger.poll();
		};
		service.create('a');
		service.create('b');
		service.nowMs += HOUR;
		service.create('c');
		await tick({});
		service.update('a', { name: 'x' });
		expect(await tick(options)).toMatchObject([
			{ project: { id: 'a' }, event: 'updated', changes: {} },
		]);
		service.update('b', { task_count: 1 });
		expect(await tick(options)).toEqual([]);
		service.update('b', { name: 'y' });
		expect(await tick(options)).toMatchObject([
			{ changes: { name: { from: 'Project b', to: 'y' } } },
		]);
	});
});

describe('the status filter', () => {
	test.each([
		['active', [], 'newest'],
		['archived', ['archived'], 'plain'],
	] as const)('%s: projects that have this status now', async (status, expected, other) => {
		const { service, poll } = await watching({ status });
		service.update('archived', { name: 'x' });
		expect((await poll()).map(({ id }) => id)).toEqual(expected);
		service.update(other, { name: 'x' });
		expect(await poll()).toHaveLength(status === 'active' ? 1 : 0);
	});

	test('Archived is delivered with Status Active too, and Restored with Archived', async () => {
		expect(
			await eventAfter(edit('plain', ARCHIVED), { status: 'active', events: ['archived'] }),
		).toBe('archived');
		expect(
			await eventAfter(edit('archived', { status: 'active' }), {
				status: 'archived',
				events: ['restored'],
			}),
		).toBe('restored');
	});
});

describe('a version of a known project', () => {
	const project = projectWith('a', { status: 'archived' });
	const watching = (fieldsToWatch: readonly string[]) =>
		({ ...OPTIONS, events: ['updated', 'archived'], fieldsToWatch }) as const;

	test.each(NAMES_OF_EVERY_OBJECT)('in which %s is watched was not updated by that', (name) => {
		const before = { isNew: false, changes: {} };
		expect(changeOf(project, before, watching([name]))).toBeUndefined();
		expect(changeOf(project, before, watching([]))).toMatchObject({ event: 'updated' });
	});
});

describe('a version whose previous values are not known', () => {
	const UNDONE = { task_count: null, completed_task_count: null };

	test.each<[string, Parameters<typeof projectWith>[1], readonly ChangeEvent[], string]>([
		['archived', ARCHIVED, ['archived'], 'archived'],
		['active', {}, ['archived'], 'nothing'],
		['active', {}, ['restored'], 'restored'],
		['active', {}, ['restored', 'updated'], 'updated'],
		['archived', ARCHIVED, ['restored'], 'nothing'],
		['complete', DONE, ['completed'], 'completed'],
		['not complete', {}, ['completed'], 'nothing'],
		['without known tasks', UNDONE, ['completed'], 'nothing'],
		['not complete', {}, ['reopened'], 'reopened'],
		['without known tasks', UNDONE, ['reopened'], 'reopened'],
		['not complete', {}, ['reopened', 'updated'], 'updated'],
		['complete', DONE, ['reopened'], 'nothing'],
		['active', {}, ['created', 'updated'], 'updated'],
	])('of a project that is %s: %j with %j is %s', (_name, fields, events, expected) => {
		const before = { isNew: false, changes: undefined };
		const change = changeOf(projectWith('a', fields), before, { ...OPTIONS, events });
		expect(change?.event ?? 'nothing').toBe(expected);
	});
});

test('a removed project is delivered with what is known of it, whatever Output says; others as Output says', () => {
	const format = changeFormatter(({ id }) => ({ formatted: id }), { includePreviousValues: true });
	const removed = removalOf({ id: 'a', name: 'Last', ...ARCHIVED, owner_id: 'smith' });
	const item = { id: 'a', name: 'Last', ...ARCHIVED, event: 'removed', changes: {} };
	expect(format(removed)).toEqual(item);
	expect(format({ ...removed, event: 'updated' })).toEqual({
		formatted: 'a',
		event: 'updated',
		changes: {},
	});
});

describe('Filters', () => {
	const ofSmith = { matches: ({ owner_id }: Project) => owner_id === 'smith' };

	test('a change is delivered when the project matches after it', async () => {
		const { service, poll } = await watching(ofSmith);
		service.update('plain', { name: 'of nobody' });
		expect(await poll()).toEqual([]);
		service.update('plain', { owner_id: 'smith' });
		expect(await poll()).toMatchObject([{ id: 'plain', event: 'updated' }]);
		service.update('plain', { owner_id: 'jones' });
		expect(await poll()).toEqual([]);
	});

	test('of All Existing Projects those are delivered that match', async () => {
		const trigger = new TestTrigger({ ...ofSmith, startFrom: 'all' });
		trigger.service.create('a', { owner_id: 'smith' });
		trigger.service.create('b', { owner_id: 'jones' });
		expect(eventsIn((await trigger.pollUntilIdle()).flat())).toEqual(['existing a']);
	});

	test('with Status Active, Archived is delivered of those that match only', async () => {
		const { service, poll } = await watching({
			...ofSmith,
			status: 'active',
			events: ['archived'],
		});
		service.update('plain', ARCHIVED);
		service.update('newest', { ...ARCHIVED, owner_id: 'smith' });
		expect(await poll()).toMatchObject([{ id: 'newest', event: 'archived' }]);
	});
});

describe('an item', () => {
	const item = async (options: Partial<ChangeOptions>) => {
		const { service, poll } = await watching(options);
		service.update('plain', { name: 'New', description: 'Newer' });
		const [first] = await poll();
		return first;
	};

	test('has no changes, unless Include Previous Values asks for them', async () => {
		expect(await item({})).not.toHaveProperty('changes');
		expect(await item({ fieldsToWatch: ['name'] })).not.toHaveProperty('changes');
	});

	test('says from what to what any field changed, stamps aside', async () => {
		expect((await item({ includePreviousValues: true }))?.['changes']).toEqual({
			name: { from: 'Project plain', to: 'New' },
			description: { from: null, to: 'Newer' },
		});
	});
});

test('an existing project that is archived while others are still to be delivered is delivered as archived', async () => {
	const events = ['created', 'archived'] as const;
	const trigger = withProjects(300, { startFrom: 'all', events });
	trigger.service.requestsPerSecond = 0.12;
	expect(eventsIn(await trigger.poll())).toContain('existing p207');
	expect(trigger.n8n.state).toHaveProperty('backlog');
	trigger.service.update('p207', ARCHIVED);
	trigger.service.requestsPerSecond = Infinity;
	const changes = (await trigger.poll()).filter(({ project }) => project.id === 'p207');
	expect(changes).toMatchObject([
		{ event: 'archived', changes: { status: { from: 'active', to: 'archived' } } },
	]);
});
