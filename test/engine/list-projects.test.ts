import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startSandbox, type ProjectStore, type Sandbox } from '../../dev/sandbox';
import { asSomebody } from './harness/credentials';
import { runCollab } from './harness/runCollab';

let sandbox: Sandbox;

beforeAll(async () => (sandbox = await startSandbox({ projects: 250, seed: 7 })));
beforeEach(() => sandbox.clearRequests());
afterAll(async () => await sandbox.close());

async function list(parameters: INodeParameters = {}, items?: IDataObject[]) {
	const outcome = await runCollab(asSomebody(sandbox, parameters, items));
	expect(outcome.error).toBeUndefined();
	const ids = outcome.items.map(({ json }) => json['id']);
	return { ...outcome, ids, hints: outcome.hints.map(({ message }) => message).join() };
}

/** What the service holds, in the order in which it lists it. */
const held = (more: Partial<Parameters<ProjectStore['sorted']>[0]> = {}) =>
	sandbox.projects.sorted({ status: 'all', sortBy: 'updated_at', order: 'desc', ...more });
const heldIds = () => held().map(({ id }) => id);
/** When the project last changed that so many others have changed after. */
const stampAt = (index: number) => held()[index]?.updated_at ?? '';

it.each([
	[1, 1],
	[100, 1],
	[101, 2],
	[199, 3],
])('Limit %i gives exactly the first ones, in %i requests', async (limit, requests) => {
	expect((await list({ limit })).ids).toEqual(heldIds().slice(0, limit));
	expect(sandbox.requests).toHaveLength(requests);
	expect(sandbox.requests[0]?.query).toMatchObject({ per_page: `${Math.min(limit, 100)}` });
});

it('a Limit above what there is gives what there is; below, a hint says how many more there are, once', async () => {
	expect(await list({ limit: 10_000 })).toMatchObject({ ids: heldIds(), hints: '' });
	expect((await list({ limit: 10 }, [{}, {}])).hints).toMatch(/^[^,]*10 of 250 projects[^,]*$/);
});

it('Filters and Status are all matched; the order is the one asked for, whatever was read first', async () => {
	const filters = { updatedAfter: stampAt(199), ownerIds: '={{ ["usr_0003", "usr_0005"] }}' };
	const parameters = { status: 'active', sortBy: 'name', order: 'asc' } as const;
	const { ids } = await list({ ...parameters, filters, returnAll: true });
	const wanted = held(parameters).filter(
		({ updated_at, owner_id }) => updated_at > filters.updatedAfter && /000[35]$/.test(owner_id),
	);
	expect(wanted.length).toBeGreaterThan(2);
	expect(ids).toEqual(wanted.map(({ id }) => id));
});

it('a filter by the time of the last sync costs one request, and the hint says how much was read', async () => {
	const filters = { updatedAfter: stampAt(2) };
	const { ids, hints } = await list({ returnAll: true, sortBy: 'name', filters });
	expect([ids.length, sandbox.requests.length]).toEqual([2, 1]);
	expect(hints).toMatch(/100 of 250 projects were read; 2 /);
});

it.each(['$json.since', 'DateTime.fromISO($json.since)', 'new Date($json.since)'])(
	'a filter takes the time from each input item, as %s',
	async (since) => {
		const filters = { updatedAfter: `={{ ${since} }}` };
		const items = [{ since: stampAt(1) }, { since: stampAt(2) }];
		const [first, second] = heldIds();
		expect((await list({ returnAll: true, filters }, items)).ids).toEqual([first, first, second]);
	},
);

it('a summary is made for each input item, of what passes the filters, and a hint says so', async () => {
	const status = '={{ $json.state }}';
	const filters = { updatedAfter: stampAt(99) };
	const run = { operation: 'summarize', status, filters };
	const { items, hints } = await list(run, [{ state: 'all' }, { state: 'archived' }]);
	const archived = held()
		.slice(0, 99)
		.filter((project) => project.status === 'archived').length;
	const json = { total: archived, by_status: { archived } };
	expect(items).toMatchObject([
		{ json: { total: 99, by_status: { archived } }, pairedItem: { item: 0 } },
		{ json, pairedItem: { item: 1 } },
	]);
	expect(hints).toContain('match the filters');
});
