/** "Fetch Test Event": a change that looks like one of the events chosen, from a project that exists. */
import {
	type FetchPage,
	type JsonValue,
	MAX_PER_PAGE,
	NEWEST_FIRST,
	ownField,
	type Project,
} from '../contract';
import { CollabError } from '../errors';
import { type EvaluationTime, evaluationTimeIn } from '../query/computedFields';
import { MS_PER_DAY } from '../time';
import { conditionsOf } from './conditions';
import { isShown } from './events';
import { type Change, type ChangeOptions, TRIGGER_EVENTS, type TriggerEvent } from './options';
import { WatchedValues } from './values';

type Fields = Readonly<Record<string, JsonValue>>;
type Edits = Readonly<Record<TriggerEvent, (project: Project) => Fields>>;

/** Before an event a project looks as it does after the opposite one. */
const OPPOSITES: Readonly<Partial<Record<TriggerEvent, TriggerEvent>>> = {
	archived: 'restored',
	restored: 'archived',
	completed: 'reopened',
	reopened: 'completed',
};

/** What each event makes of some fields of a project. */
function editsOf({ dueSoonDays, staleDays }: ChangeOptions, at: EvaluationTime): Edits {
	const asItIs = () => ({});
	const open = (project: Project) => ({ ...withOpen(1, project), status: 'active' });
	const overdueOn = dateOf((at.today - 1) * MS_PER_DAY);
	const dueOn = dateOf((at.today + dueSoonDays) * MS_PER_DAY);
	const staleSince = new Date(at.nowMs - staleDays * MS_PER_DAY).toISOString();
	return {
		created: asItIs,
		archived: () => ({ status: 'archived' }),
		restored: () => ({ status: 'active' }),
		completed: (project) => withOpen(0, project),
		reopened: (project) => withOpen(1, project),
		updated: asItIs,
		removed: asItIs,
		becameOverdue: (project) => ({ ...open(project), end_date: overdueOn }),
		dueSoon: (project) => ({ ...open(project), end_date: dueOn }),
		becameStale: (project) => ({ ...open(project), updated_at: staleSince }),
	};
}

/**
 * The newest project that looks like one of the events, the most specific event first; if none does, the newest one that
 * Filters include, changed into what it would be after the event. Nobody wants to wait for more than a page.
 *
 * @throws CollabError `noProjectYet` when Status and Filters include no project
 */
export async function sampleChange(
	fetchPage: FetchPage,
	options: ChangeOptions,
	nowMs: number,
): Promise<Change> {
	const at = evaluationTimeIn(options.timeZone, nowMs);
	const edits = editsOf(options, at);
	const conditions = conditionsOf(options, at);
	const looksLike = (project: Project, event: TriggerEvent) => {
		const condition = conditions.find((one) => one.event === event);
		return condition?.holds(project) ?? isUnchangedBy(edits[event](project), project);
	};
	const { projects } = await fetchPage(NEWEST_FIRST, { page: 1, perPage: MAX_PER_PAGE });
	const chosen = TRIGGER_EVENTS.filter((event) => options.events.includes(event));
	const seen = chosen.flatMap((event) => projects.map((project) => ({ project, event })));
	const real = seen.filter(({ project, event }) => looksLike(project, event));
	const edited = seen.map(({ project, event }) => {
		return { project: { ...project, ...edits[event](project) }, event };
	});
	const sample = [...real, ...edited].find((one) => isShown(one.project, one.event, options));
	if (!sample) throw new CollabError('noProjectYet');
	const { project, event } = sample;
	const watched = new WatchedValues(options);
	const gone = event === 'removed' && watched.removed(watched.of(project));
	if (gone) return { project: gone, event, changes: {} };
	const opposite = OPPOSITES[event];
	const updated = event === 'updated' ? otherValues(project, options.fieldsToWatch) : {};
	const earlier = opposite ? edits[opposite](project) : updated;
	const changes = watched.fieldChanges(project, watched.of({ ...project, ...earlier })) ?? {};
	return { project, event, changes };
}

const isUnchangedBy = (edit: Fields, project: Project) =>
	Object.entries(edit).every(([field, value]) => project[field] === value);

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function withOpen(open: number, project: Project) {
	const task_count = Math.max(1, Number(project['task_count']) || 0);
	return { task_count, completed_task_count: task_count - open };
}

/** Earlier values that nobody can take for the real ones. */
function otherValues(project: Project, fieldsToWatch: readonly string[]): Fields {
	const fields = fieldsToWatch.length > 0 ? fieldsToWatch : ['name'];
	const present = fields.filter((field) => ownField(project, field) !== null);
	return Object.fromEntries(present.map((field) => [field, otherThan(project[field])]));
}

function otherThan(value: JsonValue | undefined): JsonValue {
	if (typeof value === 'number') return value === 0 ? 1 : value - 1;
	return typeof value === 'string' ? `Earlier: ${value}` : null;
}
