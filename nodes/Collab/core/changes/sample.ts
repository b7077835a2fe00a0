/** "Fetch Test Event": a project that exists, as it is, with an event that it looks like. */
import { type FetchPage, MAX_PER_PAGE, NEWEST_FIRST, ownField, type Project } from '../contract';
import { CollabError } from '../errors';
import { type EvaluationTime, evaluationTimeIn } from '../query/computedFields';
import { changeOf, conditionsOf, isShown } from './events';
import type { Change, ChangeOptions, TriggerEvent } from './options';
import { CHANGE_EVENTS, TRIGGER_EVENTS } from './options';
import { type PollRuntime, SHARE_TO_READ } from './pollReader';
import { WatchedValues } from './values';

/** Whether an event may just have happened to a project, as far as it shows. Removed may have, if it is included. */
export function isPossibleFor(
	project: Project,
	event: TriggerEvent,
	options: ChangeOptions,
	at: EvaluationTime,
) {
	const alone = { ...options, events: [event] };
	if (isChangeEvent(event))
		return changeOf(project, event === 'created', 'unknown', alone).length > 0;
	const [condition] = conditionsOf(alone, at);
	return isShown(project, event, options) && (condition?.holds(project) ?? true);
}

const isChangeEvent = (event: Change['event']) => CHANGE_EVENTS.some((one) => one === event);

/**
 * Tries the chosen events in turn: of the hundred projects that changed last, the newest one that looks like it. If no
 * event fits, the newest that Status and Filters include. Where they include none, the next hundred are looked at.
 *
 * @throws CollabError `noProjectYet` when Status and Filters include none of the projects that were read
 */
export async function sampleChange(
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
): Promise<Change> {
	const at = evaluationTimeIn(options.timeZone, runtime.now());
	const chosen = TRIGGER_EVENTS.filter((event) => options.events.includes(event));
	for (let page = 1; ; page += 1) {
		const request = { page, perPage: MAX_PER_PAGE };
		const { rows: projects, pagination } = await fetchPage(NEWEST_FIRST, request);
		const all = chosen.flatMap((event) => projects.map((project) => ({ project, event })));
		const sample =
			all.find(({ project, event }) => isPossibleFor(project, event, options, at)) ??
			all.find(({ project, event }) => isShown(project, event, options));
		if (sample) return asDelivered(sample, options);
		if (!pagination.hasNext || runtime.timeUsed() > SHARE_TO_READ)
			throw new CollabError('noProjectYet');
	}
}

/** Of a removed project only what is known of it is delivered. An earlier value, which nobody knows, is null. */
function asDelivered({ project, event }: Omit<Change, 'changes'>, options: ChangeOptions): Change {
	const watched = new WatchedValues(options);
	if (event === 'removed')
		return { project: watched.removed(project.id, watched.of(project)), event, changes: {} };
	const fields = isChangeEvent(event) && event !== 'created' ? watched.fields : [];
	const changes = fields.map((field) => [field, { from: null, to: ownField(project, field) }]);
	return { project, event, changes: Object.fromEntries(changes) as Change['changes'] };
}
