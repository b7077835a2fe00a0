/** "Fetch Test Event": a change that looks like one of the events chosen, from a project that exists. */
import {
	type FetchPage,
	type JsonValue,
	type ListQuery,
	MAX_PER_PAGE,
	ownField,
	type Project,
} from '../contract';
import { CollabError } from '../errors';
import { evaluationTimeIn } from '../query/computedFields';
import { MS_PER_DAY } from '../time';
import { holdsFor } from './conditions';
import { isShown, removalOf } from './events';
import {
	type Change,
	type ChangeEvent,
	type ChangeOptions,
	CONDITION_EVENTS,
	type ConditionEvent,
	TRIGGER_EVENTS,
	type TriggerEvent,
} from './options';

/** Nobody wants to wait for a whole account. */
const NEWEST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };
const FIRST_PAGE = { page: 1, perPage: MAX_PER_PAGE };

type Fields = Readonly<Record<string, JsonValue>>;

interface Look {
	/** What the event makes of some fields. */
	readonly after: (project: Project) => Fields;
	/** Which values some fields may have had before. */
	readonly before?: (project: Project, fieldsToWatch: readonly string[]) => Fields;
	/** Otherwise a project looks like the event where `after` changes nothing. */
	readonly fits?: (project: Project) => boolean;
}

const asItIs = () => ({});

const LOOKS: Readonly<Record<ChangeEvent | 'removed', Look>> = {
	created: { after: asItIs },
	archived: { after: () => ({ status: 'archived' }), before: () => ({ status: 'active' }) },
	restored: { after: () => ({ status: 'active' }), before: () => ({ status: 'archived' }) },
	completed: { after: (project) => withOpen(0, project), before: openBefore(1) },
	reopened: { after: (project) => withOpen(1, project), before: openBefore(0) },
	updated: { after: asItIs, before: otherValues },
	removed: { after: asItIs },
};

/** The conditions depend on the day. */
function lookOf(event: TriggerEvent, options: ChangeOptions, nowMs: number): Look {
	if (!isCondition(event)) return LOOKS[event];
	const { dueSoonDays, staleDays } = options;
	const at = evaluationTimeIn(options.timeZone, nowMs);
	const ending = (days: number) => ({
		end_date: new Date((at.today + days) * MS_PER_DAY).toISOString().slice(0, 10),
	});
	const fields = {
		becameOverdue: () => ending(-1),
		dueSoon: () => ending(dueSoonDays),
		becameStale: () => ({ updated_at: new Date(nowMs - staleDays * MS_PER_DAY).toISOString() }),
	}[event]();
	const after = (project: Project) => ({ ...withOpen(1, project), status: 'active', ...fields });
	return { fits: holdsFor(event, options, at), after };
}

/**
 * The newest project that looks like one of the events, the most specific event first. Where none does, the newest one that
 * Filters include, changed into what it would be after the event.
 *
 * @throws CollabError `noProjectYet` when Status and Filters include no project
 */
export async function sampleChange(
	fetchPage: FetchPage,
	options: ChangeOptions,
	nowMs: number,
): Promise<Change> {
	const looks = TRIGGER_EVENTS.filter((event) => options.events.includes(event)).map((event) => ({
		event,
		...lookOf(event, options, nowMs),
	}));
	const { projects } = await fetchPage(NEWEST, FIRST_PAGE);
	const seen = looks.flatMap((look) => projects.map((project) => ({ project, look })));
	const real = seen.filter(({ project, look }) => fits(project, look));
	const changed = seen.map(({ project, look }) => ({
		project: { ...project, ...look.after(project) },
		look,
	}));
	const isShownAs = (one: (typeof seen)[number]) => isShown(one.project, one.look.event, options);
	const shown = [...real, ...changed].find(isShownAs);
	if (!shown) throw new CollabError('noProjectYet');
	return changeInto(shown.project, shown.look, options);
}

function fits(project: Project, { after, fits: holds }: Look): boolean {
	if (holds) return holds(project);
	return Object.entries(after(project)).every(([field, value]) => project[field] === value);
}

function changeInto(
	project: Project,
	{ event, before = asItIs }: Look & { readonly event: TriggerEvent },
	{ fieldsToWatch }: ChangeOptions,
): Change {
	if (event === 'removed') return removalOf(project);
	const changes = Object.entries(before(project, fieldsToWatch)).map(
		([field, from]) => [field, { from, to: project[field] ?? null }] as const,
	);
	return { project, event, changes: Object.fromEntries(changes) };
}

function isCondition(event: TriggerEvent): event is ConditionEvent {
	return CONDITION_EVENTS.some((condition) => condition === event);
}

function withOpen(open: number, project: Project) {
	const task_count = Math.max(1, Number(project['task_count']) || 0);
	return { task_count, completed_task_count: task_count - open };
}

function openBefore(open: number) {
	return (project: Project) => {
		const { completed_task_count } = withOpen(open, project);
		return { completed_task_count };
	};
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
