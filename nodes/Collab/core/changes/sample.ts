/** "Fetch Test Event": a change that looks like one of the events chosen, from a project that exists. */
import type { FetchPage, JsonValue, ListQuery, Project, StatusFilter } from '../contract';
import { CollabError } from '../errors';
import { evaluationTimeIn, isComplete } from '../query/computedFields';
import { holdsFor } from './conditions';
import { isShown, removalOf } from './events';
import {
	type Change,
	type ChangeEvent,
	type ChangeOptions,
	CONDITION_EVENTS,
	type ConditionEvent,
	type FieldChange,
	TRIGGER_EVENTS,
	type TriggerEvent,
} from './options';

/** One window of each list: nobody wants to wait for a whole account. */
const WINDOW = { page: 1, perPage: 100 };

/** What a project looks like after an event, in which list it stands then, and from which values it may have come. */
interface Look {
	readonly list: StatusFilter;
	readonly fits: (project: Project) => boolean;
	readonly after: (project: Project) => Project;
	/** Left out where nothing need have changed. */
	readonly before?: (project: Project, fieldsToWatch: readonly string[]) => Project;
}

const asItIs = (project: Project) => project;

const LOOKS: Readonly<Record<ChangeEvent | 'removed', Look>> = {
	created: { list: 'all', fits: () => true, after: asItIs },
	archived: {
		list: 'archived',
		fits: ({ status }) => status === 'archived',
		after: (project) => ({ ...project, status: 'archived' }),
		before: (project) => ({ ...project, status: 'active' }),
	},
	restored: {
		list: 'active',
		fits: ({ status }) => status === 'active',
		after: (project) => ({ ...project, status: 'active' }),
		before: (project) => ({ ...project, status: 'archived' }),
	},
	completed: {
		list: 'all',
		fits: (project) => isComplete(project) === true,
		after: (project) => withOpenTasks(project, 0),
		before: (project) => withOpenTasks(project, 1),
	},
	reopened: {
		list: 'all',
		fits: (project) => isComplete(project) === false && Number(project['completed_task_count']) > 0,
		after: (project) => withOpenTasks(project, 1),
		before: (project) => withOpenTasks(project, 0),
	},
	updated: { list: 'all', fits: () => true, after: asItIs, before: withOtherValues },
	removed: { list: 'all', fits: () => true, after: asItIs },
};

const MS_PER_DAY = 86_400_000;

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
	const fits = holdsFor(event, options, at);
	const after = (project: Project) => ({
		...withOpenTasks(project, 1),
		status: 'active',
		...fields,
	});
	return { list: 'active', fits, after };
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
	const newest = listedOnce(fetchPage);
	for (const look of looks) {
		const listed = await newest(look.list);
		const shown = listed.find((one) => look.fits(one) && isShown(one, look.event, options));
		if (shown) return changeInto(shown, look, options);
	}
	for (const look of looks) {
		const changed = (await newest('all')).map(look.after);
		const shown = changed.find((one) => isShown(one, look.event, options));
		if (shown) return changeInto(shown, look, options);
	}
	const { status, matches } = options;
	throw new CollabError('noProjectYet', { status, hasFilters: matches !== undefined });
}

/** The newest projects of a status, each list asked for once. */
function listedOnce(fetchPage: FetchPage) {
	const lists = new Map<StatusFilter, readonly Project[]>();
	return async (status: StatusFilter) => {
		const query: ListQuery = { status, sortBy: 'updated_at', order: 'desc' };
		const projects = lists.get(status) ?? (await fetchPage(query, WINDOW)).projects;
		lists.set(status, projects);
		return projects;
	};
}

function changeInto(
	project: Project,
	{ event, before = asItIs }: Look & { readonly event: TriggerEvent },
	{ fieldsToWatch }: ChangeOptions,
): Change {
	if (event === 'removed') return removalOf(project);
	const earlier = before(project, fieldsToWatch);
	const changed = Object.keys(project).filter((field) => earlier[field] !== project[field]);
	const changes = Object.fromEntries(
		changed.map((field): [string, FieldChange] => [
			field,
			{ from: earlier[field] ?? null, to: project[field] ?? null },
		]),
	);
	return { project, event, changes };
}

function isCondition(event: TriggerEvent): event is ConditionEvent {
	return CONDITION_EVENTS.some((condition) => condition === event);
}

function withOpenTasks(project: Project, open: number): Project {
	const task_count = Math.max(1, Number(project['task_count']) || 0);
	return { ...project, task_count, completed_task_count: task_count - open };
}

/** Earlier values that nobody can take for the real ones. */
function withOtherValues(project: Project, fieldsToWatch: readonly string[]): Project {
	const fields = fieldsToWatch.length > 0 ? fieldsToWatch : ['name'];
	const others = fields.map((field): [string, JsonValue] => [field, otherThan(project[field])]);
	return { ...project, ...Object.fromEntries(others) };
}

function otherThan(value: JsonValue | undefined): JsonValue {
	if (typeof value === 'number') return value === 0 ? 1 : value - 1;
	return typeof value === 'string' ? `Earlier: ${value}` : null;
}
