/** "Fetch Test Event": a change that looks like one of the events chosen, from a project that exists. */
import {
	type FetchPage,
	type JsonValue,
	type ListQuery,
	MAX_PER_PAGE,
	type Project,
} from '../contract';
import { CollabError } from '../errors';
import { evaluationTimeIn } from '../query/computedFields';
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

/** Nobody wants to wait for a whole account. */
const NEWEST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };
const FIRST_PAGE = { page: 1, perPage: MAX_PER_PAGE };

/** What a project looks like after an event, and from which values it may have come. */
interface Look {
	readonly after: (project: Project) => Project;
	/** Left out where nothing need have changed. */
	readonly before?: (project: Project, fieldsToWatch: readonly string[]) => Project;
	/** Otherwise it looks like the event where `after` changes nothing. */
	readonly fits?: (project: Project) => boolean;
}

const asItIs = (project: Project) => project;
const withStatus = (status: string) => (project: Project) => ({ ...project, status });
const withOpen = (count: number) => (project: Project) => withOpenTasks(project, count);

const LOOKS: Readonly<Record<ChangeEvent | 'removed', Look>> = {
	created: { after: asItIs },
	archived: { after: withStatus('archived'), before: withStatus('active') },
	restored: { after: withStatus('active'), before: withStatus('archived') },
	completed: { after: withOpen(0), before: withOpen(1) },
	reopened: { after: withOpen(1), before: withOpen(0) },
	updated: { after: asItIs, before: withOtherValues },
	removed: { after: asItIs },
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
	return { fits, after };
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
	for (const look of looks) {
		const isShownAs = (project: Project) => isShown(project, look.event, options);
		const real = projects.find((one) => fits(one, look) && isShownAs(one));
		if (real) return changeInto(real, look, options);
	}
	for (const look of looks) {
		const shown = projects.map(look.after).find((one) => isShown(one, look.event, options));
		if (shown) return changeInto(shown, look, options);
	}
	const { status, matches } = options;
	throw new CollabError('noProjectYet', { status, hasFilters: matches !== undefined });
}

function fits(project: Project, { after, fits: holds }: Look): boolean {
	return holds ? holds(project) : differences(project, after(project)).length === 0;
}

function differences(project: Project, other: Project): string[] {
	const fields = Object.keys({ ...project, ...other });
	return fields.filter((field) => (other[field] ?? null) !== (project[field] ?? null));
}

function changeInto(
	project: Project,
	{ event, before = asItIs }: Look & { readonly event: TriggerEvent },
	{ fieldsToWatch }: ChangeOptions,
): Change {
	if (event === 'removed') return removalOf(project);
	const earlier = before(project, fieldsToWatch);
	const changes = Object.fromEntries(
		differences(project, earlier).map((field): [string, FieldChange] => [
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
