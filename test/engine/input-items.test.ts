import { NodeApiError, NodeOperationError, type OnError } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { asSomebody, connectedTo } from './harness/asSomebody';
import { CredentialStore } from './harness/credentialStore';
import { expectNoSecretIn } from './harness/outcomes';
import { runCollab, startCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();
const accounts: Sandbox[] = [];

beforeAll(async () => {
	for (const seed of [1, 2]) accounts.push(await startSandbox({ projects: 100, seed }));
});
beforeEach(() => accounts.forEach((account) => account.clearRequests()));
afterAll(async () => await Promise.all(accounts.map(async (account) => await account.close())));

const account = (index = 0): Sandbox => accounts[index] as Sandbox;
const byItem = (field: string) => `={{ $json.${field} }}`;

describe('several input items', () => {
	it('each run once, with its own values, and every output item is paired with its own', async () => {
		const items = [
			{ wanted: 2, state: 'active' },
			{ wanted: 3, state: 'archived' },
			{ wanted: '1', state: 'all' },
		];
		const parameters = { limit: byItem('wanted'), status: byItem('state') };
		const { items: listed } = await runCollab(asSomebody(account(), parameters, items));
		expect(account().requests.map(({ query }) => [query['per_page'], query['status']])).toEqual([
			['2', 'active'],
			['3', 'archived'],
			['1', 'all'],
		]);
		expect(listed.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1, 1, 2].map((item) => ({ item })),
		);
	});
});

describe('error items', () => {
	/** Three input items, of which the second is refused by the service and the third by the node. */
	async function run(onError?: OnError) {
		const service = await serve((response, { query }) =>
			query['status'] === 'archived'
				? answer(response, 403)
				: answer(response, 200, listOf([{ id: 'proj_1', name: 'One' }])),
		);
		const parameters = { status: byItem('status'), output: 'selected', fields: ['name'] };
		const items = ['all', 'archived', 'open'].map((status) => ({ status }));
		const settings = onError ? { onError } : {};
		const outcome = await runCollab({ ...asSomebody(service, parameters, items), settings });
		expectNoSecretIn(outcome);
		return outcome;
	}

	/** Every version of n8n takes an item for an error by `error`; by its json alone, some take fewer forms than others. */
	it('carry the error, so that they leave by the error output in every version of n8n', async () => {
		const { items: listed, error, errorItems } = await run('continueErrorOutput');
		expect(error).toBeUndefined();
		expect(listed).toEqual([{ json: { id: 'proj_1', name: 'One' }, pairedItem: { item: 0 } }]);
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
		const [refused, unusable] = errorItems.map(({ error }) => error);
		expect(refused).toBeInstanceOf(NodeApiError);
		expect(unusable).toBeInstanceOf(NodeOperationError);
		expect(errorItems.map(({ json }) => json['error'])).toEqual([
			refused?.message,
			unusable?.message,
		]);
	});

	it('are none where the workflow stops: the error says which input item it was', async () => {
		const { items: listed, error } = await run();
		expect(error?.context['itemIndex']).toBe(1);
		expect(listed).toEqual([]);
	});

	it('say in the regular output what happened and what to do', async () => {
		const { items: listed, error } = await run('continueRegularOutput');
		expect(error).toBeUndefined();
		const text = (pattern: RegExp) => expect.stringMatching(pattern) as string;
		expect(listed).toEqual([
			{ json: { id: 'proj_1', name: 'One' }, pairedItem: { item: 0 } },
			{
				json: { error: text(/does not allow/), message: text(/administrator/) },
				pairedItem: { item: 1 },
			},
			{ json: { error: text(/'Status'/), message: text(/one of all/) }, pairedItem: { item: 2 } },
		]);
	});
});

describe('a credential', () => {
	const settings = { onError: 'continueRegularOutput' } as const;

	it('that is missing fails the run with the words of n8n', async () => {
		const { error } = await runCollab({ store: new CredentialStore(), credentials: {} });
		expect(error?.message).toMatch(/does not have any credentials set/);
	});

	it('whose API key an expression chooses is that of the item', async () => {
		const items = accounts.map(({ baseUrl, apiKey }) => ({ baseUrl, apiKey }));
		const byItems = { baseUrl: byItem('baseUrl'), apiKey: byItem('apiKey') };
		const outcome = await runCollab(asSomebody(byItems, { limit: 1 }, items));
		const newest = accounts.map(
			({ projects }) =>
				projects.sorted({ status: 'all', sortBy: 'updated_at', order: 'desc' })[0]?.id,
		);
		expect(outcome.items.map(({ json }) => json['id'])).toEqual(newest);
	});

	it('that is limited does not stop the items with another', async () => {
		const { baseUrl, requests } = await serve((response, { headers }) =>
			headers['x-api-key'] === 'limited'
				? answer(response, 429, {}, { 'Retry-After': '3600' })
				: answer(response, 200, listOf([{ id: 'proj_1' }])),
		);
		const items = ['limited', 'other', 'limited', 'other'].map((apiKey) => ({ apiKey }));
		const run = asSomebody({ baseUrl, apiKey: byItem('apiKey') }, {}, items);
		const outcome = await runCollab({ ...run, settings });
		expect(outcome.items.map(({ json }) => 'error' in json)).toEqual([true, false, true, false]);
		expect(requests).toHaveLength(3);
	});

	const addresses = () =>
		accounts.map(({ baseUrl, authServerUrl }) => ({ baseUrl, authServerUrl }));

	it.each(['baseUrl', 'authServerUrl'])(
		'for OAuth2 whose %s varies by item is refused where it does',
		async (field) => {
			const run = await connectedTo(account(), { limit: 1 }, { [field]: byItem(field) });
			const outcome = await runCollab({ ...run, items: addresses(), settings });
			expect(outcome.items.map(({ json }) => json['error'])).toEqual([
				undefined,
				'The OAuth2 credential is not the same for every input item',
			]);
			// The first item's token went nowhere else.
			expect(account(1).requests).toEqual([]);
		},
	);

	it('for OAuth2 that is the same for all items is used for all', async () => {
		const run = await connectedTo(account(), { limit: 1 });
		const { items, error } = await runCollab({ ...run, items: addresses() });
		expect([items.length, error]).toEqual([2, undefined]);
	});
});

describe('a run that is stopped', () => {
	it.each(['while it waits', 'while an answer is awaited'])(
		'%s sends nothing more, and does not go on with the next item',
		async (when) => {
			const service = await serve((response) => {
				if (when === 'while it waits') answer(response, 429, {}, { 'Retry-After': '60' });
			});
			const settings = { onError: 'continueRegularOutput' } as const;
			const running = startCollab({ ...asSomebody(service, {}, [{}, {}]), settings });
			await service.arrived(1);
			running.cancel();
			expect((await running.outcome).run.status).toBe('canceled');
			expect(service.requests).toHaveLength(1);
		},
	);
});
