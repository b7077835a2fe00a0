import type { ListQuery, Page, Window } from '../../../nodes/Collab/core/contract';
import { paginate } from '../../../nodes/Collab/core/pagination/paginator';
import { idsOf, NEWEST_FIRST, quietRows, quietService } from './quietService';

test.each([
	[10_000, 114],
	[100_000, 1_143],
])('a quiet list of %i projects takes %i requests', async (count, expected) => {
	const service = quietService(count);
	let requests = 0;
	const fetchWindow = async (query: ListQuery, window: Window): Promise<Page> => {
		requests += 1;
		return await Promise.resolve(service(query, window));
	};
	const ids: string[] = [];
	const options = { query: NEWEST_FIRST, now: () => 0, limit: Infinity };
	for await (const { projects } of paginate(fetchWindow, options)) ids.push(...idsOf(projects));
	expect(ids).toEqual(idsOf(quietRows(count)));
	expect(requests).toBe(expected);
});
