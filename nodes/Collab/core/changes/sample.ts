/** "Fetch Test Event": a project that exists, as it is, with an event that it looks like. */
import { type FetchPage, MAX_PER_PAGE, NEWEST_FIRST } from '../contract';
import { CollabError } from '../errors';
import { evaluationTimeIn, progressPercent } from '../query/computedFields';
import type { Predicate } from '../query/predicate';
import { conditionsOf } from './conditions';
import { isShown } from './events';
import { type Change, type ChangeEvent, type ChangeOptions, TRIGGER_EVENTS } from './options';
import { WatchedValues } from './values';

type Signs = Record<ChangeEvent, Predicate> & Partial<Record<string, Predicate>>;

/** How a project looks after an event. Nothing shows that one was removed. */
function signsOf(options: ChangeOptions, nowMs: number): Signs {
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
 * Tries the chosen events in turn: of the hundred projects that changed last, the newest one that looks like it. If no
 * event fits, the newest that Status and Filters include. Where they include none, the next hundred are looked at.
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
		const { rows: projects, pagination } = await fetchPage(NEWEST_FIRST, request);
		const shown = chosen.flatMap((event) =>
			projects.filter((one) => isShown(one, event, options)).map((project) => ({ project, event })),
		);
		const fitting = shown.find(({ project, event }) => signs[event]?.(project));
		const sample = fitting ?? shown.find(({ event }) => event === chosen[0]);
		if (sample) return asDelivered(sample, options);
		if (!pagination.hasNext || isTimeOver()) throw new CollabError('noProjectYet');
	}
}

/** Of a removed project only what is known of it is delivered. */
function asDelivered({ project, event }: Omit<Change, 'changes'>, options: ChangeOptions): Change {
	const watched = new WatchedValues(options);
	const shown = event === 'removed' ? watched.removed(project.id, watched.of(project)) : project;
	return { project: shown, event, changes: {} };
}
