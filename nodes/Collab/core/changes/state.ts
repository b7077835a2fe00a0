/** What is saved between two polls: plain JSON. Where no clock is named, a second is one of the service's stamps. */
import { isRecord } from '../contract';
import { CollabError } from '../errors';
import { secondOf } from '../time';
import type { PollContext } from './context';
import type { ChangeOptions } from './options';
import { Table } from './table';
import { hashOf } from './values';

/** It rises when a field is added, or changes its meaning or type; `stateIn` then converts what was saved before. */
const VERSION = 2;

/** How far the recent changes have been read. */
export interface Stream {
	/**
	 * The low watermark: the next poll reads down to this second. It never falls. If the newest change is of 12:00:00
	 * and Look Back is five minutes, it is 11:55:00; a minute later, with nothing newer, 11:56:00; at rest, 12:00:01.
	 * Infinity before the first poll, unless Changed Since says where it begins.
	 */
	readonly low: number;
	/** The newest second of a change, not in the future, in the last poll that read one; 0 before there is one. */
	readonly newest: number;
	/** The second of the service's clock since which each poll has shown this one as the newest. */
	readonly quietSince: number;
	/** Polls have not reached all that changed since this second: a gap, for the next snapshot. Null without one. */
	readonly gapFrom: number | null;
}

/** A reading of all projects by their time of creation, while it is under way. */
export interface Snapshot {
	/** The second of n8n's clock in which it began. */
	readonly beganAt: number;
	/** The gap that it fills: it delivers what changed since this second. Null without one. */
	readonly gapFrom: number | null;
	/** How many rows stood before the place where it goes on: a hint, since deletions move rows. */
	readonly offset: number;
	/** The IDs of the last hundred projects that it read. */
	readonly lastIds: readonly string[];
	/** The second of n8n's clock since which each poll found the end, with an unexpected total; null before that. */
	readonly endsSince: number | null;
}

export interface TriggerState {
	readonly version: typeof VERSION;
	/** The account and the starting point: another one begins anew. */
	readonly origin: string;
	readonly stream: Stream;
	/** Null where none is under way. */
	readonly snapshot: Snapshot | null;
	/** What all projects have to be known for; null where only recent ones are kept. */
	readonly needs: PollContext['needs'];
	/** The last finished snapshot, in seconds of n8n's clock; null until one has shown all that is needed. */
	readonly lastReading: { readonly beganAt: number; readonly endedAt: number } | null;
	/** The second of n8n's clock in which a poll last found at least as many projects counted as are known. */
	readonly allCountedAt: number;
	/** The total as of the last poll. */
	readonly totalItems: number;
	/** By how much the service's total always exceeds the rows of its list. */
	readonly countOffset: number;
	/** A line of JSON for each `SavedProject`: 2 MB of text, where objects take 10. */
	readonly projects: string;
}

/** A gap since then is what All Existing Projects begins with: all that exists is to be delivered. */
export const ALL_TIME = 0;

/**
 * The saved state, or a new one when nothing was saved, for another account and for another starting point. Other
 * settings may change without losing the state.
 *
 * @throws CollabError `stateUnreadable`: to begin anew by itself would leave out all that changed since the last poll
 */
export function readState(saved: unknown, context: PollContext): TriggerState {
	const fresh = newState(context.options);
	const state = saved === undefined || saved === null ? fresh : stateIn(saved, fresh);
	return adaptedToNeeds(context, state.origin === fresh.origin ? state : fresh);
}

/** As it is saved. The hash shows any damage; of the table, which is large, that a part is missing. */
export function toSaved(state: TriggerState) {
	const check = hashOf(JSON.stringify({ ...state, projects: state.projects.length }));
	return { ...state, check };
}

function stateIn(saved: unknown, fresh: TriggerState): TriggerState {
	if (isRecord(saved) && saved['version'] === 1)
		return converted(saved as unknown as StateOf1, fresh);
	const { check, ...state } = saved as ReturnType<typeof toSaved>;
	const isState = state.version === VERSION && typeof state.projects === 'string';
	if (!isState || check !== toSaved(state).check) throw new CollabError('stateUnreadable');
	return state;
}

function newState({ origin, startFrom }: ChangeOptions): TriggerState {
	const since = typeof startFrom === 'object' ? secondOf(startFrom.since) : undefined;
	const low = Math.max(ALL_TIME + 1, since ?? Infinity);
	return {
		version: VERSION,
		origin,
		stream: { low, newest: 0, quietSince: 0, gapFrom: startFrom === 'all' ? ALL_TIME : null },
		snapshot: null,
		needs: null,
		lastReading: null,
		allCountedAt: 0,
		totalItems: 0,
		countOffset: 0,
		projects: '',
	};
}

/** Whether a project that is not in the table is not merely an old one. */
export const knowsAll = ({ lastReading }: TriggerState) => lastReading !== null;

/** All that changed before this second is delivered. What changed since, and is not in the table, is news. */
export function openSince({ stream, snapshot }: TriggerState): number {
	return Math.min(stream.low, stream.gapFrom ?? Infinity, snapshot?.gapFrom ?? Infinity);
}

/**
 * Under other needs, what is known of projects is not enough: if there are any, all are read again. A snapshot that was
 * under way ends, and gives its gap, the older one, back to the recent changes.
 */
function adaptedToNeeds({ needs, conditions }: PollContext, state: TriggerState): TriggerState {
	const { stream, snapshot, needs: lastNeeds, projects } = state;
	if (JSON.stringify(needs) === JSON.stringify(lastNeeds)) return state;
	const isSameFields = JSON.stringify(needs?.fields) === JSON.stringify(lastNeeds?.fields);
	// A condition that is newly chosen counts as holding until the project is read: what held before is not delivered.
	const added = conditions.filter(({ name }) => !lastNeeds?.events.includes(name));
	const holding = added.reduce((sum, { mark }) => sum | mark, 0);
	const table = new Table(projects);
	const values = isSameFields ? {} : { values: [] };
	for (const [id, known] of table)
		table.set(id, { ...known, marks: known.marks | holding, ...values });
	return {
		...state,
		stream: { ...stream, gapFrom: snapshot?.gapFrom ?? stream.gapFrom },
		snapshot: null,
		needs,
		lastReading: null,
		projects: table.toText(null),
	};
}

/** Version 1.0 saved tuples for projects, when the last snapshot began, and whether existing projects were owed. */
type StateOf1 = Omit<TriggerState, 'projects'> &
	Readonly<{ filledAt: number | null; owesExisting: boolean; projects: readonly unknown[] }>;

function converted({ filledAt, owesExisting, ...saved }: StateOf1, fresh: TriggerState) {
	const gap = owesExisting && { gapFrom: ALL_TIME };
	return {
		...fresh,
		...saved,
		version: fresh.version,
		stream: { ...saved.stream, ...gap },
		snapshot: gap ? null : saved.snapshot,
		lastReading: filledAt === null ? null : { beganAt: filledAt, endedAt: filledAt },
		projects: saved.projects.map((project) => JSON.stringify(project)).join('\n'),
	};
}
