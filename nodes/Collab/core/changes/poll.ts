/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { CollabError } from '../errors';
import { type Comparison, compareWhereDue, needsAll, purposeOf } from './comparison';
import { KnownProjects } from './known';
import type { Change, ChangeOptions, PollContext, PollRuntime } from './options';
import { type Progress, readChanges } from './readChanges';
import { readState, type TriggerState } from './state';
import type { Keeps, SavedTable } from './table';
import { latestSecond, lookBackSeconds, nextWatermarks } from './watermarks';

/** Where the state is kept between polls. */
export interface StateStore {
	load(): unknown;
	/** Called once, at the end of a poll. */
	save(state: TriggerState): void;
}

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
	const context = { fetchPage, options, runtime };
	const latest = latestSecond(runtime.now());
	const before = readState(store.load(), options, latest);
	const known = new KnownProjects(before, options, runtime.now());
	const read = await readChanges(context, before, known);
	const comparison = await compareWhereDue(context, before, read, known);
	const progress = comparison ? compared(context, before, read, comparison) : read;
	store.save(stateAfter(before, progress, known, { options, comparison }));
	return known.changes();
}

/** Where projects without `updated_at` keep a poll from reading changes, the comparison moves the watermarks. */
function compared(
	context: PollContext,
	before: TriggerState,
	read: Progress,
	{ reached, totalItems, hasUnstamped }: Comparison,
): Progress {
	if (!read.isBlocked) return { ...read, totalItems, hasUnstamped };
	const isBaseline = before.low === undefined;
	const reach = { reached, isComplete: true, isBaseline, hasBacklog: false };
	const times = { lookBackS: lookBackSeconds(context), endedAtMs: context.runtime.now() };
	const watermarks = nextWatermarks(before, reach, times);
	return { ...watermarks, backlog: undefined, totalItems, hasUnstamped };
}

interface Outcome {
	readonly options: ChangeOptions;
	readonly comparison: Comparison | undefined;
}

function stateAfter(
	before: TriggerState,
	progress: Progress,
	known: KnownProjects,
	{ options, comparison }: Outcome,
): TriggerState {
	const { high, low, newSince, quietSinceMs, backlog, totalItems, hasUnstamped } = progress;
	const purpose = purposeOf(options, known, hasUnstamped);
	const isToBeCompared = hasUnstamped && before.filledFor === undefined && !comparison;
	// One poll behind: what changed while the last of all projects were read is read by the next poll only.
	const isDelivering = before.backlog !== undefined || backlog !== undefined || isToBeCompared;
	const began = isDelivering ? known.began : undefined;
	const names = known.conditions.map(({ name }) => name);
	const stillMarked = before.conditions.filter((name) => names.includes(name));
	return {
		version: before.version,
		account: before.account,
		startFrom: before.startFrom,
		high,
		low,
		newSince,
		quietSinceMs,
		backlog,
		began,
		totalItems,
		hasUnstamped,
		surplus: comparison?.surplus ?? before.surplus,
		filledFor: purpose && (comparison ? purpose : before.filledFor),
		conditions: comparison ? names : stillMarked,
		triedFor: purpose,
		day: comparison ? known.today : before.day,
		valuesName: known.watched.name,
		...savedTable(options, { ...progress, began }, known),
	};
}

/** @throws CollabError `tooManyProjects` */
function savedTable(
	options: ChangeOptions,
	state: Progress & Pick<TriggerState, 'began'>,
	{ table, watched }: KnownProjects,
): SavedTable {
	const { newSince, low = 0, backlog, began, hasUnstamped, totalItems = 0 } = state;
	const keepsRecords = needsAll(options) || hasUnstamped;
	const keepsValues = options.events.includes('removed');
	const keeps: Keeps = keepsValues ? 'records and values' : keepsRecords ? 'records' : 'nothing';
	// Otherwise the recent ones are enough: those that can be read again, and those that must not be taken for new ones.
	const isRecentOnly = !keepsRecords && watched.name === '' && began === undefined;
	if (isRecentOnly && newSince !== undefined) {
		table.forgetBefore(Math.min(newSince, backlog?.low ?? low));
	}
	const saved = table.toSaved(keeps, backlog !== undefined);
	if (saved === undefined) throw new CollabError('tooManyProjects', { totalItems });
	return saved;
}
