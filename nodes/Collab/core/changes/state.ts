/** What is saved between two polls: plain JSON. Seconds are those of the service, since 1970. */
import { CollabError } from '../errors';
import { parseInstant } from '../time';
import { type ChangeOptions, isRemovedChosen, type PollContext, type StartFrom } from './options';
import { type SavedTable, secondOf, type Table } from './table';
import { earliestOf } from './watermarks';

const VERSION = 4;

/** How far recent changes have been read. */
export interface RecentState {
	/** The high watermark: the newest second read so far that does not lie in the future; 0 before there is one. */
	readonly high: number;
	/** The low watermark: polls read down to this second. It never falls. Without Changed Since, it is undefined before the first poll. */
	readonly low?: number | undefined;
	/** An unknown project that was created in this second or later is a new one. */
	readonly newSince?: number | undefined;
	/** The second of the service's clock since which the high watermark has stood still. */
	readonly quietSince?: number | undefined;
	/** Whether the last poll did not reach the low watermark beside a snapshot. The next one may use all of its time. */
	readonly needsTime?: boolean;
	/** A gap: what changed since this second may not have been read, and the next snapshot delivers it. */
	readonly gapFrom?: number | undefined;
}

/** A reading of all projects by their time of creation, while it is under way. */
export interface SnapshotState {
	/** What the options need all projects for, as a hash; undefined where it only fills a gap. */
	readonly purpose?: string | undefined;
	/** Whether it delivers All Existing Projects. */
	readonly isOfExisting: boolean;
	/** A project that the table does not have is new if it changed since this second; undefined where it fills no gap. */
	readonly gapFrom?: number | undefined;
	/** The date on which it began in the workflow's time zone, as days since 1970. */
	readonly day: number;
	/** How many projects its first answer counted; undefined before that, null once rows may be missing: it proves nothing then. */
	readonly countAtStart?: number | null | undefined;
	/** How many projects were known when it began. */
	readonly knownAtStart: number;
	/** The high watermark when it began. */
	readonly highAtStart: number;
	/** All projects that were created before this second have been read. */
	readonly createdUpTo: number;
	/** How many rows stood before the place where it goes on: a hint, since deletions move rows. */
	readonly offset: number;
	/** Hashes of the last hundred IDs that were new to the snapshot. */
	readonly lastIds: readonly string[];
	/** The newest second in which a project that was read had changed, of those that do not lie in the future. */
	readonly newestChange: number;
	/** Polls in a row that read no further. */
	readonly stalledPolls: number;
}

/** Where a snapshot begins. */
export const ORIGIN = { createdUpTo: 0, offset: 0, lastIds: [], newestChange: 0, stalledPolls: 0 };

/** What finished snapshots have established. */
export interface Established {
	/** The purpose that all known projects have been read for; undefined where the table does not have all. */
	readonly purpose?: string | undefined;
	/** The date of the last finished snapshot, as days since 1970. */
	readonly day?: number | undefined;
	/** The conditions that the table has marked, with their number of days. */
	readonly conditions: readonly string[];
	/** By how much the service's total always exceeds the known projects: its own way of counting. */
	readonly usualDifference: number;
	/** What the last snapshot has found about missing projects and the total, as a hash. */
	readonly finding?: string | undefined;
	/** How many snapshots in a row have found that. */
	readonly timesFound: number;
	/** The total minus the rows of the list, as the last snapshot found it. */
	readonly foundDifference: number;
	/** Whether the last snapshot left it in doubt that a project which it did not list is gone. */
	readonly hasUnlisted?: boolean;
}

export interface TriggerState extends SavedTable {
	readonly version: typeof VERSION;
	readonly account: string;
	readonly startFrom: string;
	readonly recent: RecentState;
	readonly snapshot?: SnapshotState | undefined;
	readonly established: Established;
	/** The fields whose values are kept, with commas between them. */
	readonly valueFields: string;
}

/**
 * Without a purpose, only what can be read again is kept.
 *
 * @throws CollabError `tooManyProjects`
 */
export function savedTable(context: PollContext, table: Table, state: TriggerState) {
	const { low, newSince, gapFrom } = state.recent;
	const keptSince = earliestOf(low, newSince, gapFrom, state.snapshot?.gapFrom) ?? 0;
	if (context.purpose === undefined) table.deleteIf((record) => secondOf(record) < keptSince);
	const saved = table.toSaved(isRemovedChosen(context.options));
	if (!saved) throw new CollabError('tooManyProjects', { totalItems: table.size });
	return saved;
}

/**
 * The saved state, or a new one: when nothing was saved, when that belongs to another account or version, or when the
 * starting point was set anew. Other settings may change without losing the state.
 */
export function readState(saved: unknown, options: ChangeOptions): TriggerState {
	const state = saved as TriggerState | undefined;
	const isOfAccount = state?.version === VERSION && state.account === options.account;
	const isOurs = isOfAccount && state.startFrom === startName(options.startFrom);
	return isOurs ? state : newState(options);
}

function newState({ account, startFrom }: ChangeOptions): TriggerState {
	const since = typeof startFrom === 'string' ? undefined : parseInstant(startFrom.since)?.seconds;
	// All Existing Projects is a gap that begins before all stamps.
	const gapFrom = startFrom === 'all' ? 0 : undefined;
	return {
		version: VERSION,
		account,
		startFrom: startName(startFrom),
		recent: { high: 0, low: since, newSince: since, gapFrom },
		established: { conditions: [], usualDifference: 0, foundDifference: 0, timesFound: 0 },
		records: '',
		values: '',
		presentCount: 0,
		valueFields: '',
	};
}

/** An expression gives another date on every poll, yet is one starting point. */
function startName(startFrom: StartFrom): string {
	return typeof startFrom === 'string'
		? startFrom
		: `since ${startFrom.entered ?? startFrom.since}`;
}
