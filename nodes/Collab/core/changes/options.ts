import type { JsonValue, Project, StatusFilter } from '../contract';
import type { Predicate } from '../query/predicate';

/** In the order in which the events are looked for: the first that is chosen and fits names the item. */
export const CHANGE_EVENTS = [
	'created',
	'archived',
	'restored',
	'completed',
	'reopened',
	'updated',
] as const;

export type ChangeEvent = (typeof CHANGE_EVENTS)[number];

export type StartFrom = 'now' | 'all' | Since;

export interface Since {
	readonly since: string;
	/** As the user wrote it: an expression such as "a week ago" gives another date on every poll, yet is one beginning. */
	readonly entered?: string;
}

export interface ChangeOptions {
	/** The base URL and the credential: a state means nothing for another one. */
	readonly account: string;
	readonly status: StatusFilter;
	/** The filters; undefined when none is set. A project has to match them after its change. */
	readonly matches: Predicate | undefined;
	readonly events: readonly ChangeEvent[];
	/** Narrows `updated` to changes of these fields; empty for any change. */
	readonly fieldsToWatch: readonly string[];
	/** Whether items say from what to what fields changed. */
	readonly includePreviousValues: boolean;
	readonly startFrom: StartFrom;
	/** How late a row may become visible and still be delivered. */
	readonly lookBackMs: number;
}

export interface Change {
	readonly project: Project;
	/** `existing`: it was there before the trigger began, and "All Existing Projects" asked for it. */
	readonly event: ChangeEvent | 'existing';
	readonly changes: Readonly<Record<string, FieldChange>>;
}

export interface FieldChange {
	/** Absent where the earlier value is not known. */
	readonly from?: JsonValue;
	readonly to: JsonValue;
}
