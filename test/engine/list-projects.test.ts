import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import type { Ordering } from '../../dev/sandbox/projects/looseListing';
import { asSomebody } from './harness/asSomebody';
import { CredentialStore } from './harness/credentialStore';
import { runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';
import { SIMPLIFIED_FIELDS } from '../simplifiedFields';

const serve = scriptedServers();
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ projects: 250, seed: 7 });
});
beforeEach(() => sandbox.clearRequests());
afterAll(async () => await sandbox.close());

async function list(parameters: INodeParameters = {}) {
	const outcome = await runCollab(asSomebody(sandbox, parameters));
	expect(outcome.error).toBeUndefined();
	return outcome.items;
}

const idsOf = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json['id']);

/** What the service holds, in the order in which it lists it. */
const held = (more: Partial<Ordering> = {}) =>
	sandbox.projects.sorted({ status: 'all', sortBy: 'updated_at', order: 'desc', ...more });

const rowsAskedFor = () =>
	sandbox.requests.reduce((sum, { query }) => sum + Number(query['per_page']), 0);

describe('the request', () => {
	it('says everything, so that nothing depends on defaults of the service', async () => {
		await list({ limit: 10 });
		expect(sandbox.requests).toMatchObject([
			{ method: 'GET', path: '/v1/projects', authentication: 'apiKey', status: 200 },
		]);
		expect(sandbox.requests[0]?.query).toEqual({
			page: '1',
			per_page: '10',
			status: 'all',
			sort_by: 'updated_at',
			order: 'desc',
		});
	});

	it('carries the filter and the order that were chosen', async () => {
		await list({ limit: 1, status: 'archived', sortBy: 'name', order: 'asc' });
		expect(sandbox.requests[0]?.query).toEqual({
			page: '1',
			per_page: '1',
			status: 'archived',
			sort_by: 'name',
			order: 'asc',
		});
	});

	it('carries the token of an OAuth2 credential', async () => {
		const store = new CredentialStore();
		const { baseUrl, authServerUrl, clientId, clientSecret } = sandbox;
		const oauthTokenData = { ...(await sandbox.issueToken()) };
		const collabOAuth2Api = store.add('collabOAuth2Api', {
			...{ baseUrl, authServerUrl, clientId, clientSecret, oauthTokenData },
		});
		const { items, error } = await runCollab({ store, credentials: { collabOAuth2Api } });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(50);
		expect(sandbox.requests[0]?.authentication).toBe('bearer');
	});
});

describe('how many', () => {
	it('Return All gives all that the service holds, in its order', async () => {
		const items = await list({ returnAll: true, output: 'raw' });
		expect(items.map(({ json }) => json)).toEqual(held());
	});

	it.each([1, 49, 50, 99, 100])('%i projects need one request for as many', async (limit) => {
		const items = await list({ limit });
		expect(idsOf(items)).toEqual(
			idsOf(
				held()
					.slice(0, limit)
					.map((json) => ({ json: { ...json } })),
			),
		);
		expect(rowsAskedFor()).toBe(limit);
	});

	it.each([101, 150, 199])('%i projects are exact, and little more is asked for', async (limit) => {
		const items = await list({ limit });
		expect(items).toHaveLength(limit);
		expect(new Set(idsOf(items)).size).toBe(limit);
		expect(rowsAskedFor()).toBeLessThanOrEqual(limit + 5);
	});

	it('a limit above what there is gives what there is', async () => {
		expect(await list({ limit: 10_000 })).toHaveLength(250);
	});

	it('hints at how many more there are', async () => {
		const { hints } = await runCollab(asSomebody(sandbox, { limit: 10 }));
		expect(hints.map(({ message }) => message).join()).toMatch(/10 of 250 projects/);
		const all = await runCollab(asSomebody(sandbox, { returnAll: true }));
		expect(all.hints).toEqual([]);
	});
});

describe('which, and in which order', () => {
	it.each(['active', 'archived'] as const)('only those that are %s', async (status) => {
		const items = await list({ returnAll: true, status });
		expect(items).toHaveLength(held({ status }).length);
		expect(new Set(items.map(({ json }) => json['status']))).toEqual(new Set([status]));
	});

	it.each(
		(['updated_at', 'created_at', 'name'] as const).flatMap((sortBy) =>
			(['asc', 'desc'] as const).map((order) => [sortBy, order] as const),
		),
	)('by %s %s', async (sortBy, order) => {
		const items = await list({ returnAll: true, sortBy, order });
		expect(idsOf(items)).toEqual(held({ sortBy, order }).map(({ id }) => id));
	});
});

describe('the output', () => {
	const unusual = { id: 'proj_x', name: 'Odd', status: 'paused', budget: { eur: 12 }, tags: ['a'] };

	async function listUnusual(parameters: INodeParameters) {
		const service = await serve((response) => answer(response, 200, listOf([unusual])));
		const { baseUrl } = service;
		const { items } = await runCollab(asSomebody({ baseUrl, apiKey: 'key' }, parameters));
		return items[0]?.json;
	}

	it('is ten fields by default', async () => {
		const [item] = await list({ limit: 1 });
		expect(Object.keys(item?.json ?? {})).toEqual(SIMPLIFIED_FIELDS);
		expect(held()[0]).toMatchObject(item?.json ?? {});
	});

	it('has the same fields for every project, also where the service left one out', async () => {
		expect(await listUnusual({ output: 'simplified' })).toMatchObject({
			id: 'proj_x',
			status: 'paused',
			owner_id: null,
			task_count: null,
		});
	});

	it('is what the service sent when raw, unknown fields included', async () => {
		expect(await listUnusual({ output: 'raw' })).toEqual(unusual);
	});

	it('is the selected fields, and always the id', async () => {
		const [item] = await list({ limit: 1, output: 'selected', fields: ['name', 'task_count'] });
		expect(Object.keys(item?.json ?? {})).toEqual(['id', 'name', 'task_count']);
		const [bare] = await list({ limit: 1, output: 'selected', fields: [] });
		expect(Object.keys(bare?.json ?? {})).toEqual(['id']);
	});
});
