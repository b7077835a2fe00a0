/** "Fetch Test Event": a project that exists, as it is, with an event that it looks like. */
import { isChangeEvent, isPossibleFor, isShown } from '../core/changes/events';
import { type Change, type ChangeOptions, TRIGGER_EVENTS } from '../core/changes/options';
import { type PollRuntime, SHARE_TO_READ } from '../core/changes/pollReader';
import { KeptValues } from '../core/changes/values';
import { type FetchPage, MAX_PER_PAGE, NEWEST_FIRST, ownField } from '../core/contract';
import { CollabError } from '../core/errors';
import { evaluationTimeIn } from '../core/query/computedFields';

/**
 * Tries the chosen events in turn: of the hundred projects that changed last, the newest one that looks like it. If no
 * event fits, the newest that Status and Filters include. Where they include none, the next hundred are looked at.
 *
 * @throws CollabError `noProjectYet` when Status and Filters include none of the projects that were read
 */
export async function testEventOf(
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
): Promise<Change> {
	const at = evaluationTimeIn(options.timeZone, runtime.now());
	const chosen = TRIGGER_EVENTS.filter((event) => options.events.includes(event));
	for (let page = 1; ; page += 1) {
		const { rows, pagination } = await fetchPage(NEWEST_FIRST, { page, perPage: MAX_PER_PAGE });
		const all = chosen.flatMap((event) => rows.map((project) => ({ project, event })));
		const sample =
			all.find(({ project, event }) => isPossibleFor(project, event, options, at)) ??
			all.find(({ project, event }) => isShown(project, event, options));
		if (sample) return asDelivered(sample, options);
		const isLast = !pagination.hasNext || runtime.timeUsed() > SHARE_TO_READ;
		if (isLast) throw new CollabError('noProjectYet');
	}
}

/** Of a removed project only what is known of it is delivered. An earlier value, which nobody knows, is null. */
function asDelivered({ project, event }: Omit<Change, 'changes'>, options: ChangeOptions): Change {
	const kept = new KeptValues(options);
	if (event === 'removed')
		return { project: kept.removed(project.id, kept.of(project)), event, changes: {} };
	const fields = isChangeEvent(event) && event !== 'created' ? kept.fields : [];
	const changes = fields.map((field) => [field, { from: null, to: ownField(project, field) }]);
	return { project, event, changes: Object.fromEntries(changes) as Change['changes'] };
}
