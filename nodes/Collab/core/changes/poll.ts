/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { type Comparison, compareWhereDue } from './comparison';
import { KnownProjects } from './known';
import { nextState } from './nextState';
import type { Change, ChangeOptions, PollContext, PollRuntime } from './options';
import { type Progress, readChanges } from './readChanges';
import { readState, sealed, type TriggerState } from './state';
import { latestSecond, nextWatermarks, presentOf } from './watermarks';

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
	const before = readState(store.load(), options, latestSecond(runtime.now()));
	const known = new KnownProjects(before, options, runtime.now());
	const fetchDated: FetchPage = async (...request) => {
		const page = await fetchPage(...request);
		known.present = presentOf(page.servedAtMs, runtime.now());
		return page;
	};
	const context = { fetchPage: fetchDated, options, runtime };
	const read = await readChanges(context, before, known);
	const comparison = await compareWhereDue(context, before, read, known);
	const progress = comparison ? compared(context, before, read, comparison) : read;
	store.save(sealed(nextState(before, progress, known, { options, comparison })));
	return known.changes();
}

/** Where projects without `updated_at` keep a poll from reading changes, the comparison moves the watermarks. */
function compared(
	context: PollContext,
	before: TriggerState,
	read: Progress,
	{ reached, hasUnstamped }: Comparison,
): Progress {
	if (!read.isBlocked) return { ...read, hasUnstamped };
	const isBaseline = before.low === undefined;
	const reach = { reached, isComplete: true, isBaseline, hasBacklog: false };
	const watermarks = nextWatermarks(context, before, reach);
	return { ...watermarks, backlog: undefined, totalItems: read.totalItems, hasUnstamped };
}
