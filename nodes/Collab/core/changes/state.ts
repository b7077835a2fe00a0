/** What is saved between two polls: plain JSON, in which no field is ever absent. Seconds count from 1970. */
import { CollabError } from '../errors';
import { parseInstant } from '../time';
import type { Needs } from './context';
import type { ChangeOptions, StartFrom } from './options';
import type { SavedProject } from './table';

const VERSION = 5;

/** How far the recent changes have been read, in seconds of the service's stamps. */
export interface Stream {
	/** The low watermark: polls read down to this second. It never falls. */
	readonly low: number;
	/** The newest second of a change that was read and does not lie in the future; 0 before there is one. */
	readonly newest: number;
	/** The second of the service's clock in which that change was first read. */
	readonly newestReadAt: number;
	/** A project that is not known and was created in this second or later is a new one. */
	readonly newSince: number;
	/** A gap: what changed since this second may not have been read, and the next snapshot delivers it. Null without one. */
	readonly gapFrom: number | null;
}

/** A reading of all projects by their time of creation, while it is under way. */
export interface Snapshot {
	/** The gap that it fills: what changed since this second is news. Null where it fills none. */
	readonly gapFrom: number | null;
	/** The second of n8n's clock in which it began. */
	readonly beganAt: number;
	/** All projects that were created before this second have been read. */
	readonly createdUpTo: number;
	/** How many rows stood before the place where it goes on: a hint, since deletions move rows. */
	readonly offset: number;
	/** The IDs of the last hundred projects that it read first. */
	readonly lastIds: readonly string[];
	/** How many different projects it has read. */
	readonly listed: number;
	/** The newest second of a change that it has read and that does not lie in the future. */
	readonly newest: number;
	/** How many polls in a row have read no further, though they had time. */
	readonly stalls: number;
}

/** What a snapshot has read when it begins. */
export const BEGINNING = {
	createdUpTo: 0,
	offset: 0,
	lastIds: [],
	listed: 0,
	newest: 0,
	stalls: 0,
};

export interface TriggerState {
	readonly version: typeof VERSION;
	/** The account and the starting point: another one begins anew. */
	readonly origin: string;
	/** Null before the first poll. */
	readonly stream: Stream | null;
	/** Null where none is under way. */
	readonly snapshot: Snapshot | null;
	/** Whether All Existing Projects has not delivered all of them yet. */
	readonly owesExisting: boolean;
	/** What the projects are known for; null where only recent ones are kept. */
	readonly needs: Needs | null;
	/** The second of n8n's clock in which the last finished snapshot for these needs began; null before one has finished. */
	readonly filledAt: number | null;
	/** By how much the service's total exceeds the rows of its list: its own way of counting. */
	readonly countOffset: number;
	/** The second of n8n's clock in which the last look ended, or what could have been one; 0 before. */
	readonly lookedAt: number;
	readonly projects: readonly SavedProject[];
}

/**
 * The saved state, or a new one when nothing was saved, for another account, or when the starting point was set anew. Other
 * settings may change without losing the state.
 *
 * @throws CollabError `stateUnreadable`: to begin anew by itself would leave out all that changed since the last poll
 */
export function readState(saved: unknown, options: ChangeOptions): TriggerState {
	const state = saved ?? newState(options);
	if (!isState(state)) throw new CollabError('stateUnreadable');
	return state.origin === originOf(options) ? state : newState(options);
}

function newState(options: ChangeOptions): TriggerState {
	const { startFrom } = options;
	const since = typeof startFrom === 'string' ? undefined : parseInstant(startFrom.since)?.seconds;
	const begun = { newest: 0, newestReadAt: 0, gapFrom: null };
	return {
		...EXAMPLE,
		origin: originOf(options),
		stream: since === undefined ? null : { ...begun, low: since, newSince: since },
		snapshot: null,
		owesExisting: startFrom === 'all',
		needs: null,
		filledAt: null,
		projects: [],
	};
}

const originOf = ({ account, startFrom }: ChangeOptions) => `${account} ${nameOf(startFrom)}`;

/** An expression gives another date in every poll, yet it is one starting point. */
function nameOf(startFrom: StartFrom): string {
	return typeof startFrom === 'string'
		? startFrom
		: `since ${startFrom.entered ?? startFrom.since}`;
}

/** A state in which nothing is null. What was saved has to look like this, or it is damaged. */
const EXAMPLE: TriggerState = {
	version: VERSION,
	origin: '',
	stream: { low: 0, newest: 0, newestReadAt: 0, newSince: 0, gapFrom: 0 },
	snapshot: { gapFrom: 0, beganAt: 0, ...BEGINNING, lastIds: [''] },
	owesExisting: false,
	needs: { fields: [''], events: [''] },
	filledAt: 0,
	countOffset: 0,
	lookedAt: 0,
	projects: [['', '', 0, 0, 0]],
};

const MAY_BE_NULL = 'stream gapFrom snapshot needs filledAt'.split(' ');

const isState = (value: unknown): value is TriggerState =>
	isLike(EXAMPLE, value) && value.version === VERSION;

/** Whether a value has the types of an example. A list of one stands for a list of any length. */
function isLike<T>(example: T, value: unknown): value is T {
	if (typeof example !== 'object' || example === null) return typeof value === typeof example;
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(example) !== Array.isArray(value)) return false;
	const isList = Array.isArray(example) && example.length === 1;
	if (isList) return Object.values(value).every((one) => isLike(example[0], one));
	const fields = new Map<string, unknown>(Object.entries(value));
	return Object.entries(example).every(([name, field]) => {
		const found = fields.get(name);
		return (found === null && MAY_BE_NULL.includes(name)) || isLike(field, found);
	});
}
