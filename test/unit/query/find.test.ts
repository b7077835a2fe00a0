/** How much of the list is read. */
import type { ListQuery } from '../../../nodes/Collab/core/contract';
import { forEachMatching } from '../../../nodes/Collab/core/query/find';
import type { Bounds } from '../../../nodes/Collab/core/query/predicate';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import { BY_NAME, findIn, idsOf, NEWEST, quietRows } from '../list/story';
import { HOUR, Service, START_MS } from '../service';
import type { Stored } from '../versions';

const [first, later] = [9, 5].map((hours) => instantFromMs(START_MS - hours * HOUR));
it.each<[string, Bounds, ListQuery, number, string]>([
	['created after a time', { createdAfter: first }, NEWEST, Infinity, 'created_at desc'],
	['updated before a time', { updatedBefore: first }, NEWEST, Infinity, 'updated_at asc'],
	[
		'updated after the later of two times',
		{ updatedAfter: later, createdAfter: first },
		NEWEST,
		Infinity,
		'updated_at desc',
	],
	// Whatever was created after a time was updated after it, too, and fewer are.
	[
		'created and updated after one time',
		{ updatedAfter: first, createdAfter: first },
		NEWEST,
		Infinity,
		'created_at desc',
	],
	// Only the service knows the order of names.
	['created after a time, by name', { createdAfter: first }, BY_NAME, Infinity, 'name asc'],
	['the newest five updated before a time', { updatedBefore: first }, NEWEST, 5, 'updated_at desc'],
	[
		'the oldest five updated after a time',
		{ updatedAfter: first },
		{ ...NEWEST, order: 'asc' },
		5,
		'updated_at desc',
	],
])(
	'for those %s, reading begins where fewer rows stand',
	async (_name, filters, list, limit, order) => {
		const service = new Service({}, undefined, quietRows(3));
		await findIn(service, { list, filters, matches: () => true, limit });
		expect(`${service.asked[0]?.sortBy} ${service.asked[0]?.order}`).toBe(order);
	},
);

it('a limit ends the reading where a filter asks for the order that is wanted anyway', async () => {
	const service = new Service({}, undefined, quietRows(1_000));
	const query = { filters: { updatedAfter: instantFromMs(0) }, matches: () => true, limit: 5 };
	expect((await findIn(service, query)).rows).toHaveLength(5);
	expect(service.asked).toHaveLength(1);
});

it('each matching project is given once, as its page arrives, so that nobody has to keep them', async () => {
	const service = new Service({}, undefined, quietRows(250));
	service.nowMs += HOUR;
	const matches = ({ id }: Stored) => /[13579]$/.test(id);
	const given: string[][] = [];
	const query = { list: NEWEST, filters: {}, matches };
	const progress = await forEachMatching(service.fetchPage, query, (rows) => {
		if (given.length === 0) expect(service.asked).toHaveLength(1);
		given.push(idsOf(rows));
	});
	expect(progress).toMatchObject({ rowsRead: 250, totalItems: 250, isCountWrong: false });
	expect([given.length, given.flat().length, new Set(given.flat()).size]).toEqual([3, 125, 125]);
});
