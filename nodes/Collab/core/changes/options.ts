/** What a trigger is asked for, and what it delivers. */
import type { JsonValue, Project, StatusFilter } from '../contract';
import type { Predicate } from '../query/predicate';

/** Each version of a project gives at most one of these events: the first in this order that is chosen and fits. */
export const CHANGE_EVENTS = [
	'created',
	'archived',
	'completed',
	'restored',
	'reopened',
	'updated',
] as const;

/** The first three are conditions: when they begin to hold, they give items of their own, beside that of a change. */
export const TRIGGER_EVENTS = [
	'becameOverdue',
	'dueSoon',
	'becameStale',
	...CHANGE_EVENTS,
	'removed',
] as const;

export type TriggerEvent = (typeof TRIGGER_EVENTS)[number];

export interface ChangeOptions {
	/** Names the account and Start From as they were entered. If it changes, the saved state is dropped. */
	readonly origin: string;
	/** Status: only projects with it are delivered, see `isShown` in events.ts. `all` by default. */
	readonly status: StatusFilter;
	/** Filters: a project has to match them after its change. Undefined when none is set. */
	readonly matches: Predicate | undefined;
	/** Status and Filters as they were entered, as text. With another text, Removed needs to read all projects again. */
	readonly inclusion: string;
	/** Trigger On, such as `['created', 'updated']`. */
	readonly events: readonly TriggerEvent[];
	/** Fields to Watch, such as `['end_date']`: `updated` needs a change of one, or unknown values. Empty for any. */
	readonly fieldsToWatch: readonly string[];
	/** Whether items say from what to what fields changed. Without Fields to Watch, the values of all are kept for it. */
	readonly includePreviousValues: boolean;
	/** Due Soon (Days): end dates from today to so many days ahead. 7 by default. */
	readonly dueSoonDays: number;
	/** Stale After (Days): no change for so many days of 24 hours. 30 by default. */
	readonly staleDays: number;
	/** The workflow's time zone, such as `Europe/Berlin`: it decides when a day begins. */
	readonly timeZone: string;
	readonly startFrom: 'now' | 'all' | { readonly since: string };
	/** Look Back: how late a change may appear in the list; how long a removed project is missed. 300,000 by default. */
	readonly lookBackMs: number;
}

/** What one item of the trigger tells. */
export interface Change {
	/** The project after the change. A removed one has its `id`, and `name` and `status` as last known, or null. */
	readonly project: Project;
	/** `existing`: All Existing Projects asked for it, and had not delivered all of them yet. */
	readonly event: TriggerEvent | 'existing';
	/** By field. `from` is absent where the earlier value is not known. */
	readonly changes: Readonly<Record<string, { readonly from?: JsonValue; readonly to: JsonValue }>>;
}
