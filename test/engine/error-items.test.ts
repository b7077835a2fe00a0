import { NodeApiError, NodeOperationError, type OnError } from 'n8n-workflow';
import { asSomebody } from './harness/asSomebody';
import { runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';
import { textIn } from './harness/textIn';

const API_KEY = 'key-that-nobody-may-see';

const serve = scriptedServers();

/** Three input items, of which the second is refused by the service and the third by the node. */
const items = [
	{ status: 'all', email: 'ada@example.com' },
	{ status: 'archived', email: 'bob@example.com' },
	{ status: 'open', email: 'cyd@example.com' },
];

async function run(onError: OnError) {
	const { baseUrl } = await serve((response, { query }) =>
		query['status'] === 'archived'
			? answer(response, 403)
			: answer(response, 200, listOf([{ id: 'proj_1', name: 'One' }])),
	);
	const parameters = { status: '={{ $json.status }}', output: 'selected', fields: ['name'] };
	const outcome = await runCollab({
		...asSomebody({ baseUrl, apiKey: API_KEY }, parameters, items),
		settings: { onError },
	});
	expect(outcome.error).toBeUndefined();
	expect(textIn(outcome)).not.toContain(API_KEY);
	return outcome;
}

/** Every version of n8n takes an item for an error by `error`; by its json alone, some take fewer forms than others. */
it('carry the error, so that they leave by the error output in every version of n8n', async () => {
	const { items: listed, errorItems } = await run('continueErrorOutput');
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

it('say in the regular output what happened and what to do', async () => {
	const { items: listed } = await run('continueRegularOutput');
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
