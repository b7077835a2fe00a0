import type { JsonValue, Project, StatusFilter } from '../contract';
import { type Instant, parseInstant } from '../time';

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
	/** The service's base URL: a state is worth nothing for another one. */
	readonly account: string;
	readonly status: StatusFilter;
	readonly events: readonly ChangeEvent[];
	/** Narrows `updated` to changes of these fields; empty for any change. */
	readonly fieldsToWatch: readonly string[];
	readonly startFrom: StartFrom;
	/** How late a row may become visible and still be delivered. */
	readonly lookBackMs: number;
}

/** What the clocks said while the rows were read. */
export interface Clocks {
	/** The service's own time, from the Date header of its first answer. */
	readonly servedAtMs?: number | undefined;
	/** This machine's time: only ever used to tell a date that is far in the future. */
	readonly nowMs: number;
}

/** What one poll has read. */
export interface PollReading extends Clocks {
	/**
	 * The newest stamp, not in the future, that the listing showed when reading began. The cursor goes no further:
	 * of a project that changes while one reads, the walk gives the earlier version, and its new stamp is later than this.
	 */
	readonly newestAtStart: Instant | undefined;
	/** Oldest first, where stamps are equal too. */
	readonly rows: readonly Project[];
	/** Whether everything from the floor to the newest row was read. If not, the part next to the floor was. */
	readonly complete: boolean;
	/** Whether the rows go on below the floor, as far as the memory of earlier values is to be filled. */
	readonly seeds: boolean;
}

export interface ChangedProject {
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

const MS_PER_DAY = 86_400_000;

/** When a project last changed. One that was never updated may have no `updated_at`; undefined without any date. */
export function changedAt(project: Project): Instant | undefined {
	return parseInstant(project['updated_at']) ?? parseInstant(project['created_at']);
}

/**
 * The latest date that can be true. The service's clock decides; when it and this machine's differ by more than a
 * day one of them is wrong, and the later one is taken, because a limit that is too early would keep whole lists in memory.
 */
export function latestCredibleMs({ servedAtMs, nowMs }: Clocks): number {
	if (servedAtMs === undefined) return nowMs + MS_PER_DAY;
	if (Math.abs(servedAtMs - nowMs) <= MS_PER_DAY) return servedAtMs;
	return Math.max(servedAtMs, nowMs + MS_PER_DAY);
}
