/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { evaluationTimeIn } from '../query/computedFields';
import { conditionsOf } from './conditions';
import { KnownProjects } from './known';
import { beginSnapshot, checkRoom, isSnapshotDue, purposeOf } from './needs';
import type { Change, ChangeOptions, PollContext, PollRuntime } from './options';
import { RecentChanges } from './recentChanges';
import { settleRemovals } from './removal';
import { SnapshotReading } from './snapshot';
import { readState, savedTable, type TriggerState } from './state';
import { WatchedValues } from './values';
import { clockOf, earliestOf, nextRecent, type Reach, type ServiceClock } from './watermarks';

/** The state is kept there between polls. */
export interface StateStore {
	load(): unknown;
	save(state: TriggerState): void;
}

/**
 * Reads what changed since the last poll and returns it, oldest change first, then what no change has caused. The state is saved last and once: a poll that fails,
 * with a CollabError, has changed nothing.
 */
export async function poll(
	store: StateStore,
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
): Promise<Change[]> {
	const context = contextOf(fetchPage, options, runtime);
	const lastState = fitted(readState(store.load(), options), context);
	const known = new KnownProjects(context, lastState);
	const reach = await new RecentChanges(context, lastState, known).read();
	const state = reach ? await readSnapshot(context, lastState, known, reach) : lastState;
	checkRoom(context, known.table.size);
	const saved = savedTable(context, known.table, state);
	store.save({ ...state, ...saved, valueFields: context.watched.fieldNames });
	return known.delivered();
}

function contextOf(
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
): PollContext {
	const nowMs = runtime.now();
	let clock = clockOf(nowMs);
	let firstClock: ServiceClock | undefined;
	const fetchDated: FetchPage = async (...request) => {
		const page = await fetchPage(...request);
		clock = clockOf(runtime.now(), page.servedAtMs);
		firstClock ??= clock;
		return page;
	};
	const at = evaluationTimeIn(options.timeZone, nowMs);
	const chosen = { conditions: conditionsOf(options, at), watched: new WatchedValues(options) };
	return {
		...chosen,
		fetchPage: fetchDated,
		options,
		runtime,
		clock: () => clock,
		firstClock: () => firstClock ?? clock,
		purpose: purposeOf(options, chosen),
		today: at.today,
	};
}

/** Drops a snapshot that was read for other options. The gap that it was filling is a gap again. */
function fitted(state: TriggerState, { purpose, conditions }: PollContext): TriggerState {
	const { snapshot, recent } = state;
	const names = conditions.map(({ name }) => name);
	const kept = state.established.conditions.filter((name) => names.includes(name));
	const established = { ...state.established, conditions: kept, ...(!purpose && { purpose }) };
	if (!snapshot || snapshot.purpose === purpose) return { ...state, established };
	const gapFrom = earliestOf(recent.gapFrom, snapshot.gapFrom);
	return { ...state, established, snapshot: undefined, recent: { ...recent, gapFrom } };
}

/** Goes on with the snapshot that is under way, or begins one that is due. */
async function readSnapshot(
	context: PollContext,
	lastState: TriggerState,
	known: KnownProjects,
	reach: Reach,
): Promise<TriggerState> {
	checkRoom(context, reach.totalItems);
	const next = { ...lastState, recent: nextRecent(context, lastState, reach) };
	const isDue = !next.snapshot && isSnapshotDue(context, next, known, reach.totalItems);
	const state: TriggerState = isDue ? beginSnapshot(context, next, known) : next;
	const { recent, established, snapshot } = state;
	if (!snapshot) return state;
	// The snapshot delivers what this poll would have delivered, too.
	const recentFrom = earliestOf(lastState.recent.low, recent.gapFrom) ?? Infinity;
	const reading = new SnapshotReading(context, snapshot, known, established, recentFrom);
	const end = await reading.read();
	if (!end.isFinished) return { ...state, snapshot: end.snapshot };
	const { purpose, day } = snapshot;
	if (purpose === undefined) return { ...state, snapshot: undefined };
	const isTotalSteady = end.totalItems === reach.totalItems;
	const settled = isTotalSteady ? settleRemovals(context, state, end, known, reach) : established;
	const conditions = context.conditions.map(({ name }) => name);
	return { ...state, snapshot: undefined, established: { ...settled, purpose, day, conditions } };
}
