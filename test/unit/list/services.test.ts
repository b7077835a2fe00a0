/** Services that people have, and what each once did to a list. */
import type { FetchPage, Project } from '../../../nodes/Collab/core/contract';
import { comparisonOf } from '../../../dev/sandbox/listing';
import { parseInstant } from '../../../nodes/Collab/core/time';
import { changeAnswers, draw, randomFrom, SECOND, Service, START_MS } from '../service';
import { type Stored, textOf } from '../versions';
import { BY_NAME, findIn, idsOf, NEWEST, quietRows } from './story';

const SPELLINGS = ['Apollo', 'apollo', 'Ápollo', 'Zoë', 'zoe', 'Øre', 'ore', 'Æon', 'aeon'];

it.each(['general', 'accentless'] as const)(
	'a limit by name misses no name where many are repeated and come in another order with each request: %s',
	async (collation) => {
		for (let seed = 1; seed <= 20; seed++) {
			const random = randomFrom(seed);
			const rows = quietRows(400, () => {
				const spelling = SPELLINGS[draw(random, SPELLINGS.length)]!;
				return { name: `${spelling} ${draw(random, 280)}${' '.repeat(draw(random, 2))}` };
			});
			const service = new Service({ collation, ties: 'random' }, random, rows);
			const { rows: projects } = await findIn(service, { list: BY_NAME, limit: 250 });
			const list = service.list(BY_NAME);
			const compare = comparisonOf(BY_NAME, service.behavior);
			const isEqual = ({ name }: Project, index: number) =>
				compare(textOf(name), textOf(list[index]?.name)) === 0;
			expect(projects.every(isEqual)).toBe(true);
			expect(new Set(idsOf(projects)).size).toBe(250);
		}
	},
);

it('Updated After gives all rows where many share a millisecond and show microseconds', async () => {
	for (let seed = 1; seed <= 20; seed++) {
		const random = randomFrom(seed);
		// The database sorts by milliseconds.
		const rows = quietRows(400, (index) => ({
			updated_at: new Date(START_MS - Math.floor(index / 15) * SECOND).toISOString(),
			digits: String(draw(random, 1_000)).padStart(3, '0'),
		}));
		const shown = ({ updated_at, digits = '', ...row }: Stored): Stored => {
			return { ...row, updated_at: `${textOf(updated_at).slice(0, 23)}${textOf(digits)}Z` };
		};
		const service = new Service({ ties: 'random', maxPerPage: 50 }, random, rows);
		changeAnswers(service, (page) => ({ ...page, rows: page.rows.map(shown) }));
		// Between two rows of one millisecond, which the service has in any order.
		const since = `${new Date(START_MS - seed * SECOND).toISOString().slice(0, 23)}500Z`;
		const matches = ({ updated_at: at }: Stored) => textOf(at) > since;
		const query = { filters: { updatedAfter: parseInstant(since) }, matches };
		const { rows: projects } = await findIn(service, query);
		expect(idsOf(projects).sort()).toEqual(idsOf(rows.map(shown).filter(matches)).sort());
	}
});

it('a row that comes twice in one answer is one project', async () => {
	const [first, ...rows] = quietRows(30);
	// As where a table is joined to another one: the next row is pushed to the next page.
	const joined = [first!, first!, ...rows];
	const fetchPage: FetchPage = async (_query, { page, perPage }) => {
		const rows = joined.slice((page - 1) * perPage, page * perPage);
		const hasNext = page * perPage < joined.length;
		return await Promise.resolve({ rows, pagination: { perPage, totalItems: 30, hasNext } });
	};
	const { rows: projects } = await findIn({ fetchPage }, { limit: 20 });
	expect(idsOf(projects)).toEqual(idsOf(quietRows(20)));
});

it.each(['zero', 'page'] as const)(
	'a service whose total is that of a page (%s) gives a limit all that it wants',
	async (totalReport) => {
		const service = new Service({ totalReport, maxPerPage: 50 }, undefined, quietRows(1_000));
		const { rows: projects } = await findIn(service, { list: NEWEST, limit: 200 });
		expect(idsOf(projects)).toEqual(idsOf(quietRows(200)));
	},
);
