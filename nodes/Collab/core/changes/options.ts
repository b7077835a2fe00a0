import type { FetchPage, JsonValue, Project, StatusFilter } from '../contract';
import type { Predicate } from '../query/predicate';
import type { Condition } from './conditions';
import type { WatchedValues } from './values';
import type { ServiceClock } from './watermarks';

/** Events are looked for in this order: the first that is chosen and fits names the item. */
export const CHANGE_EVENTS = [
	'created',
	'archived',
	'restored',
	'completed',
	'reopened',
	'updated',
] as const;

/** What one version of a project may be an event of; it gives one at most. */
export type ChangeEvent = (typeof CHANGE_EVENTS)[number];

/** Something begins to hold for a project, because it changed or because a day passed. Each gives an item of its own. */
export const CONDITION_EVENTS = ['becameOverdue', 'dueSoon', 'becameStale'] as const;

export type ConditionEvent = (typeof CONDITION_EVENTS)[number];

export const TRIGGER_EVENTS = [...CONDITION_EVENTS, ...CHANGE_EVENTS, 'removed'] as const;

export type TriggerEvent = (typeof TRIGGER_EVENTS)[number];

/** `entered` is what the user wrote: an expression such as "a week ago" gives another date on every poll, yet is one beginning. */
export type StartFrom = 'now' | 'all' | { readonly since: string; readonly entered?: string };

export interface ChangeOptions {
	/** The base URL and the credential: a state means nothing for another one. */
	readonly account: string;
	readonly status: StatusFilter;
	/** The filters; undefined when none is set. A project has to match them after its change. */
	readonly matches: Predicate | undefined;
	/** Names Status and Filters as they were entered. */
	readonly inclusion: string;
	readonly events: readonly TriggerEvent[];
	/** Narrows `updated` to changes of these fields; empty for any change. */
	readonly fieldsToWatch: readonly string[];
	/** Whether items say from what to what fields changed. */
	readonly includePreviousValues: boolean;
	/** Due Soon: end dates from today to so many days ahead. */
	readonly dueSoonDays: number;
	/** Became Stale: no change for so many days of 24 hours. */
	readonly staleDays: number;
	/** The workflow's, such as Europe/Berlin: where a day begins. */
	readonly timeZone: string;
	readonly startFrom: StartFrom;
	/** How late a row may become visible and still be delivered. */
	readonly lookBackMs: number;
}

export const isRemovedChosen = ({ events }: ChangeOptions) => events.includes('removed');

export interface Change {
	/** A removed project has its `id`, and the `name` and `status` last known. */
	readonly project: Project;
	/** `existing`: it was there before the trigger began, and "All Existing Projects" asked for it. */
	readonly event: TriggerEvent | 'existing';
	readonly changes: Readonly<Record<string, FieldChange>>;
}

export interface FieldChange {
	/** Absent where the earlier value is not known. */
	readonly from?: JsonValue;
	readonly to: JsonValue;
}

/** What decides from outside: tests replace it. */
export interface PollRuntime {
	/** This machine's clock, in milliseconds since 1970: used for durations, and where the service tells no time. */
	now(): number;
	/** The share of the poll's time that is used, from 0 to 1. */
	timeUsed(): number;
}

/** The share of a poll's time after which it ends with what it has read. */
export const TIME_TO_READ = 0.8;

/** Changes of one poll: an execution of 100,000 items would take n8n more than a gigabyte. */
export const MAX_CHANGES = 20_000;

export interface PollContext {
	readonly fetchPage: FetchPage;
	readonly options: ChangeOptions;
	readonly runtime: PollRuntime;
	/** At the last answer. */
	readonly clock: () => ServiceClock;
	/** At the first answer, which shows the newest change; what becomes visible later may not be read. */
	readonly firstClock: () => ServiceClock;
	readonly conditions: readonly Condition[];
	readonly watched: WatchedValues;
	/** What the options need all projects for, as a hash; undefined where recent ones are enough. */
	readonly purpose: string | undefined;
	/** The date in the workflow's time zone, as days since 1970. */
	readonly today: number;
}
