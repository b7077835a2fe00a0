/** "Fetch Test Event". */
import { CollabError } from '../../../nodes/Collab/core/errors';
import type { ChangeEvent, ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { sampleChange } from '../../../nodes/Collab/core/changes/sample';
import { Service } from './service';
import { OPTIONS, SECOND } from './testTrigger';

type Fields = Parameters<Service['create']>[1];

/** The project created last is the newest. */
async function sampleOf(
	projects: Readonly<Record<string, Fields>>,
	events: readonly ChangeEvent[],
	more: Partial<ChangeOptions> = {},
) {
	const service = new Service();
	for (const [id, fields] of Object.entries(projects)) {
		service.nowMs += SECOND;
		service.create(id, fields);
	}
	const fetchWindow = async (...request: Parameters<Service['answer']>) =>
		await Promise.resolve(service.answer(...request));
	return await sampleChange(fetchWindow, { ...OPTIONS, events, ...more }, service.nowMs);
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
	expect(await sampleOf(PROJECTS, [event])).toMatchObject({ event, project: { id }, changes });
});

test.each<[ChangeEvent, object]>([
	['archived', { status: 'archived' }],
	['completed', { task_count: 1, completed_task_count: 1 }],
	['reopened', { task_count: 1, completed_task_count: 0 }],
])('%s, which no project looks like: the newest one as it would be then', async (event, fields) => {
	const { project, ...rest } = await sampleOf({ older: {}, newest: {} }, [event]);
	expect(rest.event).toBe(event);
	expect(project).toMatchObject({ id: 'newest', ...fields });
});

test('of several events, the most specific one that a project looks like', async () => {
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

test('where no project is included, the error names Status and Filters', async () => {
	const nobody = { status: 'active', matches: () => false } as const;
	const failed = sampleOf(PROJECTS, ['updated', 'archived'], nobody);
	await expect(failed).rejects.toThrow(CollabError);
	await expect(failed).rejects.toMatchObject({
		kind: 'noProjectYet',
		data: { status: 'active', hasFilters: true },
	});
});
