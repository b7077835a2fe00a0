import fc from 'fast-check';
import { cases } from '../../random';
import { readFilters } from '../../../nodes/Collab/actions/fields/filters';
import type { ListQuery, Project } from '../../../nodes/Collab/core/contract';
import { findProjects } from '../../../nodes/Collab/core/query/find';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { type EnteredFilters, passes, type Row } from './passes';
import { QuietAccount } from './quietAccount';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const context = { at: evaluationTimeIn('UTC', NOW_MS), timeZone: 'UTC' };
const DAY_MS = 86_400_000;

const daysAgo = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString();

async function find(
	account: QuietAccount,
	entered: EnteredFilters,
	limit: number,
	asked: Partial<ListQuery>,
) {
	const listing: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc', ...asked };
	const { matches, bounds } = readFilters(() => entered, context);
	const query = {
		...{ list: listing, filters: bounds, matches, maxConcurrentRequests: 8 },
		now: () => NOW_MS,
	};
	return await findProjects(account.fetchWindow, query, limit);
}

describe('filters and a limit', () => {
	// Few days and few values, so that projects tie with each other and with the filters.
	const day = fc.option(fc.integer({ min: 0, max: 6 }).map(daysAgo), { freq: 6, nil: null });
	const project = fc.record({
		name: fc.constantFrom('Apollo', 'apollo 2', 'Zeus', null),
		status: fc.constantFrom('active', 'archived', 'completed'),
		owner_id: fc.constantFrom('usr_1', 'usr_2', 'usr_3'),
		created_at: day,
		updated_at: day,
		end_date: fc.integer({ min: 0, max: 4 }).map((days) => daysAgo(days - 2).slice(0, 10)),
		task_count: fc.constantFrom(0, 4, null),
		completed_task_count: fc.integer({ min: 0, max: 5 }),
	});
	const projects = fc
		.array(project, { maxLength: 60, size: 'max' })
		.map((rows) => rows.map((row, index): Row & Project => ({ id: `proj_${index}`, ...row })));
	// Mostly one or two filters: with more, hardly a project matches and nothing is tested.
	const seldom = <T>(value: fc.Arbitrary<T>) =>
		fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
	const bound = seldom(fc.integer({ min: -1, max: 7 }).map(daysAgo));
	const percent = seldom(fc.integer({ min: 0, max: 100 }));
	const filters = fc.record({
		updatedAfter: bound,
		updatedBefore: bound,
		createdAfter: bound,
		createdBefore: bound,
		notUpdatedForDays: seldom(fc.integer({ min: 0, max: 7 })),
		nameContains: seldom(fc.constantFrom('APOLLO', '2')),
		ownerIds: seldom(fc.constantFrom('usr_1', 'usr_2, usr_3', 'usr_4')),
		overdue: seldom(fc.constantFrom('only' as const, 'exclude' as const)),
		minProgress: percent,
		maxProgress: percent,
	});
	const listing = fc.record({
		status: fc.constantFrom('all' as const, 'active' as const, 'archived' as const),
		sortBy: fc.constantFrom('updated_at' as const, 'created_at' as const, 'name' as const),
		order: fc.constantFrom('asc' as const, 'desc' as const),
	});
	const limit = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(Infinity));

	it('give what filtering the whole list and cutting it gives, whatever was read', async () => {
		const everything = fc.asyncProperty(
			projects,
			filters,
			listing,
			limit,
			async (rows, wanted, asked, most) => {
				const account = new QuietAccount(rows, 5);
				const whole = account.list(asked).filter((row) => passes(row, wanted));
				const found = await find(account, wanted, most, asked);
				expect(found.projects.map(({ id }) => id)).toEqual(
					whole.slice(0, most).map(({ id }) => id),
				);
				if (whole.length > most) expect(found.isCut).toBe(true);
				const isNotCounted = found.isCut && found.total === undefined;
				if (!isNotCounted) expect(found.total).toBe(whole.length);
			},
		);
		await fc.assert(everything, cases(40));
	});
});

describe('a large account', () => {
	const rows = Array.from(
		{ length: 20_000 },
		(_, index): Project => ({
			id: `proj_${String(index).padStart(5, '0')}`,
			name: `Project ${index % 100}`,
			created_at: daysAgo(400 + index / 50),
			updated_at: daysAgo(index / 50),
		}),
	);
	let account: QuietAccount;
	beforeEach(() => (account = new QuietAccount(rows)));

	it.each([
		['Updated After', { updatedAfter: daysAgo(1) }, {}, Infinity, 50, 4],
		['Updated After, by name', { updatedAfter: daysAgo(1) }, { sortBy: 'name' }, 10, 10, 4],
		['Created After', { createdAfter: daysAgo(401) }, {}, Infinity, 50, 4],
		['Updated Before', { updatedBefore: daysAgo(399) }, {}, Infinity, 49, 4],
		['Created Before', { createdBefore: daysAgo(799) }, { sortBy: 'name' }, 5, 5, 4],
		['a limit', { nameContains: '7' }, {}, 15, 15, 4],
		['Updated Before with a limit', { updatedBefore: daysAgo(10) }, {}, 20, 20, 24],
	] as const)(
		'is not read to its end for %s',
		async (_what, filters, asked, limit, count, most) => {
			const found = await find(account, filters, limit, asked);
			expect(found.projects).toHaveLength(count);
			expect(account.asked.length).toBeLessThanOrEqual(most);
		},
	);

	it('is counted by the service where there are no filters, and not at all where a limit ended the reading', async () => {
		expect(await find(account, {}, 20, {})).toMatchObject({ isCut: true, total: 20_000 });
		const filtered = await find(account, { nameContains: '7' }, 15, {});
		expect(filtered).toMatchObject({ isCut: true, total: undefined });
	});

	it('is read to its end when any project may match', async () => {
		const found = await find(account, { nameContains: '7' }, Infinity, {});
		expect(found).toMatchObject({ rowsRead: 20_000, totalItems: 20_000, isCut: false });
		expect(found.total).toBe(found.projects.length);
	});
});
