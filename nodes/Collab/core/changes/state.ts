/** What is saved between two polls: plain JSON without absent fields. Seconds are of stamps unless a clock is named. */
import { isRecord } from '../contract';
import { CollabError } from '../errors';
import { parseInstant } from '../time';
import type { Needs } from './context';
import type { ChangeOptions } from './options';
import type { SavedProject } from './table';

const VERSION = 1;

/** How far the recent changes have been read. */
export interface Stream {
	/** The low watermark: the next poll reads down to this second. It never falls. */
	readonly low: number;
	/** `low` as the last poll found it: a project that moved past that poll while it read is still news. */
	readonly lastLow: number;
	/** The newest second of a change that was read and does not lie in the future; 0 before there is one. */
	readonly newest: number;
	/** The second of the service's clock since which each poll showed that change as the newest. */
	readonly quietSince: number;
	/** A gap: polls have not reached all that changed since this second. The next snapshot takes it over. Null without. */
	readonly gapFrom: number | null;
}

/** A reading of all projects by their time of creation, while it is under way. */
export interface Snapshot {
	/** The second of n8n's clock in which it began. */
	readonly beganAt: number;
	/** The gap that it fills: it delivers what changed since this second. Null without one. */
	readonly gapFrom: number | null;
	/** All projects that were created before this second have been read. */
	readonly createdUpTo: number;
	/** How many rows stood before the place where it goes on: a hint, since deletions move rows. */
	readonly offset: number;
	/** The IDs of the last hundred projects that it read: of those created in one second, it may have read some. */
	readonly lastIds: readonly string[];
	/** The newest second of a change that it has read and that is not in the future. See `look`. */
	readonly newest: number;
	/** The second of n8n's clock since which the list has ended in each poll, against its count; null while it goes on. */
	readonly endsSince: number | null;
}

export interface TriggerState {
	readonly version: typeof VERSION;
	/** The account and the starting point: another one begins anew. */
	readonly origin: string;
	/** Null before the first poll, unless Changed Since says where it begins. */
	readonly stream: Stream | null;
	/** Null where none is under way. */
	readonly snapshot: Snapshot | null;
	/** Whether All Existing Projects has not delivered all of them yet. */
	readonly owesExisting: boolean;
	/** What all projects have to be known for; null where only recent ones are kept. */
	readonly needs: Needs | null;
	/** The second of n8n's clock in which the last finished snapshot began; null until then, and without needs. */
	readonly filledAt: number | null;
	/** By how much the service's total exceeds the rows of its list: its own way of counting. */
	readonly countOffset: number;
	readonly projects: readonly SavedProject[];
}

/** A state after the recent changes were read. */
export type BegunState = TriggerState & { readonly stream: Stream };

/**
 * The saved state, or a new one when nothing was saved, for another account and for another starting point. Other
 * settings may change without losing the state.
 *
 * @throws CollabError `stateUnreadable`: to begin anew by itself would leave out all that changed since the last poll
 */
export function readState(saved: unknown, options: ChangeOptions): TriggerState {
	const fresh = newState(options);
	const state = saved ?? fresh;
	if (!isReadable(state, fresh)) throw new CollabError('stateUnreadable');
	return state.origin === fresh.origin ? state : fresh;
}

function newState({ origin, startFrom }: ChangeOptions): TriggerState {
	const since = typeof startFrom === 'object' ? parseInstant(startFrom.since) : undefined;
	const low = since?.seconds ?? 0;
	const stream = { low, lastLow: low, newest: 0, quietSince: 0, gapFrom: null };
	return {
		version: VERSION,
		origin,
		stream: since ? stream : null,
		snapshot: null,
		owesExisting: startFrom === 'all',
		needs: null,
		filledAt: null,
		countOffset: 0,
		projects: [],
	};
}

/** What changed before this second is delivered, and may be forgotten. What the table lacks is news from then on. */
export function openSince({ stream, snapshot }: TriggerState): number {
	// Without a stream, nothing is.
	const { lastLow = Infinity, gapFrom = null } = stream ?? {};
	return Math.min(lastLow, gapFrom ?? Infinity, snapshot?.gapFrom ?? Infinity);
}

/** Whether what was saved is of this version and lacks no field. */
function isReadable(saved: unknown, fresh: TriggerState): saved is TriggerState {
	const isOfVersion = isRecord(saved) && saved['version'] === VERSION;
	return isOfVersion && Object.keys(fresh).every((name) => Object.hasOwn(saved, name));
}
