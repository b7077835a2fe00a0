/** Rows that move, share a value or are left out while a list is read. */
import type { ListQuery } from '../../../nodes/Collab/core/contract';
import { type Behavior, randomFrom, Service } from '../service';
import { BY_NAME, findIn, idsOf, NEWEST, quietRows } from './story';

const BY_CREATION: ListQuery = { status: 'all', sortBy: 'created_at', order: 'asc' };

describe('rows of one timestamp', () => {
	const at = '2026-01-01T00:00:00Z';
	const imported = (count: number) => quietRows(count, () => ({ created_at: at, updated_at: at }));

	it.each(['stable', 'reverse', 'random'] as const)(
		'that fill pages are all read where equal ones are in this order: %s',
		async (ties) => {
			const service = new Service({ ties }, randomFrom(3), imported(1_000));
			const ids = idsOf((await findIn(service)).rows);
			expect([ids.length, new Set(ids).size]).toEqual([1_000, 1_000]);
		},
	);

	it('take no more requests than others where their order is fixed, though some are deleted', async () => {
		const service = new Service({}, undefined, imported(1_000));
		service.beforeAnswer = (number) => {
			if (number === 5) for (const id of service.ids.slice(100, 110)) service.delete(id);
		};
		const ids = new Set(idsOf((await findIn(service)).rows));
		expect(service.ids.filter((id) => service.get(id) && !ids.has(id))).toEqual([]);
		expect(service.asked.length).toBeLessThanOrEqual(24);
	});
});

describe('a list by name', () => {
	it('has a project that was renamed while it was read, in the order of the service', async () => {
		const service = new Service({}, undefined, quietRows(1_000));
		service.beforeAnswer = (number) => {
			if (number !== 6) return;
			service.update('proj_000900', { name: 'a' });
			// The count then fits to those that the reading by name has.
			service.delete('proj_000001');
		};
		const ids = idsOf((await findIn(service, { list: BY_NAME })).rows);
		expect(new Set(ids).size).toBe(1_000);
		const others = ids.filter((id) => id !== 'proj_000900');
		expect(others).toEqual([...others].sort());
	});

	it.each([
		['binary', 'A B Z a b c'],
		['general', 'a A b B c Z'],
	] as const)('places a name that was missed as the service does: %s', async (collation, names) => {
		const rows = quietRows(6, (index) => ({ name: names.split(' ')[index]! }));
		const service = new Service({ maxPerPage: 3, collation }, undefined, rows.slice(0, 5));
		service.put({ ...rows[3]!, name: 'zz' });
		// It comes to the page that was read, so that only a reading by creation has it.
		service.beforeAnswer = (number) => number === 3 && service.put(rows[3]!);
		const found = idsOf((await findIn(service, { list: BY_NAME })).rows);
		expect(found).toEqual(idsOf(service.list(BY_NAME)));
	});
});

it.each<[string, Partial<Behavior>, number]>([
	['hidden from the account, but counted', { totalOffset: 10 }, 5],
	['hidden from the account, but counted, in pages of 20', { totalOffset: 33, maxPerPage: 20 }, 33],
])('projects %s: all others come with a wrong count', async (_name, behavior, most) => {
	const service = new Service(behavior, undefined, quietRows(150));
	const found = await findIn(service);
	expect(found).toMatchObject({ rowsRead: 150, isCountWrong: true, total: 150 });
	expect(service.asked.length).toBeLessThanOrEqual(2 * most + 10);
});

it('a list that looks empty for a moment is not believed once it had rows', async () => {
	const service = new Service({}, undefined, quietRows(250));
	service.beforeAnswer = (number) =>
		service.behave({ falseAnswers: number > 1 && number < 6 ? 'empty account' : 'none' });
	expect((await findIn(service)).rows).toHaveLength(250);
});

it.each([200, Infinity])(
	'a lagging answer does not end a list before its end, with a limit of %d',
	async (limit) => {
		for (let late = 2; late <= 12; late++) {
			const service = new Service({ maxPerPage: 20 }, undefined, quietRows(200));
			for (let day = 0; day < 30; day++) service.create(`new${day}`);
			const seq = service.versions.latestSeq - 20;
			service.beforeAnswer = (number) =>
				service.behave({ lastSeq: number === late ? seq : Infinity });
			const { rows } = await findIn(service, { list: BY_CREATION, limit });
			expect(rows).toHaveLength(Math.min(limit, 230));
		}
	},
);

describe('pages that cannot overlap', () => {
	it.each<[string, Partial<Behavior>, number]>([
		['a service that allows certain sizes', { pageSizes: [10, 25, 50, 100] }, 100],
		['a service that ignores the size', { pageSizes: [20], maxPerPage: 20 }, 20],
	])('of %s are read whole with three requests a page', async (_name, behavior, size) => {
		for (const list of [NEWEST, BY_NAME]) {
			const service = new Service(behavior, undefined, quietRows(1_234));
			expect(idsOf((await findIn(service, { list })).rows)).toHaveLength(1_234);
			expect(service.asked.length).toBeLessThanOrEqual(3.2 * Math.ceil(1_234 / size));
		}
	});
});

it.each([
	[1, 'proj_000250'],
	[2, 'proj_000150'],
	[3, 'proj_000050'],
])('answer %i is asked for again where it leaves out a row in its middle', async (wrong, id) => {
	const service = new Service({}, undefined, quietRows(300));
	service.beforeAnswer = (number) => service.behave({ leftOut: number === wrong ? id : '' });
	expect((await findIn(service, { list: BY_CREATION })).rows).toHaveLength(300);
});
