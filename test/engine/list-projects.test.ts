import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expectRequestsOfInterface } from '../contract';
import { openSandbox, type ProjectStore, type Sandbox } from '../sandboxes';
import { asSomebody } from './harness/credentials';
import { runCollab } from './harness/runCollab';

let sandbox: Sandbox;

beforeAll(async () => (sandbox = await openSandbox({ projects: 250, seed: 7 })));
beforeEach(() => sandbox.clearRequests());
afterEach(() => expectRequestsOfInterface(sandbox));

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
	[1, 1, /^Showing 1 of 250 that match\.$/],
	[101, 2, /^Showing 101 of 250 that match\.$/],
	[10_000, 3, /^$/],
])(
	'Limit %i gives exactly the first ones, in %i requests; a hint says once that it cut',
	async (...row) => {
		const [limit, requests, hint] = row;
		const { ids, hints } = await list({ limit }, [{}, {}]);
		const first = heldIds().slice(0, limit);
		expect(ids).toEqual([...first, ...first]);
		expect(sandbox.requests).toHaveLength(2 * requests);
		expect(hints).toMatch(hint);
	},
);

it.each(['$json.since', 'DateTime.fromISO($json.since)', 'new Date($json.since)'])(
	'each input item runs once, with the time that a filter takes from it as %s, in one request',
	async (since) => {
		const filters = { updatedAfter: `={{ ${since} }}` };
		const items = [{ since: stampAt(1) }, { since: stampAt(2) }];
		const [first, second] = heldIds();
		const listed = await list({ returnAll: true, filters }, items);
		expect(listed.ids).toEqual([first, first, second]);
		const pairs = listed.items.map(({ pairedItem }) => pairedItem);
		expect(pairs).toEqual([{ item: 0 }, { item: 1 }, { item: 1 }]);
		expect(sandbox.requests).toHaveLength(2);
	},
);

it('a summary is made for each input item, of what passes the filters, and hints say which', async () => {
	const filters = { updatedAfter: stampAt(99) };
	const run = { operation: 'summarize', status: '={{ $json.state }}', filters };
	const { items, hints } = await list(run, [{ state: 'all' }, { state: 'archived' }]);
	const archived = held().filter(({ status }, index) => index < 99 && status === 'archived').length;
	expect(items).toMatchObject([
		{ json: { total: 99, by_status: { archived } }, pairedItem: { item: 0 } },
		{ json: { total: archived, by_status: { archived } }, pairedItem: { item: 1 } },
	]);
	expect(hints).toMatch(/^Item 0: .* match the filters\.,Item 1: .* match the filters\.$/);
});
