/** "Fetch Test Event" shows a project that exists, as it is. */
import type { ChangeOptions, TriggerEvent } from '../../../nodes/Collab/core/changes/options';
import { testEventOf } from '../../../nodes/Collab/trigger/testEvent';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { assertEventsPossible } from '../../../nodes/Collab/trigger/impossibleEvents';
import { ARCHIVED, DONE, tasks } from '../edits';
import { HOUR, SECOND, Service, START_MS } from '../service';
import type { Stored } from '../versions';
import { dayAfter, numbered, OF_SMITH, OPTIONS } from './testTrigger';

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
	service: Service,
	events: readonly TriggerEvent[],
	more: Partial<ChangeOptions> = {},
	timeUsed = () => 0,
) {
	const options = { ...OPTIONS, events, ...more };
	const runtime = { now: () => service.nowMs, timeUsed, isPublishing: true };
	return await testEventOf(service.fetchPage, options, runtime);
}

const OPEN = tasks(2, 1);
const PROJECTS = { open: OPEN, done: DONE, archived: ARCHIVED, plain: {} };
const LATE = { ...OPEN, end_date: dayAfter(-5) };
const OWNED = { of: { owner_id: 'smith' }, other: { owner_id: 'jones' } };

test.each<[TriggerEvent[], Projects, Partial<ChangeOptions>, string]>([
	[['created'], PROJECTS, {}, 'created plain'],
	[['updated'], PROJECTS, {}, 'updated plain'],
	[['archived'], PROJECTS, {}, 'archived archived'],
	[['restored'], PROJECTS, {}, 'restored plain'],
	[['completed'], PROJECTS, {}, 'completed done'],
	[['reopened'], PROJECTS, {}, 'reopened plain'],
	[['becameOverdue'], { fitting: LATE, newest: {} }, {}, 'becameOverdue fitting'],
	[['archived', 'removed'], PROJECTS, {}, 'archived archived'],
	// None looks like it.
	[['archived'], { older: {}, newest: {} }, {}, 'archived newest'],
	[['becameOverdue', 'dueSoon'], { older: {}, newest: DONE }, {}, 'becameOverdue newest'],
	[['removed'], PROJECTS, {}, 'removed plain'],
	// Status and Filters.
	[['updated'], { ...PROJECTS, ...OWNED }, OF_SMITH, 'updated of'],
	[['archived'], PROJECTS, { status: 'active' }, 'archived archived'],
	[['updated'], PROJECTS, { status: 'archived' }, 'updated archived'],
])('with %j chosen, %j and %j give the sample: %s', async (events, projects, more, expected) => {
	const service = serviceWith(projects);
	const { event, project, changes } = await sampleOf(service, events, more);
	expect(`${event} ${project.id}`).toBe(expected);
	expect(project).toEqual(expect.objectContaining({ status: service.get(project.id)?.status }));
	expect(Object.values(changes).every(({ from }) => from === null)).toBe(true);
});

test('a sample has the values of the project, and of Removed those that would be known', async () => {
	const service = serviceWith(PROJECTS);
	expect((await sampleOf(service, ['archived'])).project).toEqual(service.get('archived'));
	const removed = { id: 'plain', name: 'Project plain', status: 'active' };
	expect((await sampleOf(service, ['removed'])).project).toEqual(removed);
});

test('a sample names the fields that the chosen events can change, to map them from', async () => {
	const service = serviceWith(PROJECTS);
	const more = { includePreviousValues: true, fieldsToWatch: ['end_date'] };
	const { changes } = await sampleOf(service, ['updated', 'archived'], more);
	expect(changes).toEqual({
		end_date: { from: null, to: null },
		status: { from: null, to: 'archived' },
	});
	expect((await sampleOf(service, ['created'], more)).changes).toEqual({});
});

test('where Filters include none of the newest hundred, it reads on while there are more, and time', async () => {
	const plain = Object.fromEntries(numbered(0, 320).map((id) => [id, {}]));
	const service = serviceWith({ ...OWNED, ...plain });
	expect(await sampleOf(service, ['created'], OF_SMITH)).toMatchObject({ project: { id: 'of' } });
	const tooLate = sampleOf(service, ['created'], OF_SMITH, () => service.asked.length / 7);
	await expect(tooLate).rejects.toMatchObject({ kind: 'noProjectYet' });
	expect(service.asked.map(({ page }) => page)).toEqual([1, 2, 3, 4, 1, 2]);
	const none = sampleOf(service, ['created'], { matches: () => false });
	await expect(none).rejects.toMatchObject({ kind: 'noProjectYet' });
});

test('an event of today is possible at every hour, wherever the day has begun, with thousands of other statuses', () => {
	const filters = { statuses: ['active', ...numbered(0, 2_000)] };
	const events: TriggerEvent[] = ['dueSoon', 'becameOverdue'];
	for (const timeZone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Niue'])
		for (let hour = 0; hour < 24; hour += 1) {
			const at = evaluationTimeIn(timeZone, START_MS + hour * HOUR);
			const options = { ...OPTIONS, events, dueSoonDays: 0, timeZone };
			expect(() => assertEventsPossible(() => filters, options, at)).not.toThrow();
		}
});
