import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { CredentialStore, type CredentialData } from './harness/credentialStore';
import { runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();

const accounts: Sandbox[] = [];

beforeAll(async () => {
	for (const seed of [1, 2]) accounts.push(await startSandbox({ projects: 3, seed }));
});
beforeEach(() => accounts.forEach((account) => account.clearRequests()));
afterAll(async () => await Promise.all(accounts.map(async (account) => await account.close())));

const byItem = (field: string) => `={{ $json.${field} }}`;

const items = () =>
	accounts.map(({ baseUrl, apiKey, authServerUrl }) => ({ baseUrl, apiKey, authServerUrl }));

const idsOf = ({ projects }: Sandbox) => projects.all().map(({ id }) => id);

it('an API key that an expression chooses is that of the item', async () => {
	const store = new CredentialStore();
	const collabApi = store.add('collabApi', {
		baseUrl: byItem('baseUrl'),
		apiKey: byItem('apiKey'),
	});
	const outcome = await runCollab({
		store,
		credentials: { collabApi },
		parameters: { authentication: 'apiKey', sortBy: 'name' },
		items: items(),
	});
	expect(outcome.error).toBeUndefined();
	const idsAt = (index: number) =>
		outcome.items
			.filter(({ pairedItem }) => JSON.stringify(pairedItem) === `{"item":${index}}`)
			.map(({ json }) => json['id']);
	expect(idsAt(0).sort()).toEqual(accounts[0] && idsOf(accounts[0]).sort());
	expect(idsAt(1).sort()).toEqual(accounts[1] && idsOf(accounts[1]).sort());
});

it('a rate limit of one key does not stop the items with another', async () => {
	const service = await serve((response, { headers }) =>
		headers['x-api-key'] === 'limited'
			? answer(response, 429, {}, { 'Retry-After': '3600' })
			: answer(response, 200, listOf([{ id: 'proj_1' }])),
	);
	const store = new CredentialStore();
	const { baseUrl } = service;
	const collabApi = store.add('collabApi', { baseUrl, apiKey: byItem('apiKey') });
	const outcome = await runCollab({
		store,
		credentials: { collabApi },
		parameters: { authentication: 'apiKey' },
		items: ['limited', 'other', 'limited', 'other'].map((apiKey) => ({ apiKey })),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(outcome.items.map(({ json }) => 'error' in json)).toEqual([true, false, true, false]);
	expect(service.requests).toHaveLength(3);
});

describe('an OAuth2 credential', () => {
	async function listWith(data: CredentialData) {
		const [account] = accounts;
		const store = new CredentialStore();
		const collabOAuth2Api = store.add('collabOAuth2Api', {
			baseUrl: account?.baseUrl ?? '',
			authServerUrl: account?.authServerUrl ?? '',
			clientId: account?.clientId ?? '',
			clientSecret: account?.clientSecret ?? '',
			oauthTokenData: { ...(await account?.issueToken()) },
			...data,
		});
		return await runCollab({
			store,
			credentials: { collabOAuth2Api },
			parameters: { authentication: 'oAuth2', limit: 1 },
			items: items(),
			settings: { onError: 'continueRegularOutput' },
		});
	}

	it.each([
		['Base URL', 'baseUrl'],
		['Authorization Server URL', 'authServerUrl'],
	])('whose %s varies by item is refused where it does', async (label, field) => {
		const outcome = await listWith({ [field]: byItem(field) });
		expect(outcome.items[0]?.json['error']).toBeUndefined();
		expect(outcome.items[1]?.json['error']).toBe(
			`The '${label}' in the OAuth2 credential is not the same for every input item`,
		);
		// The first item's token went nowhere else.
		expect(accounts[1]?.requests).toEqual([]);
	});

	it('that is the same for all items is used for all', async () => {
		const outcome = await listWith({});
		expect(outcome.items).toHaveLength(2);
		expect(outcome.items.map(({ json }) => 'error' in json)).toEqual([false, false]);
	});
});
