import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { asSomebody } from './harness/asSomebody';
import { runCollab, startCollab } from './harness/runCollab';
import { answer, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ projects: 100, seed: 7 });
});
beforeEach(() => sandbox.clearRequests());
afterAll(async () => await sandbox.close());

describe('several input items', () => {
	const items = [
		{ wanted: 2, state: 'active' },
		{ wanted: 3, state: 'archived' },
		{ wanted: 1, state: 'all' },
	];
	const parameters = { limit: '={{ $json.wanted }}', status: '={{ $json.state }}' };

	it('each run once, with its own values', async () => {
		await runCollab(asSomebody(sandbox, parameters, items));
		expect(sandbox.requests.map(({ query }) => [query['per_page'], query['status']])).toEqual([
			['2', 'active'],
			['3', 'archived'],
			['1', 'all'],
		]);
	});

	it('are what every output item is paired with', async () => {
		const { items: listed } = await runCollab(asSomebody(sandbox, parameters, items));
		expect(listed.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1, 1, 2].map((item) => ({ item })),
		);
	});

	it('may give a number as text', async () => {
		const { items: listed } = await runCollab(asSomebody(sandbox, { limit: '={{ "2" }}' }));
		expect(listed).toHaveLength(2);
	});

	it.each([
		['Limit', { limit: '={{ "many" }}' }],
		['Limit', { limit: 0 }],
		['Limit', { limit: 1.5 }],
		['Status', { status: '={{ "open" }}' }],
		['Sort By', { sortBy: '={{ $json.nothing }}' }],
		['Order', { order: '={{ 1 }}' }],
		['Output', { output: '={{ "all" }}' }],
		['Return All', { returnAll: '={{ "maybe" }}' }],
		['Fields', { output: 'selected', fields: '={{ "name" }}' }],
		['Max Concurrent Requests', { options: { maxConcurrentRequests: 0 } }],
		['Max Retry Wait (Seconds)', { options: { maxRetryWait: -1 } }],
		['Timeout (Seconds)', { options: { timeout: '={{ "soon" }}' } }],
	])('fail with the name of a parameter that cannot be used: %s', async (label, wrong) => {
		const { error, items: listed } = await runCollab(asSomebody(sandbox, { limit: 1, ...wrong }));
		expect(`${error?.message} ${error?.description}`).toContain(label);
		expect(error?.context['itemIndex']).toBe(0);
		expect(listed).toEqual([]);
		expect(sandbox.requests).toEqual([]);
	});
});

describe('a run that is stopped', () => {
	it('sends nothing more', async () => {
		const service = await serve((response, _request, attempt) => {
			if (attempt === 1) answer(response, 429, {}, { 'Retry-After': '60' });
		});
		const { baseUrl } = service;
		const running = startCollab(asSomebody({ baseUrl, apiKey: 'key' }, {}, [{}, {}]));
		await service.arrived(1);
		running.cancel();
		const { run: kept, items } = await running.outcome;
		expect(kept.status).toBe('canceled');
		expect(items).toEqual([]);
		expect(service.requests).toHaveLength(1);
	});

	it('while an answer is awaited is no error that continues with the next item', async () => {
		const service = await serve(() => undefined);
		const { baseUrl } = service;
		const running = startCollab({
			...asSomebody({ baseUrl, apiKey: 'key' }, {}, [{}, {}]),
			settings: { onError: 'continueRegularOutput' },
		});
		await service.arrived(1);
		running.cancel();
		const { run: kept } = await running.outcome;
		expect(kept.status).toBe('canceled');
		expect(service.requests).toHaveLength(1);
	});
});
