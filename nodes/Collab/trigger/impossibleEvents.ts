/** Chosen events that can never start the workflow: no project looks like them and passes Status and Filters. */
import { readFilters } from '../fields/filters';
import { readValues, VALUE_LISTS } from '../fields/filters/valueLists';
import { collection, isEmpty, type Read } from '../fields/parameterValues';
import type { ChangeOptions } from '../core/changes/options';
import { isPossibleFor } from '../core/changes/events';
import type { Project } from '../core/contract';
import { CollabError } from '../core/errors';
import type { EvaluationTime } from '../core/query/computedFields';
import { MS_PER_DAY } from '../core/time';
import { labelOf } from '../fields/events';

/** Filters by which an event may be impossible: of the others, any project may be meant. */
const FILTERS_OF_STATE = ['dueWithinDays', 'maxProgress', 'minProgress', 'overdue', 'statuses'];

/** @throws CollabError `impossibleEvent` where Status and Filters leave out whatever a chosen event could be about */
export function assertEventsPossible(read: Read, options: ChangeOptions, at: EvaluationTime): void {
	const entered = collection('Filters', read('filters'));
	const filters = Object.fromEntries(FILTERS_OF_STATE.map((name) => [name, entered[name]]));
	const chosen = { ...options, matches: readFilters(() => filters, at).matches };
	const { statuses } = filters;
	const named = isEmpty(statuses) ? [] : readValues(statuses, VALUE_LISTS.statuses);
	const projects = projectsOfEachState(at.nowMs, named);
	const event = options.events.find(
		(one) => !projects.some((p) => isPossibleFor(p, one, chosen, at)),
	);
	if (event) throw new CollabError('impossibleEvent', { label: labelOf(event) });
}

/** A project of each combination of status, end date, age and progress that these filters tell apart. */
function projectsOfEachState(nowMs: number, statuses: string[]): Project[] {
	const iso = (days: number) => new Date(nowMs + days * MS_PER_DAY).toISOString();
	// Today may be another day in the workflow's time zone. All statuses but two are alike, and may be thousands.
	const endDates = [-2, -1, 0, 1, 2].map((days) => iso(days).slice(0, 10));
	const percent = Array.from({ length: 101 }, (_, done) => done);
	return [{ id: '', task_count: 100 } as Project]
		.flatMap(withEach('status', [...new Set(['active', 'archived', ...statuses])].slice(0, 3)))
		.flatMap(withEach('end_date', [null, ...endDates]))
		.flatMap(withEach('updated_at', [iso(0), iso(-40_000)]))
		.flatMap(withEach('completed_task_count', [null, ...percent]));
}

const withEach =
	(field: string, values: ReadonlyArray<string | number | null>) => (project: Project) =>
		values.map((value): Project => ({ ...project, [field]: value }));
