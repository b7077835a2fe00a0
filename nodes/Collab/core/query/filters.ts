/** The filters that the service lacks. A project whose field is missing or cannot be read never matches a filter on it. */
import type { Project } from '../contract';
import { compareInstants, type Instant, parseInstant } from '../time';
import { isOverdue, type EvaluationTime, progressPercent } from './computedFields';

export interface Filters {
	readonly updatedAfter?: Instant | undefined;
	readonly updatedBefore?: Instant | undefined;
	readonly createdAfter?: Instant | undefined;
	readonly createdBefore?: Instant | undefined;
	readonly nameContains?: string | undefined;
	readonly ownerIds?: readonly string[] | undefined;
	readonly overdue?: boolean | undefined;
	readonly progressFrom?: number | undefined;
	readonly progressTo?: number | undefined;
}

export type Predicate = (project: Project) => boolean;

/** Undefined when no filter is set. */
export function predicateOf(filters: Filters, moment: EvaluationTime): Predicate | undefined {
	const matchers = [
		...timeMatchers(filters),
		nameMatcher(filters.nameContains),
		ownerMatcher(filters.ownerIds),
		overdueMatcher(filters.overdue, moment),
		...progressMatchers(filters),
	].filter((matcher) => matcher !== undefined);
	if (matchers.length === 0) return undefined;
	return (project) => matchers.every((matches) => matches(project));
}

export type TimeField = 'updated_at' | 'created_at';

export function isAfter(project: Project, field: TimeField, bound: Instant): boolean {
	const at = parseInstant(project[field]);
	return at !== undefined && compareInstants(at, bound) > 0;
}

export function isBefore(project: Project, field: TimeField, bound: Instant): boolean {
	const at = parseInstant(project[field]);
	return at !== undefined && compareInstants(at, bound) < 0;
}

type Maybe = Predicate | undefined;

function timeMatchers(filters: Filters): Maybe[] {
	const { updatedAfter, updatedBefore, createdAfter, createdBefore } = filters;
	return [
		updatedAfter && ((project) => isAfter(project, 'updated_at', updatedAfter)),
		updatedBefore && ((project) => isBefore(project, 'updated_at', updatedBefore)),
		createdAfter && ((project) => isAfter(project, 'created_at', createdAfter)),
		createdBefore && ((project) => isBefore(project, 'created_at', createdBefore)),
	];
}

function nameMatcher(part: string | undefined): Maybe {
	if (part === undefined) return undefined;
	const wanted = foldCase(part);
	return ({ name }) => typeof name === 'string' && foldCase(name).includes(wanted);
}

/** One letter may be written in several ways (é as one character or two); people do not see the difference. */
function foldCase(text: string): string {
	return text.normalize('NFC').toLowerCase();
}

function ownerMatcher(ownerIds: readonly string[] | undefined): Maybe {
	if (ownerIds === undefined) return undefined;
	const owners = new Set<unknown>(ownerIds);
	return (project) => owners.has(project['owner_id']);
}

function overdueMatcher(overdue: boolean | undefined, moment: EvaluationTime): Maybe {
	if (overdue === undefined) return undefined;
	return (project) => isOverdue(project, moment) === overdue;
}

function progressMatchers({ progressFrom, progressTo }: Filters): Maybe[] {
	const within = (test: (percent: number) => boolean) => (project: Project) => {
		const percent = progressPercent(project);
		return percent !== null && test(percent);
	};
	return [
		progressFrom === undefined ? undefined : within((percent) => percent >= progressFrom),
		progressTo === undefined ? undefined : within((percent) => percent <= progressTo),
	];
}
