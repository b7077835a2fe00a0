/** What is saved between two polls: plain JSON. Seconds since 1970 are those of the service's stamps; of a removal, this machine's. */
import { MAX_PER_PAGE } from '../contract';
import { parseInstant } from '../time';
import { idHash } from './hash';
import type { ChangeOptions, StartFrom } from './options';
import type { SavedTable } from './table';

const VERSION = 3;

/** Rows that are yet to be read, newest first: where time or the number of changes ended a poll, and all when All Existing Projects begins. */
export interface Backlog {
	/** Where to go on, half a page before the last row read. It is checked, since rows move meanwhile. */
	readonly offset: number;
	/** Rows that a page of the service holds. */
	readonly pageSize: number;
	/** Of the last row read; undefined where that has no `updated_at`. */
	readonly second?: number | undefined;
	/** Down to which second to read; undefined: all. */
	readonly low?: number | undefined;
}

export interface TriggerState extends SavedTable {
	readonly version: typeof VERSION;
	readonly account: string;
	readonly startFrom: string;
	/** High watermark: the newest second read so far that is not in the future. */
	readonly high?: number | undefined;
	/** Low watermark: what is older has been dealt with, or is the backlog. Never moves back; undefined before it is known. */
	readonly low?: number | undefined;
	/** A project that is not known, and created in this second or later, is new. */
	readonly newSince?: number | undefined;
	/** This machine's clock since when the high watermark has stood still in complete polls, in milliseconds. */
	readonly quietSinceMs?: number | undefined;
	readonly backlog?: Backlog | undefined;
	/** With All Existing Projects, until they are delivered: what was created later is new. */
	readonly began?: number | undefined;
	/** How many projects there are by the service's count, or by the changes since it was last explained. */
	readonly totalItems?: number | undefined;
	/** Whether there are projects without `updated_at`: then polls compare all, once All Existing Projects are delivered. */
	readonly hasUnstamped: boolean;
	/** What all known projects have been read for, as a hash; undefined while only recent ones are known. */
	readonly filledFor?: string | undefined;
	/** The same, whether it succeeded or not. */
	readonly triedFor?: string | undefined;
	/** Names the values that are kept. */
	readonly valuesName: string;
	/** The conditions that are marked, with their number of days. */
	readonly conditions: readonly string[];
	/** `hashOf` it; undefined until it is saved. */
	readonly hash?: string;
	/** When all projects were last read: the date in the workflow's time zone, as days since 1970. */
	readonly day?: number | undefined;
}

/** All that a state holds, in the order in which its hash is made: a database may give back another one. */
const FIELDS = [
	...['version', 'account', 'startFrom', 'high', 'low', 'newSince', 'quietSinceMs', 'began'],
	...['backlog', 'offset', 'pageSize', 'second', 'totalItems', 'hasUnstamped', 'filledFor'],
	...['triedFor', 'valuesName', 'conditions', 'day', 'records', 'values'],
];

const hashOf = (state: object) => idHash(JSON.stringify(state, FIELDS));

/** With a hash by which the next poll knows that the state is whole. */
export function sealed(state: TriggerState): TriggerState {
	return { ...state, hash: hashOf(state) };
}

/**
 * The saved state, or a new one: when nothing was saved, when that is not as it was saved, when it belongs to another
 * account, or when the starting point was set anew. Other settings may change without losing the state.
 */
export function readState(saved: unknown, options: ChangeOptions, latest: number): TriggerState {
	const isOurs =
		isState(saved) &&
		saved.account === options.account &&
		saved.startFrom === nameOf(options.startFrom) &&
		// No change would ever come after watermarks that lie far in the future.
		Math.max(saved.high ?? 0, saved.low ?? 0) <= latest;
	return isOurs ? saved : newState(options);
}

function isState(saved: unknown): saved is TriggerState {
	if (typeof saved !== 'object' || saved === null) return false;
	const { version, hash }: Partial<TriggerState> = saved;
	return version === VERSION && hash === hashOf(saved);
}

function newState({ account, startFrom }: ChangeOptions): TriggerState {
	const since = typeof startFrom === 'string' ? undefined : parseInstant(startFrom.since)?.seconds;
	return {
		version: VERSION,
		account,
		startFrom: nameOf(startFrom),
		low: since,
		newSince: since,
		backlog: startFrom === 'all' ? { offset: 0, pageSize: MAX_PER_PAGE } : undefined,
		hasUnstamped: false,
		records: '',
		values: '',
		valuesName: '',
		conditions: [],
	};
}

/** An expression gives another date on every poll, yet is one starting point. */
export function nameOf(startFrom: StartFrom): string {
	return typeof startFrom === 'string'
		? startFrom
		: `since ${startFrom.entered ?? startFrom.since}`;
}
