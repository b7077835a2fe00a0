import { once } from 'node:events';
import { asSomebody } from './harness/asSomebody';
import { runCollab } from './harness/runCollab';
import { answer, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();

/** 500 projects, of which the last of the first 150 is the one that is looked for. */
const rows = Array.from({ length: 500 }, (_row, number) => ({
	id: `proj_${number}`,
	name: number === 149 ? 'wanted' : 'other',
}));

it('windows that were asked for ahead end with the search they were for', async () => {
	const ends: Array<Promise<unknown>> = [];
	const service = await serve((response, { query }) => {
		const [page, perPage] = [Number(query['page']), Number(query['per_page'])];
		const end = page * perPage;
		if (end > 200) return void ends.push(once(response, 'close'));
		const data = rows.slice(end - perPage, end);
		const pagination = { page, per_page: perPage, total_items: 500, total_pages: 5 };
		return answer(response, 200, {
			data,
			pagination: { ...pagination, has_next: true, has_prev: page > 1 },
		});
	});
	const items = [{}, {}];
	const parameters = { limit: 1, filters: { nameContains: 'wanted' } };
	const outcome = await runCollab(asSomebody({ ...service, apiKey: 'key' }, parameters, items));
	expect(outcome.items).toHaveLength(2);
	expect(ends.length).toBeGreaterThan(0);
	await Promise.all(ends);
});
