import { NodeApiError, NodeOperationError, type OnError } from 'n8n-workflow';
import { API_KEY, expectFailure, listFrom } from './failures/failing';
import { asSomebody } from './harness/asSomebody';
import { CredentialStore } from './harness/credentialStore';
import { runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';
import { textIn } from './harness/textIn';

const serve = scriptedServers();

/** Three input items, of which the second is refused by the service and the third by the node. */
const items = [
	{ status: 'all', email: 'ada@example.com' },
	{ status: 'archived', email: 'bob@example.com' },
	{ status: 'open', email: 'cyd@example.com' },
];

async function run(onError?: OnError) {
	const { baseUrl } = await serve((response, { query }) =>
		query['status'] === 'archived'
			? answer(response, 403)
			: answer(response, 200, listOf([{ id: 'proj_1', name: 'One' }])),
	);
	const parameters = { status: '={{ $json.status }}', output: 'selected', fields: ['name'] };
	const outcome = await runCollab({
		...asSomebody({ baseUrl, apiKey: API_KEY }, parameters, items),
		settings: onError ? { onError } : {},
	});
	expect(textIn(outcome)).not.toContain(API_KEY);
	return outcome;
}

describe('error items', () => {
	/** Every version of n8n takes an item for an error by `error`; by its json alone, some take fewer forms than others. */
	it('carry the error, so that they leave by the error output in every version of n8n', async () => {
		const { items: listed, error, errorItems } = await run('continueErrorOutput');
		expect(error).toBeUndefined();
		expect(listed).toEqual([{ json: { id: 'proj_1', name: 'One' }, pairedItem: { item: 0 } }]);
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
		const [refused, unusable] = errorItems.map(({ error }) => error);
		expect(refused).toBeInstanceOf(NodeApiError);
		expect(refused?.message).toMatch(/does not allow/);
		expect(refused?.description).toMatch(/administrator/);
		expect(unusable).toBeInstanceOf(NodeOperationError);
		expect(unusable?.message).toMatch(/'Status'/);
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

describe('what was read before the error', () => {
	it('is not returned as if it were all', async () => {
		const rows = Array.from({ length: 200 }, (_row, number) => ({ id: `proj_${number}` }));
		const service = await serve((response, { query }) => {
			if (query['page'] !== '1') return answer(response, 403);
			const pagination = { page: 1, per_page: 100, total_items: 200, total_pages: 2 };
			answer(response, 200, {
				data: rows.slice(0, 100),
				pagination: { ...pagination, has_next: true, has_prev: false },
			});
		});
		const outcome = await listFrom(service.baseUrl, { parameters: { returnAll: true } });
		expectFailure(outcome, /does not allow/, /administrator/);
	});
});

describe('a node without a credential', () => {
	it("fails with n8n's own words", async () => {
		const { error, items } = await runCollab({ store: new CredentialStore(), credentials: {} });
		expect(error?.message).toMatch(/does not have any credentials set/);
		expect(items).toEqual([]);
	});
});
