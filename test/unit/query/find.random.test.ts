import fc from 'fast-check';
import { readFilters } from '../../../nodes/Collab/fields/filters';
import { findRows } from '../../../nodes/Collab/core/query/find';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { evaluationTimeIn } from '../../../nodes/Collab/core/query/computedFields';
import { cases } from '../../random';
import { orError } from '../errorIn';
import { queries } from '../list/histories';
import { idsOf } from '../list/story';
import { NULLS } from '../../../dev/sandbox/listing';
import { DAY, Service } from '../service';

const NOW_MS = Date.UTC(2026, 5, 15, 12);
const at = evaluationTimeIn('UTC', NOW_MS);
const daysAgo = (days: number) => new Date(NOW_MS - days * DAY).toISOString();

/** Where the service was not asked for the order: projects without the value come last, ascending, and first, descending. */
const USUAL = { nulls: 'postgresql', maxPerPage: 5 } as const;

// Few days and few values, so that projects tie with each other and with the filters.
const day = fc.option(fc.integer({ min: 0, max: 6 }).map(daysAgo), { freq: 6, nil: null });
const projects = fc.array(
	fc.record({
		name: fc.constantFrom('Apollo', 'apollo 2', 'Zeus', null),
		status: fc.constantFrom('active', 'archived', 'completed'),
		owner_id: fc.constantFrom('usr_1', 'usr_2', 'usr_3'),
		created_at: day,
		updated_at: day,
		end_date: fc.integer({ min: -2, max: 2 }).map((days) => daysAgo(days).slice(0, 10)),
		task_count: fc.constantFrom(0, 4, null),
		completed_task_count: fc.integer({ min: 0, max: 5 }),
	}),
	{ maxLength: 60, size: 'max' },
);
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
	overdue: seldom(fc.constantFrom('only', 'exclude')),
	minProgress: percent,
	maxProgress: percent,
});
const limits = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(Infinity));

test('filters and a limit give what filtering the whole list and cutting it gives, whatever was read', async () => {
	const given = [projects, filters, queries, limits, fc.constantFrom(...NULLS)] as const;
	const property = fc.asyncProperty(...given, async (all, entered, list, most, nulls) => {
		const rows = all.map((row, index) => ({ id: `proj_${index}`, ...row }));
		const wanted = orError(() => readFilters(() => entered, at));
		// Where nothing can match, it is refused.
		if (wanted instanceof CollabError) return fc.pre(false);
		const service = new Service({ ...USUAL, nulls }, undefined, rows);
		const query = { list, ...wanted };
		const found = await findRows(service.fetchPage, query, most);
		const isAsked = service.asked.some(
			({ sortBy, order }) => sortBy === list.sortBy && order === list.order,
		);
		// All by a time are sorted here, even where the service was asked for that order on the way.
		if ((most === Infinity && list.sortBy !== 'name') || !isAsked) service.behave(USUAL);
		const whole = service.list(list).filter(wanted.matches ?? (() => true));
		expect(idsOf(found.rows)).toEqual(idsOf(whole.slice(0, most)));
		if (whole.length > most) expect(found.isCut).toBe(true);
		if (!found.isCut || found.total !== undefined) expect(found.total).toBe(whole.length);
	});
	await fc.assert(property, cases(40));
});
