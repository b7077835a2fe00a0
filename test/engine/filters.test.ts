import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import type { ProjectRecord } from '../../dev/sandbox/projects/record';
import { asSomebody } from './harness/asSomebody';
import { runCollab } from './harness/runCollab';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ projects: 1000, seed: 7 });
});
afterAll(async () => await sandbox.close());

/** What the service holds, newest change first. */
const held = (): readonly ProjectRecord[] =>
	sandbox.projects.sorted({ status: 'all', sortBy: 'updated_at', order: 'desc' });

async function run(filters: INodeParameters, more: INodeParameters = {}, items?: IDataObject[]) {
	const outcome = await runCollab(
		asSomebody(sandbox, { returnAll: true, filters, ...more }, items),
	);
	const ids = outcome.items.map(({ json }) => json['id']);
	const hints = outcome.hints.map(({ message }) => message).join(' ');
	return { ...outcome, ids, hints };
}

const idsWhere = (wanted: (project: ProjectRecord) => boolean) =>
	held()
		.filter(wanted)
		.map(({ id }) => id);

const DAY_MS = 86_400_000;
const daysBefore = (at: string, days: number) =>
	new Date(Date.parse(at) - days * DAY_MS).toISOString();

describe('each filter', () => {
	const progressOf = (project: ProjectRecord) =>
		(project.completed_task_count / project.task_count) * 100;
	const endedBefore = (at: Date) => (project: ProjectRecord) =>
		project.end_date < at.toISOString().slice(0, 10) &&
		project.status !== 'archived' &&
		!(project.task_count > 0 && project.completed_task_count === project.task_count);
	const at = '2025-06-01T00:00:00Z';

	it.each<[string, INodeParameters, (project: ProjectRecord) => boolean]>([
		['Updated After', { updatedAfter: at }, ({ updated_at }) => updated_at > at],
		['Updated Before', { updatedBefore: at }, ({ updated_at }) => updated_at < at],
		['Created After', { createdAfter: at }, ({ created_at }) => created_at > at],
		['Created Before', { createdBefore: at }, ({ created_at }) => created_at < at],
		['Name Contains', { nameContains: 'DATA PLAT' }, ({ name }) => name.includes('Data plat')],
		['Owner IDs', { ownerIds: 'usr_0001, usr_0002' }, ({ owner_id }) => /000[12]$/.test(owner_id)],
		['Only Overdue', { overdue: 'only' }, endedBefore(new Date())],
		['Exclude Overdue', { overdue: 'exclude' }, (project) => !endedBefore(new Date())(project)],
		['Min Progress', { minProgress: 75 }, (project) => progressOf(project) >= 75],
		['Max Progress', { maxProgress: 25 }, (project) => progressOf(project) < 26],
	])('%s gives the projects that match, in the order asked for', async (_what, filters, wanted) => {
		const expected = idsWhere(wanted);
		expect(expected.length).toBeGreaterThan(5);
		expect((await run(filters)).ids).toEqual(expected);
	});

	it('Not Updated for gives what has been left alone for so many days', async () => {
		const since = Date.now() - 700 * DAY_MS;
		const { ids } = await run({ notUpdatedForDays: 700 });
		expect(ids.length).toBeGreaterThan(5);
		expect(ids).toEqual(idsWhere(({ updated_at }) => Date.parse(updated_at) <= since));
	});

	it('Owner IDs may be a list that an expression gives', async () => {
		const { ids } = await run({ ownerIds: '={{ ["usr_0003"] }}' });
		expect(ids).toEqual(idsWhere(({ owner_id }) => owner_id === 'usr_0003'));
	});

	it('left empty does not filter', async () => {
		const empty = { updatedAfter: '', nameContains: '', ownerIds: '={{ $json.nothing }}' };
		expect((await run(empty)).ids).toHaveLength(1000);
	});
});

describe('together', () => {
	it('a project matches all of them, and the status', async () => {
		const filters = { createdAfter: '2024-01-01', ownerIds: 'usr_0005', minProgress: 10 };
		const { ids } = await run(filters, { status: 'active' });
		const wanted = idsWhere(
			({ created_at, owner_id, status, task_count, completed_task_count }) =>
				created_at > '2024' &&
				owner_id === 'usr_0005' &&
				status === 'active' &&
				task_count > 0 &&
				Math.floor((completed_task_count / task_count) * 100) >= 10,
		);
		expect(wanted.length).toBeGreaterThan(2);
		expect(ids).toEqual(wanted);
	});

	it('Limit counts the matching ones, and reading stops when there are enough', async () => {
		const { ids, hints } = await run({ overdue: 'only' }, { returnAll: false, limit: 7 });
		expect(ids).toHaveLength(7);
		expect(ids).toEqual((await run({ overdue: 'only' })).ids.slice(0, 7));
		expect(hints).toMatch(/of 1,000 projects were read; \d+ of them match .* turn on 'Return All'/);
	});

	it('the order asked for is given, whatever was read first', async () => {
		const filters = { updatedAfter: daysBefore(held()[0]?.updated_at ?? '', 60) };
		const { ids } = await run(filters, { sortBy: 'name', order: 'asc' });
		const byName = held().filter(({ updated_at }) => updated_at > filters.updatedAfter);
		expect(ids).toHaveLength(byName.length);
		expect(ids).toEqual(
			byName
				.toSorted((a, b) => (`${a.name} ${a.id}` < `${b.name} ${b.id}` ? -1 : 1))
				.map(({ id }) => id),
		);
	});
});

describe('the hint', () => {
	it('counts all that match, also those that Limit leaves out after sorting', async () => {
		const filters = { updatedAfter: held()[10]?.updated_at ?? '' };
		const { ids, hints } = await run(filters, { sortBy: 'name', returnAll: false, limit: 5 });
		expect(ids).toHaveLength(5);
		expect(hints).toMatch(/; 10 of them match .* turn on 'Return All'/);
	});

	it('does not promise more when nothing more can match', async () => {
		const filters = { updatedAfter: held()[10]?.updated_at ?? '' };
		const { ids, hints } = await run(filters, { returnAll: false, limit: 10 });
		expect(ids).toHaveLength(10);
		expect(hints).not.toMatch(/Return All/);
	});

	it('is shown once, however many input items say the same', async () => {
		const items = [{}, {}, {}];
		const { hints } = await runCollab(asSomebody(sandbox, { limit: 2 }, items));
		expect(hints).toHaveLength(1);
	});
});

describe('a sync of what is new', () => {
	it('costs one request and says how much was read', async () => {
		const unread = await startSandbox({ projects: 1000, seed: 7 });
		const filters = { updatedAfter: held()[2]?.updated_at ?? '' };
		const parameters = { returnAll: true, sortBy: 'name', filters };
		const { items, hints } = await runCollab(asSomebody(unread, parameters));
		expect(items).toHaveLength(2);
		expect(unread.requests).toHaveLength(1);
		await unread.close();
		expect(hints[0]?.message).toMatch(/100 of 1,000 projects were read; 2 /);
	});

	it('takes its time from each input item', async () => {
		const [first, second, third] = held();
		const items = [{ since: second?.updated_at ?? '' }, { since: third?.updated_at ?? '' }];
		const { ids } = await run({ updatedAfter: '={{ $json.since }}' }, {}, items);
		expect(ids).toEqual([first?.id, first?.id, second?.id]);
	});

	it.each(['={{ DateTime.fromISO($json.since) }}', '={{ new Date($json.since) }}'])(
		'takes it from %s too',
		async (updatedAfter) => {
			const [first, second] = held();
			const { ids } = await run({ updatedAfter }, {}, [{ since: second?.updated_at ?? '' }]);
			expect(ids).toEqual([first?.id]);
		},
	);
});

it.each([
	['Updated After', { updatedAfter: 'last week' }],
	['Created Before', { createdBefore: '={{ 7 }}' }],
	['Created After', { createdAfter: '={{ new Date("x") }}' }],
	['Not Updated for (Days)', { notUpdatedForDays: '={{ "many" }}' }],
	['Owner IDs', { ownerIds: '={{ [1] }}' }],
	['Owner IDs', { ownerIds: ' , ' }],
	['Overdue', { overdue: '={{ true }}' }],
	['Min Progress (%)', { minProgress: 101 }],
	['Max Progress (%)', { maxProgress: -1 }],
])('a filter that cannot be used fails with its name: %s', async (label, wrong) => {
	const { error } = await run(wrong);
	expect(error?.message).toContain(`'${label}'`);
});
