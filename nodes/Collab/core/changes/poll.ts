/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { CollabError } from '../errors';
import { KnownProjects } from './known';
import { isSnapshotDue, needsAll, newSnapshot, purposeOf } from './needs';
import {
	type Change,
	type ChangeOptions,
	isRemovedChosen,
	type PollContext,
	type PollRuntime,
} from './options';
import { RecentChanges } from './recentChanges';
import { forgetRemoved, settleRemovals } from './removal';
import { SnapshotReading } from './snapshot';
import { readState, sealed, type TriggerState } from './state';
import { type Keeps, MAX_PROJECTS, type SavedTable } from './table';
import { clockOf, earliestOf, nextRecent } from './watermarks';

/** Where the state is kept between polls. */
export interface StateStore {
	load(): unknown;
	/** Called once, at the end of a poll. */
	save(state: TriggerState): void;
}

/** What changes in the course of a poll. */
type Progress = Pick<TriggerState, 'recent' | 'snapshot' | 'established'>;

/**
 * Reads what changed since the last poll and returns it, oldest first. The state is saved last and once: a poll that fails,
 * with a CollabError, has changed nothing.
 */
export async function poll(
	store: StateStore,
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
): Promise<Change[]> {
	const context = withServiceClock(fetchPage, options, runtime);
	const saved = readState(store.load(), options);
	const known = new KnownProjects(saved, options, context.clock, runtime.now());
	const before = withoutOtherPurpose(saved, purposeOf(options, known));
	if (before.snapshot) known.resumeSnapshot(before.snapshot);
	const reading = new RecentChanges(context, before, known);
	const reach = await reading.read();
	const read = { context, before, known, totalItems: reading.totalItems };
	const progress = reach
		? await readSnapshots(read, { ...before, recent: nextRecent(options, before, reach) })
		: before;
	store.save(sealed(nextState(read, progress)));
	return known.changes();
}

/** Notes the service's clock with each answer. */
function withServiceClock(
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
): PollContext {
	let clock = clockOf(runtime.now());
	const fetchDated: FetchPage = async (...request) => {
		const page = await fetchPage(...request);
		clock = clockOf(runtime.now(), page.servedAtMs);
		return page;
	};
	return { fetchPage: fetchDated, options, runtime, clock: () => clock };
}

/** Drops a snapshot that was begun for other options. The gap that it was filling is open again. */
function withoutOtherPurpose(state: TriggerState, purpose: string | undefined): TriggerState {
	const { snapshot, recent } = state;
	if (!snapshot || snapshot.purpose === purpose) return state;
	const missedFrom = earliestOf(recent.missedFrom, snapshot.newsFrom);
	return { ...state, snapshot: undefined, recent: { ...recent, missedFrom } };
}

/** What a poll has read of the recent changes. */
interface Read {
	readonly context: PollContext;
	readonly before: TriggerState;
	readonly known: KnownProjects;
	/** How many projects the service counts; undefined where it counts something else. */
	readonly totalItems: number | undefined;
}

/** Goes on with the snapshot that is under way, or begins one that is due. */
async function readSnapshots(read: Read, afterRecent: Progress): Promise<Progress> {
	const { context, known, totalItems } = read;
	const isDue =
		!afterRecent.snapshot && isSnapshotDue(context.options, afterRecent, known, totalItems);
	const first = isDue ? beginSnapshot(context, afterRecent, known) : afterRecent;
	const progress = await readSnapshot(read, first);
	// That snapshot may have passed the rows of a gap. The next begins at once, for n8n does not save the end of every poll.
	const hasGap = !progress.snapshot && progress.recent.missedFrom !== undefined;
	return hasGap ? await readSnapshot(read, beginSnapshot(context, progress, known)) : progress;
}

function beginSnapshot(
	{ options, clock }: PollContext,
	progress: Progress,
	known: KnownProjects,
): Progress {
	const snapshot = newSnapshot(options, progress, known);
	forgetRemoved(options, known, clock().present);
	known.beginSnapshot(snapshot);
	return { ...progress, snapshot, recent: { ...progress.recent, missedFrom: undefined } };
}

async function readSnapshot(
	{ context, before, known, totalItems }: Read,
	progress: Progress,
): Promise<Progress> {
	const { recent, established, snapshot } = progress;
	if (!snapshot) return progress;
	const { isWhole: isTableWhole, difference } = established;
	// What a gap of this poll holds counts as new already, although the next snapshot would deliver it.
	const readFrom = Math.min(before.recent.low ?? Infinity, recent.missedFrom ?? Infinity);
	const rule = { isTableWhole, difference, readFrom };
	const end = await new SnapshotReading(context, snapshot, known, rule).read();
	if (!end.isFinished) return { ...progress, snapshot: end.snapshot };
	const { purpose, day } = snapshot;
	if (purpose === undefined) return { recent, established };
	const { options, clock } = context;
	const { present } = clock();
	const conditions = known.conditions.map(({ name }) => name);
	const ending = { ...end, options, recent, established, totalItems, present };
	const settled = { ...established, ...settleRemovals(ending, known) };
	return { recent, established: { ...settled, purpose, day, isWhole: true, conditions } };
}

/** @throws CollabError `tooManyProjects` */
function nextState(read: Read, { recent, snapshot, established }: Progress): TriggerState {
	const { before, known } = read;
	const isAllKept = purposeOf(read.context.options, known) !== undefined;
	const { low, newSince, missedFrom } = recent;
	const forgotten = earliestOf(low, newSince, missedFrom, snapshot?.newsFrom);
	if (!isAllKept && forgotten !== undefined) known.table.forgetBefore(forgotten);
	const isWhole = established.isWhole && isAllKept && known.table.size <= MAX_PROJECTS;
	const names = known.conditions.map(({ name }) => name);
	const doubtfulPolls = established.doubtfulPolls && established.doubtfulPolls + 1;
	const conditions = established.conditions.filter((name) => names.includes(name));
	return {
		...before,
		recent,
		snapshot,
		established: { ...established, isWhole, conditions, doubtfulPolls },
		...savedTable(read),
		valuesName: known.watched.name,
	};
}

function savedTable({ context: { options }, known: { table }, totalItems = 0 }: Read): SavedTable {
	const isTooLarge = needsAll(options) && totalItems > MAX_PROJECTS;
	const needed: Keeps = needsAll(options) ? 'every record' : 'what is recent';
	const keeps = isRemovedChosen(options) ? 'every ID' : needed;
	const saved = isTooLarge ? undefined : table.toSaved(keeps);
	if (!saved) throw new CollabError('tooManyProjects', { totalItems: totalItems || table.size });
	return saved;
}
