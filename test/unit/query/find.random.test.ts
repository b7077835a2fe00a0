import fc from 'fast-check';
import { cases } from '../../random';
import { readFilters } from '../../../nodes/Collab/actions/fields/filters';
import { NULLS } from '../listing';
import { findProjects } from '../../../nodes/Collab/core/query/find';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { idsOf } from '../list/story';
import { DAY, Service } from '../service';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const context = { at: evaluationTimeIn('UTC', NOW_MS), timeZone: 'UTC' };

const daysAgo = (days: number) => new Date(NOW_MS - days * DAY).toISOString();

/** Where the service was not asked for the order: projects without the value come last, ascending, and first, descending. */
const USUAL = { nulls: 'postgresql', maxPerPage: 5 } as const;

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
		.map((rows) => rows.map((row, index) => ({ id: `proj_${index}`, ...row })));
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
			fc.constantFrom(...NULLS),
			async (rows, entered, asked, most, nulls) => {
				const wanted = readFilters(() => entered, context);
				const { matches = () => true } = wanted;
				const service = new Service({ ...USUAL, nulls }, undefined, rows);
				const query = { list: asked, ...wanted };
				const all = { ...query, now: () => NOW_MS };
				const found = await findProjects(service.fetchPage, all, most);
				const [first] = service.asked;
				const isAsked = first?.sortBy === asked.sortBy && first.order === asked.order;
				if (!isAsked) service.behave(USUAL);
				const whole = service.list(asked).filter(matches);
				expect(idsOf(found.projects)).toEqual(idsOf(whole.slice(0, most)));
				if (whole.length > most) expect(found.isCut).toBe(true);
				const isNotCounted = found.isCut && found.total === undefined;
				if (!isNotCounted) expect(found.total).toBe(whole.length);
			},
		);
		await fc.assert(everything, cases(40));
	});
});
