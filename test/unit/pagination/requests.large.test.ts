import { idsOf, ListService, quietRows } from './listService';

test.each([
	[10_000, 114],
	[100_000, 1_143],
])('a quiet list of %i projects takes %i requests', async (count, requests) => {
	const rows = quietRows(count);
	const service = new ListService(rows);
	expect(await service.list()).toEqual(idsOf(rows));
	expect(service.asked).toHaveLength(requests);
});
