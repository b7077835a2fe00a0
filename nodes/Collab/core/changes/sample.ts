/** "Fetch Test Event": a change that looks like one of the events chosen, from a project that exists. */
import type { JsonValue, ListQuery, Project, StatusFilter } from '../contract';
import { CollabError } from '../errors';
import type { FetchWindow } from '../pagination/pass';
import { isComplete } from '../query/computedFields';
import { isShown } from './events';
import { CHANGE_EVENTS, type Change, type ChangeEvent, type ChangeOptions } from './options';

/** One window of each list: nobody wants to wait for a whole account. */
const WINDOW = { page: 1, perPage: 100 };

/** What a project looks like after an event, in which list it stands then, and from which values it may have come. */
interface Look {
	readonly list: StatusFilter;
	readonly fits: (project: Project) => boolean;
	readonly after: (project: Project) => Project;
	readonly before: (project: Project, fieldsToWatch: readonly string[]) => Project;
}

const asItIs = (project: Project) => project;

const LOOKS: Readonly<Record<ChangeEvent, Look>> = {
	created: { list: 'all', fits: () => true, after: asItIs, before: asItIs },
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
};

/**
 * The newest project that looks like one of the events, the most specific event first. Where none does, the newest one that
 * Filters include, changed into what it would be after the event.
 *
 * @throws CollabError `noProjectYet` when Status and Filters include no project
 */
export async function sampleChange(
	fetchWindow: FetchWindow,
	options: ChangeOptions,
): Promise<Change> {
	const events = CHANGE_EVENTS.filter((event) => options.events.includes(event));
	const newest = listedOnce(fetchWindow);
	for (const event of events) {
		const { list, fits } = LOOKS[event];
		const shown = (await newest(list)).find((one) => fits(one) && isShown(one, event, options));
		if (shown) return changeInto(shown, event, options);
	}
	for (const event of events) {
		const changed = (await newest('all')).map(LOOKS[event].after);
		const shown = changed.find((one) => isShown(one, event, options));
		if (shown) return changeInto(shown, event, options);
	}
	const { status, matches } = options;
	throw new CollabError('noProjectYet', { status, hasFilters: matches !== undefined });
}

/** The newest projects of a status, each list asked for once. */
function listedOnce(fetchWindow: FetchWindow) {
	const lists = new Map<StatusFilter, readonly Project[]>();
	return async (status: StatusFilter) => {
		const query: ListQuery = { status, sortBy: 'updated_at', order: 'desc' };
		const projects = lists.get(status) ?? (await fetchWindow(query, WINDOW)).projects;
		lists.set(status, projects);
		return projects;
	};
}

function changeInto(
	project: Project,
	event: ChangeEvent,
	{ fieldsToWatch }: ChangeOptions,
): Change {
	const before = LOOKS[event].before(project, fieldsToWatch);
	const changed = Object.keys(project).filter((field) => before[field] !== project[field]);
	const changes = changed.map((field) => [
		field,
		{ from: before[field] ?? null, to: project[field] ?? null },
	]);
	return { project, event, changes: Object.fromEntries(changes) };
}

function withOpenTasks(project: Project, open: number): Project {
	const task_count = Math.max(1, Number(project['task_count']) || 0);
	return { ...project, task_count, completed_task_count: task_count - open };
}

/** Earlier values that nobody can take for the real ones. */
function withOtherValues(project: Project, fieldsToWatch: readonly string[]): Project {
	const fields = fieldsToWatch.length > 0 ? fieldsToWatch : ['name'];
	const others = fields.map((field) => [field, otherThan(project[field])]);
	return { ...project, ...Object.fromEntries(others) };
}

function otherThan(value: JsonValue | undefined): JsonValue {
	if (typeof value === 'number') return value === 0 ? 1 : value - 1;
	return typeof value === 'string' ? `Earlier: ${value}` : null;
}
