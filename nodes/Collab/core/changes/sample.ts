/** "Fetch Test Event": a project that exists, as it is, with an event that it looks like. */
import { type FetchPage, MAX_PER_PAGE, NEWEST_FIRST, ownField, type Project } from '../contract';
import { CollabError } from '../errors';
import { evaluationTimeIn, progressPercent } from '../query/computedFields';
import type { Predicate } from '../query/predicate';
import { conditionsOf } from './conditions';
import { isShown } from './events';
import { type Change, type ChangeOptions, TRIGGER_EVENTS, type TriggerEvent } from './options';

/** How a project looks after an event. Nothing shows that one was removed. */
function signsOf(options: ChangeOptions, nowMs: number): Partial<Record<TriggerEvent, Predicate>> {
	const conditions = conditionsOf(options, evaluationTimeIn(options.timeZone, nowMs));
	return {
		...Object.fromEntries(conditions.map(({ event, holds }) => [event, holds])),
		created: () => true,
		archived: ({ status }) => status === 'archived',
		restored: ({ status }) => status === 'active',
		completed: (project) => progressPercent(project) === 100,
		reopened: (project) => (progressPercent(project) ?? 100) < 100,
		updated: () => true,
	};
}

/**
 * Of the hundred projects that changed last, the newest one that looks like one of the chosen events; otherwise the newest one
 * that Status and Filters include, under the first chosen event. Where they include none, the next hundred are looked at.
 *
 * @param isTimeOver whether a person has waited long enough
 * @throws CollabError `noProjectYet` when Status and Filters include none of the projects that were read
 */
export async function sampleChange(
	fetchPage: FetchPage,
	options: ChangeOptions,
	nowMs: number,
	isTimeOver: () => boolean,
): Promise<Change> {
	const signs = signsOf(options, nowMs);
	const chosen = TRIGGER_EVENTS.filter((event) => options.events.includes(event));
	for (let page = 1; ; page += 1) {
		const request = { page, perPage: MAX_PER_PAGE };
		const { projects, pagination } = await fetchPage(NEWEST_FIRST, request);
		const shown = chosen.flatMap((event) =>
			projects.filter((one) => isShown(one, event, options)).map((project) => ({ project, event })),
		);
		const fitting = shown.find(({ project, event }) => signs[event]?.(project));
		const sample = fitting ?? shown.find(({ event }) => event === chosen[0]);
		if (sample?.event === 'removed') sample.project = lastKnownOf(sample.project);
		if (sample) return { ...sample, changes: {} };
		if (!pagination.hasNext || isTimeOver()) throw new CollabError('noProjectYet');
	}
}

/** What is known of a project that was removed. */
const lastKnownOf = (project: Project): Project => ({
	id: project.id,
	name: ownField(project, 'name'),
	status: ownField(project, 'status'),
});
