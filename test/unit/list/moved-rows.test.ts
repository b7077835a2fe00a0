/** Rows that move, share a value or are left out while a list is read: none is missing without an error. */
import type { Project, Row } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { changeAnswers, draw, randomFrom, Service } from '../service';
import { textOf } from '../versions';
import { BY_NAME, findIn, idsOf, NEWEST, quietRows } from './story';

describe('rows of one timestamp that fill pages', () => {
	const at = '2026-01-01T00:00:00Z';
	const imported = quietRows(1_000, () => ({ created_at: at, updated_at: at }));

	it.each([Infinity, 15])('are all read, shuffled, with one new per %d answers', async (nth) => {
		const service = new Service({ ties: 'random' }, randomFrom(3), imported);
		service.beforeAnswer = (number) => number % nth === 0 && service.create(`q${number}`);
		const ids = idsOf((await findIn(service)).rows).sort();
		expect(ids.slice(0, 1_000)).toEqual(idsOf(imported));
		// In the order of names no two are equal. Reading by creation until nothing new comes takes a third more.
		expect(service.asked.length).toBeLessThanOrEqual(250);
	});

	it.each([
		[100, 101],
		[9, 24],
	])('are all found by a time filter, with %i of %i to a page', async (maxPerPage, count) => {
		const older = quietRows(2 * count).slice(count);
		const filters = { updatedAfter: Date.parse(textOf(older[0]!.updated_at)) };
		const newer = quietRows(count, () => ({ updated_at: textOf(quietRows(1)[0]!.updated_at) }));
		const matches = ({ id }: Project) => newer.some((row) => row.id === id);
		for (let seed = 1; seed <= 20; seed++) {
			const behavior = { ties: 'random', maxPerPage } as const;
			const service = new Service(behavior, randomFrom(seed), [...newer, ...older]);
			expect((await findIn(service, { filters, matches })).rows).toHaveLength(count);
		}
	});

	it.each([
		['where the next page begins', 192, 1, 28],
		['elsewhere', 100, 10, 24],
	])(
		'take no more requests than others where their order is fixed, though some are deleted %s',
		async (_where, from, deleted, most) => {
			const service = new Service({}, undefined, imported);
			service.beforeAnswer = (number) => {
				const gone = number === 3 ? service.ids.slice(from, from + deleted) : [];
				for (const id of gone) service.delete(id);
			};
			const ids = new Set(idsOf((await findIn(service)).rows));
			expect(service.ids.filter((id) => service.get(id) && !ids.has(id))).toEqual([]);
			expect(service.asked.length).toBeLessThanOrEqual(most);
		},
	);
});

it('rows of one timestamp that are left are all read where one is deleted before each answer', async () => {
	for (let seed = 61; seed <= 70; seed++) {
		const random = randomFrom(seed);
		const at = '2026-01-01T00:00:00Z';
		const rows = quietRows(42, () => ({ created_at: at, updated_at: at }));
		const service = new Service({ maxPerPage: 12 }, random, rows);
		service.beforeAnswer = () => service.delete(service.ids[draw(random, 42)]!);
		const left = idsOf((await findIn(service)).rows);
		expect(left).toEqual(expect.arrayContaining(idsOf(service.list(NEWEST))));
	}
});

describe('a limit above one page', () => {
	it('has a project that changes where two pages meet', async () => {
		const service = new Service({}, undefined, quietRows(103));
		service.beforeAnswer = (number) => number === 2 && service.update('proj_000098');
		const { rows } = await findIn(service, { limit: 150 });
		expect(idsOf(rows).sort()).toEqual(service.ids);
	});

	it('misses no project where the last ones that were read change, and then stand further on', async () => {
		const service = new Service({}, undefined, quietRows(200));
		const list = { ...NEWEST, order: 'asc' } as const;
		const last = idsOf(service.list(list)).slice(90, 99);
		service.beforeAnswer = (number) => number === 2 && service.updateAll(last);
		const found = idsOf((await findIn(service, { list, limit: 150 })).rows);
		expect(found).toEqual(idsOf(service.list(list)).slice(0, 150));
	});

	it.each([1, 2])('has the newest where answer %i lacks some that it counts', async (lacking) => {
		const service = new Service({}, undefined, quietRows(250));
		// As where a search index names rows that a replica of the database does not have yet.
		const isThere = (index: number) => service.asked.length !== lacking || index % 10 !== 5;
		changeAnswers(service, ({ rows, ...page }) => {
			return { ...page, rows: rows.filter((_row, index) => isThere(index)) };
		});
		const { rows } = await findIn(service, { limit: 150 });
		expect(rows).toEqual(quietRows(150));
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

	it.each([32, 2])('places missed names as dictionaries do, if %i match', async (count) => {
		const rows = quietRows(32, (index) => (index < 2 ? { name: 'aB'[index]! } : {}));
		const wanted = idsOf(rows.slice(0, count));
		const behavior = { maxPerPage: 10, collation: 'general' } as const;
		const service = new Service(behavior, undefined, rows.slice(2));
		// They come to the page that was read, so that only a reading by creation has them.
		service.beforeAnswer = (number) => number === 3 && rows.forEach((row) => service.put(row));
		const query = { list: BY_NAME, matches: ({ id }: Project) => wanted.includes(id) };
		expect(idsOf((await findIn(service, query)).rows)).toEqual(wanted);
	});
});

it('where projects are counted and hidden, all others come with a wrong count', async () => {
	const service = new Service({ totalOffset: 33, maxPerPage: 20 }, undefined, quietRows(150));
	const found = await findIn(service);
	expect(found).toMatchObject({ rowsRead: 150, countsMore: true, total: 150 });
	expect(service.asked.length).toBeLessThanOrEqual(76);
	const growing = new Service({ totalOffset: 33 }, undefined, quietRows(150));
	growing.beforeAnswer = (_number, { sortBy }) => sortBy === 'name' && growing.create('new');
	expect(await findIn(growing)).toMatchObject({ countsMore: true, total: 151 });
	const imported = quietRows(150, () => ({ created_at: '2026-01-01T00:00:00Z' }));
	const counting = new Service({ totalOffset: 33, ties: 'random' }, randomFrom(1), imported);
	expect(await findIn(counting, { list: BY_NAME })).toMatchObject({ countsMore: true, total: 150 });
});

it.each([
	[{ pageSizes: [10, 25, 50, 100] }, 42],
	[{ sizesAllowed: [100] }, 42],
	[{ pageSizes: [20], maxPerPage: 20 }, 199],
])('certain page sizes only (%j) give all in at most %i requests', async (behavior, most) => {
	for (const list of [NEWEST, BY_NAME]) {
		const service = new Service(behavior, undefined, quietRows(1_234));
		expect((await findIn(service, { list })).rows).toHaveLength(1_234);
		expect(service.asked.length).toBeLessThanOrEqual(most);
	}
});

it.each(['empty', 'cut', 'empty account'] as const)(
	'answers without rows that are left cost no project, and fail in words if they go on: %s',
	async (falseAnswers) => {
		for (const limit of [150, Infinity]) {
			for (const times of [1, 2, Infinity]) {
				const service = new Service({}, undefined, quietRows(250));
				service.beforeAnswer = (number) => {
					const isWrong = number > 1 && number < 2 + times;
					service.behave({ falseAnswers: isWrong ? falseAnswers : 'none' });
				};
				const orKind = ({ kind }: CollabError) => ({ rows: kind });
				const { rows } = await findIn(service, { limit }).catch(orKind);
				const all = quietRows(Math.min(250, limit));
				expect(rows).toEqual(times === Infinity ? 'listUnstable' : all);
			}
		}
	},
);

it('a page that is too short is used where asking again for it fails', async () => {
	const service = new Service({}, undefined, quietRows(250));
	service.beforeAnswer = (number) => {
		service.behave({ falseAnswers: number === 1 ? 'cut' : 'none' });
		if (number === 2) throw new CollabError('rateLimited');
	};
	expect((await findIn(service)).rows).toHaveLength(250);
});

it('rows that answers lack are read again, though one answer shows an empty account', async () => {
	const service = new Service({}, undefined, quietRows(300));
	service.beforeAnswer = (number) =>
		service.behave({ falseAnswers: number === 4 ? 'empty account' : 'none' });
	const isThere = ({ id }: Row) => service.asked.length > 6 || id !== 'proj_000260';
	changeAnswers(service, (page) => ({ ...page, rows: page.rows.filter(isThere) }));
	expect((await findIn(service)).rows).toHaveLength(300);
});

it('a list that hides a row, and shrinks, fails rather than leave out its last rows', async () => {
	const service = new Service({}, undefined, quietRows(200));
	const isThere = ({ id }: Row) => id !== 'proj_000080';
	changeAnswers(service, (page) => ({ ...page, rows: page.rows.filter(isThere) }));
	service.beforeAnswer = (number) => {
		if (number === 3) for (const id of service.ids.slice(190)) service.delete(id);
	};
	await expect(findIn(service)).rejects.toMatchObject({ kind: 'listUnstable' });
});

it('a list that shrinks to whole pages is read to its end, though the service refuses pages past that', async () => {
	const service = new Service({ refusesPastEnd: true }, undefined, quietRows(400));
	const newest = service.ids.slice(0, 200);
	service.beforeAnswer = (number) => {
		if (number === 4) for (const id of newest) service.delete(id);
	};
	const ids = idsOf((await findIn(service)).rows);
	expect(ids).toEqual(expect.arrayContaining(service.ids.slice(200)));
});
