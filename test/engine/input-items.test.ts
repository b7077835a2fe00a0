import { openSandbox, type Sandbox } from '../sandboxes';
import { asSomebody, connectedTo } from './harness/credentials';
import { expectNoSecretIn, runCollab, startCollab } from './harness/runCollab';
import { answer, listOf, serve } from './harness/scriptedServer';

let account: Sandbox;
let other: Sandbox;

beforeAll(async () => {
	account = await openSandbox({ projects: 100, seed: 1 });
	other = await openSandbox({ projects: 100, seed: 2 });
});
beforeEach(() => [account, other].forEach((sandbox) => sandbox.clearRequests()));

const byItem = (field: string) => `={{ $json.${field} }}`;
const onError = 'continueRegularOutput';

/** By every version of n8n from 2.30.0 on, which all take an item of just these two fields for an error. */
it('error items keep the fields of their input in the error output, and say in the regular output what to do', async () => {
	const service = await serve((response, { query }) =>
		query['status'] === 'archived'
			? answer(response, 401)
			: answer(response, 200, listOf([{ id: 'proj_1', name: 'One' }])),
	);
	const parameters = { status: byItem('status'), output: 'selected', fields: ['name'] };
	// The second is refused by the service, and the third by the node.
	const given = ['all', 'archived', 'open'].map((status, n) => ({ n, status, message: 'Hi' }));
	const text = (pattern: RegExp) => expect.stringMatching(pattern) as string;
	const first = { id: 'proj_1', name: 'One' };
	const second = { error: text(/did not accept/), message: text(/Check the key/) };
	const third = { error: text(/'Status'/), message: text(/one of all/) };

	const run = asSomebody(service, parameters, given);
	const split = await runCollab({ ...run, onError: 'continueErrorOutput' });
	expect(split.error).toBeUndefined();
	expect(split.items).toEqual([{ json: first, pairedItem: { item: 0 } }]);
	expect(split.errorItems).toEqual([
		{ json: { n: 1, status: 'archived', ...second }, pairedItem: { item: 1 } },
		{ json: { n: 2, status: 'open', ...third }, pairedItem: { item: 2 } },
	]);
	const regular = await runCollab({ ...run, onError });
	expect(regular.items.map(({ json }) => json)).toEqual([first, second, third]);
	expectNoSecretIn([split, regular]);
});

it('a credential whose API key an expression chooses is that of the item; where it is limited, others go on', async () => {
	const { baseUrl, requests } = await serve((response, { headers }) =>
		headers['x-api-key'] === 'limited'
			? answer(response, 429, {}, { 'Retry-After': '3600' })
			: answer(response, 200, listOf([{ id: headers['x-api-key'] }])),
	);
	const items = ['limited', 'other', 'limited', 'third'].map((apiKey) => ({ apiKey }));
	const run = asSomebody({ baseUrl, apiKey: byItem('apiKey') }, {}, items);
	const outcome = await runCollab({ ...run, onError });
	const ids = outcome.items.map(({ json }) => json['id']);
	expect(ids).toEqual([undefined, 'other', undefined, 'third']);
	expect(requests).toHaveLength(3);
});

it.each([
	['baseUrl', () => other, 'The OAuth2 credential is not the same for every input item'],
	['authServerUrl', () => other, 'The OAuth2 credential is not the same for every input item'],
	['baseUrl', () => account, undefined],
] as const)(
	'an OAuth2 credential whose %s varies by item is refused where it does',
	async (...row) => {
		const [field, second, message] = row;
		const run = await connectedTo(account, { limit: 1 }, { [field]: byItem(field) });
		const items = [account, second()].map((sandbox) => ({ [field]: sandbox[field] }));
		const outcome = await runCollab({ ...run, items, onError });
		expect(outcome.items.map(({ json }) => json['error'])).toEqual([undefined, message]);
		// The first item's token went nowhere else.
		expect(other.requests).toEqual([]);
	},
);

it.each(['while it waits', 'while an answer is awaited'])(
	'a run that is stopped %s sends nothing more, and does not go on with the next item',
	async (when) => {
		const service = await serve((response) => {
			if (when === 'while it waits') answer(response, 429, {}, { 'Retry-After': '60' });
		});
		const running = startCollab({ ...asSomebody(service, {}, [{}, {}]), onError });
		await service.arrived(1);
		running.cancel();
		const { run, error } = await running.outcome;
		expect([run.status, error?.message]).toEqual(['canceled', 'The execution was canceled']);
		expect(service.requests).toHaveLength(1);
	},
);
