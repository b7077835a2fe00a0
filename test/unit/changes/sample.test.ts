/** "Fetch Test Event". */
import { CollabError } from '../../../nodes/Collab/core/errors';
import type { ChangeOptions, TriggerEvent } from '../../../nodes/Collab/core/changes/options';
import { sampleChange } from '../../../nodes/Collab/core/changes/sample';
import { ARCHIVED, DONE, tasks } from '../edits';
import { SECOND, Service } from '../service';
import type { Stored } from '../versions';
import { dayAfter, numbered, OPTIONS } from './testTrigger';

const from = (field: string, from: unknown, to: unknown) => ({ [field]: { from, to } });
const ARCHIVING = from('status', 'active', 'archived');
const RENAMING = from('name', 'Earlier: Project plain', 'Project plain');
const RESTORING = from('status', 'archived', 'active');
const progress = (before: number, after: number) => from('completed_task_count', before, after);

type Projects = Readonly<Record<string, Partial<Stored>>>;

/** The project created last is the newest. */
function serviceWith(projects: Projects): Service {
	const service = new Service();
	for (const [id, fields] of Object.entries(projects)) {
		service.nowMs += SECOND;
		service.create(id, fields);
	}
	return service;
}

async function sampleOf(
	projects: Projects,
	events: readonly TriggerEvent[],
	more: Partial<ChangeOptions> = {},
) {
	const service = serviceWith(projects);
	return await sampleChange(service.fetchPage, { ...OPTIONS, events, ...more }, service.nowMs);
}

const OPEN = tasks(2, 1);
const MONTH_AGO = '2026-05-02T12:00:01.000Z';
const ALL_ARCHIVED = { older: ARCHIVED, newest: ARCHIVED };
const TWO = { older: {}, newest: {} };
const PROJECTS = { open: OPEN, done: DONE, archived: ARCHIVED, plain: {} };
const LATE = { ...OPEN, end_date: dayAfter(-5) };
const SOON = { ...OPEN, end_date: dayAfter(3) };
const STALE = { ...OPEN, updated_at: `${dayAfter(-40)}T00:00:00Z` };
const CLOSED = { newest: { ...DONE, ...ARCHIVED } };
const ACTIVE = { ...OPEN, status: 'active' };

test.each<[TriggerEvent, string, Projects, string, object, object]>([
	['created', 'the newest', PROJECTS, 'plain', {}, {}],
	['updated', 'the newest', PROJECTS, 'plain', {}, RENAMING],
	['archived', 'one that is so', PROJECTS, 'archived', {}, ARCHIVING],
	['restored', 'the newest', PROJECTS, 'plain', {}, RESTORING],
	['completed', 'one that is so', PROJECTS, 'done', {}, progress(1, 2)],
	['reopened', 'one that is so', PROJECTS, 'open', {}, progress(2, 1)],
	['archived', 'as it would be', TWO, 'newest', ARCHIVED, ARCHIVING],
	['completed', 'as it would be', TWO, 'newest', tasks(1, 1), progress(0, 1)],
	['reopened', 'as it would be', TWO, 'newest', tasks(1, 0), progress(1, 0)],
	['restored', 'one that is not archived', { older: {}, newest: ARCHIVED }, 'older', {}, RESTORING],
	['restored', 'as it would be', ALL_ARCHIVED, 'newest', { status: 'active' }, RESTORING],
	['becameOverdue', 'one that is so', { fitting: LATE, newest: {} }, 'fitting', LATE, {}],
	['dueSoon', 'one that is so', { fitting: SOON, newest: {} }, 'fitting', SOON, {}],
	['becameStale', 'one that is so', { fitting: STALE, newest: {} }, 'fitting', STALE, {}],
	['becameOverdue', 'as it would be', CLOSED, 'newest', { ...ACTIVE, end_date: '2026-05-31' }, {}],
	['dueSoon', 'as it would be', CLOSED, 'newest', { ...ACTIVE, end_date: '2026-06-08' }, {}],
	['becameStale', 'as it would be', CLOSED, 'newest', { ...ACTIVE, updated_at: MONTH_AGO }, {}],
])('for %s, the sample shows %s', async (event, _which, projects, id, fields, changes) => {
	const sample = await sampleOf(projects, [event], { includePreviousValues: true });
	expect(sample).toMatchObject({ event, project: { id, ...fields } });
	expect(sample.changes).toEqual(changes);
});

const OF_SMITH = { matches: ({ owner_id }: Stored) => owner_id === 'smith' };
const OWNED = { of: { owner_id: 'smith' }, other: { owner_id: 'jones' } };

test.each<[TriggerEvent[], Projects, Partial<ChangeOptions>, string]>([
	[['created', 'archived'], PROJECTS, {}, 'created plain'],
	[['updated', 'completed', 'archived'], PROJECTS, {}, 'archived archived'],
	[['updated', 'completed', 'archived'], { a: {}, b: {} }, {}, 'updated b'],
	[['archived', 'removed'], PROJECTS, {}, 'archived archived'],
	[['archived', 'removed'], { older: {}, newest: DONE }, {}, 'removed newest'],
	[['updated'], { ...PROJECTS, ...OWNED }, OF_SMITH, 'updated of'],
	[['archived'], PROJECTS, { status: 'active' }, 'archived archived'],
	[['updated'], PROJECTS, { status: 'archived' }, 'updated archived'],
])('with %j chosen, %j and %j give the sample: %s', async (events, projects, more, expected) => {
	const { event, project } = await sampleOf(projects, events, more);
	expect(`${event} ${project.id}`).toBe(expected);
});

test('removed shows the ID, the name and the status, and nothing else', async () => {
	const { project, changes } = await sampleOf({ newest: DONE }, ['removed']);
	expect(project).toEqual({ id: 'newest', name: 'Project newest', status: 'active' });
	expect(changes).toEqual({});
});

test('updated gives each watched field an earlier value that is another one', async () => {
	const fields = { task_count: 3, completed_task_count: 0, tags: ['a'] };
	const fieldsToWatch = ['task_count', 'completed_task_count', 'tags', 'name', 'absent'];
	expect((await sampleOf({ one: fields }, ['updated'], { fieldsToWatch })).changes).toEqual({
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
});

test.each<[Projects, Partial<ChangeOptions>]>([
	[PROJECTS, { status: 'active', matches: () => false }],
	[{}, {}],
])('where none of %j is included, nothing is shown: %j', async (projects, more) => {
	const failed = sampleOf(projects, ['updated', 'archived'], more);
	await expect(failed).rejects.toMatchObject({ kind: 'noProjectYet' });
});

test('it looks at the hundred projects that changed last, for conditions first', async () => {
	const plain = Object.fromEntries(numbered(0, 120).map((id) => [id, {}]));
	const service = serviceWith({ late: LATE, ...plain });
	const events: TriggerEvent[] = ['created', 'becameOverdue'];
	const sample = async () =>
		await sampleChange(service.fetchPage, { ...OPTIONS, events }, service.nowMs);
	expect(await sample()).toMatchObject({ event: 'created', project: { id: 'p119' } });
	service.update('late');
	expect(await sample()).toMatchObject({ event: 'becameOverdue', project: { id: 'late' } });
	expect(service.asked.map(({ perPage }) => perPage)).toEqual([100, 100]);
});
