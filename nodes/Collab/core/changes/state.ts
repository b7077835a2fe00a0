/** What is saved between two polls: plain JSON. Where no clock is named, a second is one of the service's stamps. */
import { hashOf } from '../query/version';
import { secondOf } from '../time';
import type { ChangeOptions } from './options';

/** It rises when a field is added, or changes its meaning or type: then loadState.ts converts what was saved before. */
export const VERSION = 2;

/** How far the recent changes have been read. */
export interface Stream {
	/** The low watermark, see watermark.ts. Before the first poll, Infinity or Changed Since; then it never falls. */
	readonly low: number;
	/** The newest second of a change, not in the future, in the last poll that read one; 0 before there is one. */
	readonly newest: number;
	/** The second of the service's clock since which each poll has shown `newest` as the newest. */
	readonly quietSince: number;
	/** Recent changes were not read down to this second: a gap, which the next snapshot takes over. Null without one. */
	readonly gapFrom: number | null;
}

/** A reading of all projects, while it is under way. */
export interface Snapshot {
	/** Whether it reads by name, see snapshot.ts. */
	readonly isByName?: true;
	/** The second of n8n's clock in which it began. */
	readonly beganAt: number;
	/** The gap that it fills: it delivers what changed since this second. Null without one. */
	readonly gapFrom: number | null;
	/** How many rows stood before the place where it goes on: a hint, since deletions move rows. */
	readonly offset: number;
	/** The IDs of the last hundred projects that it read before that place. */
	readonly lastIds: readonly string[];
}

export interface LastSnapshot {
	readonly beganAt: number;
	readonly endedAt: number;
	/** Whether it has missed projects, and the total counts none of them: the next one may find that they are gone. */
	readonly hasMissed: boolean;
}

/** What all projects have to be known for. */
export interface Needs {
	/** The fields whose values are kept of each. */
	readonly fields: readonly string[];
	/** The chosen conditions with their days, such as `dueSoon 7`, and Removed with a hash of Status and Filters. */
	readonly events: readonly string[];
}

export interface TriggerState {
	readonly version: typeof VERSION;
	/** The account and the starting point: another one begins anew. */
	readonly origin: string;
	readonly stream: Stream;
	/** Null where none is under way. */
	readonly snapshot: Snapshot | null;
	/** What all projects have to be known for; null where only recent ones are kept. */
	readonly needs: Needs | null;
	/** The last snapshot for the needs that has ended, in seconds of n8n's clock; null before that, or without needs. */
	readonly lastSnapshot: LastSnapshot | null;
	/** The second of n8n's clock in which a poll last had no negative surplus, see removal.ts. */
	readonly allCountedAt: number;
	/** The total as of the last poll. */
	readonly totalItems: number;
	/** How many are counted, but neither shown nor missed. If not 0, two snapshots in a row found it, see removal.ts. */
	readonly countOffset: number;
	/** The same, as the last snapshot has found it; one that finds 0 sets both to that. */
	readonly foundOffset: number;
	/** A line for each project, see table.ts: 2 MB of text, where objects would take 10. During a poll, `News` has it. */
	readonly projects: string;
}

/** A gap from this second means that All Existing Projects has not delivered all of them yet. */
export const ALL_TIME = 0;

/** A state as it is saved. Its hash shows any damage. Of the table, which is large, it shows only a missing part. */
export function toSaved(state: TriggerState) {
	const check = hashOf(JSON.stringify({ ...state, projects: state.projects.length }));
	return { ...state, check };
}

export function newState({ origin, startFrom }: ChangeOptions): TriggerState {
	const since = typeof startFrom === 'object' ? secondOf(startFrom.since) : undefined;
	const low = Math.max(ALL_TIME + 1, since ?? Infinity);
	return {
		version: VERSION,
		origin,
		stream: { low, newest: 0, quietSince: 0, gapFrom: startFrom === 'all' ? ALL_TIME : null },
		snapshot: null,
		needs: null,
		lastSnapshot: null,
		allCountedAt: 0,
		totalItems: 0,
		countOffset: 0,
		foundOffset: 0,
		projects: '',
	};
}

/** Whether All Existing Projects has not delivered all of them yet. */
export const owesAllExisting = (state: TriggerState) => openSince(state) === ALL_TIME;

/** Whether a snapshot for the needs has ended: from then on, any project that is not in the table is news. */
export const knowsAll = ({ lastSnapshot }: TriggerState) => lastSnapshot !== null;

/** All that changed before this second was delivered, or not wanted. Once finite, it never falls. */
export const openSince = ({ stream, snapshot }: TriggerState) =>
	Math.min(stream.low, stream.gapFrom ?? Infinity, snapshot?.gapFrom ?? Infinity);
