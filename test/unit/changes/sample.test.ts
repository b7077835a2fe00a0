/** "Fetch Test Event". */
import { CollabError } from '../../../nodes/Collab/core/errors';
import type {
	ChangeEvent,
	ChangeOptions,
	ConditionEvent,
	TriggerEvent,
} from '../../../nodes/Collab/core/changes/options';
import { sampleChange } from '../../../nodes/Collab/core/changes/sample';
import { ARCHIVED, DONE } from '../edits';
import { SECOND, Service } from '../service';
import type { Stored } from '../versions';
import { dayAfter, OPTIONS } from './testTrigger';

/** The project created last is the newest. */
async function sampleOf(
	projects: Readonly<Record<string, Partial<Stored>>>,
	events: readonly TriggerEvent[],
	more: Partial<ChangeOptions> = {},
) {
	const service = new Service();
	for (const [id, fields] of Object.entries(projects)) {
		service.nowMs += SECOND;
		service.create(id, fields);
	}
	return await sampleChange(service.fetchPage, { ...OPTIONS, events, ...more }, service.nowMs);
}

const PROJECTS = {
	reopened: { task_count: 3, completed_task_count: 2 },
	done: { task_count: 3, completed_task_count: 3 },
	archived: { status: 'archived' },
	plain: {},
};

test.each<[ChangeEvent, string, object]>([
	['created', 'plain', {}],
	['updated', 'plain', { name: { from: 'Earlier: Project plain', to: 'Project plain' } }],
	['archived', 'archived', { status: { from: 'active', to: 'archived' } }],
	['restored', 'plain', { status: { from: 'archived', to: 'active' } }],
	['completed', 'done', { completed_task_count: { from: 2, to: 3 } }],
	['reopened', 'reopened', { completed_task_count: { from: 3, to: 2 } }],
])('%s: the newest project that looks like it', async (event, id, changes) => {
	const sample = await sampleOf(PROJECTS, [event]);
	expect(sample).toMatchObject({ event, project: { id } });
	expect(sample.changes).toEqual(changes);
});

test.each<[TriggerEvent, object, string, object]>([
	['archived', {}, 'newest', { status: 'archived' }],
	['completed', {}, 'newest', { task_count: 1, completed_task_count: 1 }],
	['reopened', {}, 'newest', { task_count: 1, completed_task_count: 0 }],
	['restored', ARCHIVED, 'older', { status: 'active' }],
])(
	'%s, where %j: the newest one that fits, as it would be then',
	async (event, newest, id, fields) => {
		const { project, ...rest } = await sampleOf({ older: {}, newest }, [event]);
		expect(rest.event).toBe(event);
		expect(project).toMatchObject({ id, ...fields });
	},
);

test('restored, where all projects are archived: the newest one as an active one', async () => {
	expect(await sampleOf({ older: ARCHIVED, newest: ARCHIVED }, ['restored'])).toMatchObject({
		project: { id: 'newest', status: 'active' },
		changes: { status: { from: 'archived', to: 'active' } },
	});
});

test('removed: the id, name and status of the newest project, where no other event fits', async () => {
	expect(await sampleOf(PROJECTS, ['archived', 'removed'])).toMatchObject({ event: 'archived' });
	expect(await sampleOf({ older: {}, newest: DONE }, ['archived', 'removed'])).toEqual({
		project: { id: 'newest', name: 'Project newest', status: 'active' },
		event: 'removed',
		changes: {},
	});
});

describe('a condition', () => {
	const FITTING = {
		becameOverdue: { end_date: dayAfter(-5) },
		dueSoon: { end_date: dayAfter(3) },
		becameStale: { updated_at: `${dayAfter(-40)}T00:00:00Z` },
	};
	const conditions: ConditionEvent[] = ['becameOverdue', 'dueSoon', 'becameStale'];

	test.each(conditions)('%s: the newest project for which it holds, unchanged', async (event) => {
		const fitting = { task_count: 2, completed_task_count: 1, ...FITTING[event] };
		const sample = await sampleOf({ fitting, newest: {} }, ['updated', event]);
		expect(sample).toMatchObject({ event, project: { id: 'fitting', ...fitting } });
		expect(sample.changes).toEqual({});
	});

	test.each<[ConditionEvent, object]>([
		['becameOverdue', { end_date: '2026-05-31' }],
		['dueSoon', { end_date: '2026-06-08' }],
		['becameStale', { updated_at: '2026-05-02T12:00:01.000Z' }],
	])('%s that holds for none: the newest project with open tasks and %j', async (event, fields) => {
		const { project, ...rest } = await sampleOf({ newest: { ...DONE, ...ARCHIVED } }, [event]);
		expect(rest).toEqual({ event, changes: {} });
		expect(project).toMatchObject({
			id: 'newest',
			status: 'active',
			task_count: 2,
			completed_task_count: 1,
			...fields,
		});
	});
});

test('updated gives each watched field an earlier value that is another one', async () => {
	const fields = { task_count: 3, completed_task_count: 0, tags: ['a'] };
	const watched = ['task_count', 'completed_task_count', 'tags', 'name', 'absent'];
	const sample = await sampleOf({ one: fields }, ['updated'], { fieldsToWatch: watched });
	expect(sample.changes).toEqual({
		task_count: { from: 2, to: 3 },
		completed_task_count: { from: 1, to: 0 },
		tags: { from: null, to: ['a'] },
		name: { from: 'Earlier: Project one', to: 'Project one' },
	});
});

test('one request looks for all events, the project changed last first', async () => {
	const service = new Service();
	const events: TriggerEvent[] = ['updated', 'archived', 'restored', 'dueSoon', 'becameStale'];
	const sampled = sampleChange(service.fetchPage, { ...OPTIONS, events }, 0);
	await expect(sampled).rejects.toThrow(CollabError);
	expect(service.asked).toMatchObject([{ status: 'all', sortBy: 'updated_at', order: 'desc' }]);
	expect(service.asked).toHaveLength(1);
});

test('of several events, Created, then the most specific one that a project looks like', async () => {
	const created = await sampleOf(PROJECTS, ['created', 'archived']);
	expect(created).toMatchObject({ project: { id: 'plain' }, event: 'created' });
	const chosen: ChangeEvent[] = ['updated', 'completed', 'archived'];
	expect(await sampleOf(PROJECTS, chosen)).toMatchObject({ event: 'archived' });
	expect(await sampleOf({ a: {}, b: {} }, chosen)).toMatchObject({ event: 'updated' });
});

test('Status and Filters apply; Archived is shown with Status Active, too', async () => {
	const ofSmith = {
		matches: (project: Readonly<Record<string, unknown>>) => project['owner_id'] === 'smith',
	};
	const projects = { ...PROJECTS, of: { owner_id: 'smith' }, other: { owner_id: 'jones' } };
	expect(await sampleOf(projects, ['updated'], ofSmith)).toMatchObject({ project: { id: 'of' } });
	expect(await sampleOf(PROJECTS, ['archived'], { status: 'active' })).toMatchObject({
		project: { id: 'archived' },
	});
	expect(await sampleOf(PROJECTS, ['updated'], { status: 'archived' })).toMatchObject({
		project: { id: 'archived' },
	});
});

test.each([
	[PROJECTS, { status: 'active', matches: () => false }],
	[{}, {}],
] as const)('where none of %j is included, nothing is shown: %j', async (projects, more) => {
	const failed = sampleOf(projects, ['updated', 'archived'], more);
	await expect(failed).rejects.toMatchObject({ kind: 'noProjectYet' });
});
