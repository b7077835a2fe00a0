/** How much of the list is read. */
import { NULLS } from '../../../dev/sandbox/listing';
import type { ListQuery } from '../../../nodes/Collab/core/contract';
import { BY_NAME, findIn, idsOf, NEWEST, quietRows } from '../list/story';
import { HOUR, Service, START_MS } from '../service';

const [first, later] = [9, 5].map((hours) => START_MS - hours * HOUR);
const created = { createdAfter: first };
const before = { updatedBefore: first };
const oldestFirst: ListQuery = { ...NEWEST, order: 'asc' };
it.each<[what: string, query: Parameters<typeof findIn>[1], order: string]>([
	['created after a time', { filters: created }, 'created_at desc'],
	['updated before a time', { filters: before }, 'updated_at asc'],
	['updated later still', { filters: { ...created, updatedAfter: later } }, 'updated_at desc'],
	// Whatever was created after a time was updated after it, too, and fewer are.
	['updated then', { filters: { ...created, updatedAfter: first } }, 'created_at desc'],
	// Only the service knows the order of names.
	['created after a time, by name', { filters: created, list: BY_NAME }, 'name asc'],
	['the newest five updated before', { filters: before, limit: 5 }, 'updated_at desc'],
	[
		'the oldest five',
		{ filters: { updatedAfter: first }, list: oldestFirst, limit: 5 },
		'updated_at desc',
	],
])('for those %s, reading begins where fewer rows stand', async (_what, query, order) => {
	const service = new Service({}, undefined, quietRows(3));
	await findIn(service, { matches: () => true, ...query });
	expect(`${service.asked[0]?.sortBy} ${service.asked[0]?.order}`).toBe(order);
});

it('a limit ends the reading where a filter asks for the order that is wanted anyway', async () => {
	const service = new Service({}, undefined, quietRows(1_000));
	const query = { filters: { updatedAfter: 0 }, matches: () => true, limit: 5 };
	expect((await findIn(service, query)).rows).toHaveLength(5);
	expect(service.asked).toHaveLength(1);
});

it.each(NULLS)('rows without a time stand where the service has them (%s)', async (nulls) => {
	const rows = quietRows(8, (index) => (index % 4 === 1 ? { created_at: null } : {}));
	const service = new Service({ nulls }, undefined, rows);
	const list = { ...NEWEST, sortBy: 'created_at' } as const;
	const query = { list, filters: { updatedAfter: 0 }, matches: () => true };
	const found = await findIn(service, { ...query, limit: 3 });
	expect(idsOf(found.rows)).toEqual(idsOf(service.list(list).slice(0, 3)));
});
