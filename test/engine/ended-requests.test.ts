import { getEventListeners, once } from 'node:events';
import { sleepUnder } from '../../nodes/Collab/client/runtime';
import { asSomebody } from './harness/asSomebody';
import { runCollab } from './harness/runCollab';
import { answer, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();

/** 500 projects, of which the last of the first 250 is the one that is looked for. */
const rows = Array.from({ length: 500 }, (_row, number) => ({
	id: `proj_${number}`,
	name: number === 249 ? 'wanted' : 'other',
	updated_at: new Date(Date.parse('2026-01-01') - number * 1_000).toISOString(),
}));

/** Answers the first 300 rows, and keeps the windows after them waiting; `ends` are fulfilled when they end. */
async function serviceThatStalls() {
	const ends: Array<Promise<unknown>> = [];
	const service = await serve((response, { query }) => {
		const [page, perPage] = [Number(query['page']), Number(query['per_page'])];
		const end = page * perPage;
		if (end > 300) return void ends.push(once(response, 'close'));
		const data = rows.slice(end - perPage, end);
		const pagination = { page, per_page: perPage, total_items: 500, total_pages: 5 };
		return answer(response, 200, {
			data,
			pagination: { ...pagination, has_next: true, has_prev: page > 1 },
		});
	});
	return { service: { ...service, apiKey: 'key' }, ends };
}

it.each([
	['search', { limit: 1, filters: { nameContains: 'wanted' } }],
	['summary', { operation: 'summarize', filters: { updatedAfter: rows[249]?.updated_at ?? '' } }],
])('prefetched windows end with the %s they were for', async (_what, parameters) => {
	const { service, ends } = await serviceThatStalls();
	const outcome = await runCollab(asSomebody(service, parameters, [{}, {}]));
	expect(outcome.items).toHaveLength(2);
	expect(ends.length).toBeGreaterThan(0);
	await Promise.all(ends);
});

describe('requests that pause together', () => {
	const wait = (shared: AbortController) =>
		Array.from({ length: 20 }, async () => await sleepUnder(60_000, [shared.signal, undefined]));

	it('listen to the signal that they share through signals of their own, so that Node.js warns of no leak', async () => {
		const shared = new AbortController();
		const pauses = Promise.allSettled(wait(shared));
		expect(getEventListeners(shared.signal, 'abort')).toHaveLength(0);
		shared.abort();
		await pauses;
	});

	it('all end with it', async () => {
		const shared = new AbortController();
		const pauses = Promise.allSettled(wait(shared));
		shared.abort(new Error('nobody waits'));
		for (const pause of await pauses) expect(pause.status).toBe('rejected');
	});
});
