import { getEventListeners, once } from 'node:events';
import type { INodeParameters } from 'n8n-workflow';
import { type Context, runtimeOf } from '../../nodes/Collab/client/runtime';
import { asSomebody } from './harness/asSomebody';
import { runCollab } from './harness/runCollab';
import { answer, pageOf, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();

describe('a summary', () => {
	const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
	const open = { status: 'active', task_count: 4, completed_task_count: 1 };
	const rows = [
		{ id: 'proj_1', name: 'Due', ...open, end_date: day(9).slice(0, 10), updated_at: day(-1) },
		{ id: 'proj_2', name: 'Late', ...open, end_date: day(-9).slice(0, 10), updated_at: day(-2) },
		{ id: 'proj_3', name: 'Done', ...open, completed_task_count: 4, updated_at: day(-3) },
		{ id: 'proj_4', name: 'Odd', status: '__proto__', updated_at: 'never' },
	];

	async function summarize(parameters: INodeParameters = {}, items = [{}]) {
		const service = await serve((response, request) => {
			const { status = '' } = request.query;
			const wanted = rows.filter((row) => ['all', row.status].includes(status));
			answer(response, 200, pageOf(wanted, request));
		});
		const run = asSomebody(service, { operation: 'summarize', ...parameters }, items);
		const outcome = await runCollab(run);
		expect(outcome.error).toBeUndefined();
		return outcome;
	}

	it('says in one item how all projects stand, also where fields are missing', async () => {
		const { items, hints } = await summarize();
		const stalest = [rows[1], rows[0]].map((row, index) => ({
			id: row?.id,
			name: row?.name,
			status: 'active',
			updated_at: row?.updated_at,
			days_since_update: 2 - index,
		}));
		const json = {
			total: 4,
			overdue: 1,
			completed: 1,
			average_progress_percent: 50,
			stalest,
			by_status: Object.fromEntries([
				['__proto__', 1],
				['active', 3],
			]) as object,
			summarized_at: expect.stringMatching(/Z$/) as string,
		};
		expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
		expect(hints).toEqual([]);
	});

	it('counts what passes the filters, and a hint says so', async () => {
		const { items, hints } = await summarize({ filters: { updatedAfter: day(-2.5) } });
		expect(items[0]?.json).toMatchObject({ total: 2, by_status: { active: 2 } });
		expect(hints[0]?.message).toContain('2 of them match the filters');
	});

	it('is made for each input item', async () => {
		const parameters = { status: '={{ $json.state }}' };
		const { items } = await summarize(parameters, [{ state: 'active' }, { state: 'archived' }]);
		expect(items).toMatchObject([
			{ json: { total: 3 }, pairedItem: { item: 0 } },
			{ json: { total: 0 }, pairedItem: { item: 1 } },
		]);
	});
});

/** 500 projects, of which the last of the first 250 is the one that is looked for. */
const rows = Array.from({ length: 500 }, (_row, number) => ({
	id: `proj_${number}`,
	name: number === 249 ? 'wanted' : 'other',
	updated_at: new Date(Date.parse('2026-01-01') - number * 1_000).toISOString(),
}));

it.each([
	['search', { limit: 1, filters: { nameContains: 'wanted' } }],
	['summary', { operation: 'summarize', filters: { updatedAfter: rows[249]?.updated_at ?? '' } }],
])('prefetched windows end with the %s they were for', async (_what, parameters) => {
	const ends: Array<Promise<unknown>> = [];
	// Answers the first 300 rows, and keeps the windows after them waiting.
	const service = await serve((response, request) => {
		const isStalled = Number(request.query['page']) * Number(request.query['per_page']) > 300;
		if (isStalled) ends.push(once(response, 'close'));
		else answer(response, 200, pageOf(rows, request));
	});
	const outcome = await runCollab(asSomebody(service, parameters, [{}, {}]));
	expect(outcome.items).toHaveLength(2);
	expect(ends.length).toBeGreaterThan(0);
	await Promise.all(ends);
});

describe('requests that pause together', () => {
	const runtime = runtimeOf({} as Context);
	const wait = (shared: AbortController) =>
		Array.from({ length: 20 }, async () => await runtime.sleep(60_000, shared.signal));

	it('listen to the signal that they share through signals of their own, so that Node.js warns of no leak', async () => {
		const shared = new AbortController();
		const pauses = Promise.allSettled(wait(shared));
		expect(getEventListeners(shared.signal, 'abort')).toHaveLength(0);
		shared.abort(new Error('nobody waits'));
		for (const pause of await pauses) expect(pause.status).toBe('rejected');
	});
});
