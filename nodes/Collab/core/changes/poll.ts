/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { PollContext, type PollRuntime } from './context';
import { News } from './news';
import type { Change, ChangeOptions } from './options';
import { nextStream, readRecentChanges } from './recentChanges';
import { lastComplete, surplusOf } from './removal';
import { type PollReport, reportOn } from './report';
import { beginSnapshot, readSnapshot, reasonForSnapshot } from './snapshot';
import { adaptedToNeeds, type BegunState, openSince, readState, type TriggerState } from './state';

/** The state is kept there between polls. */
export interface StateStore {
	load(): unknown;
	save(state: TriggerState): void;
}

/**
 * Reads what changed since the last poll and returns it, oldest change first, then what no change has caused. The state
 * is saved last and once: a poll that fails, with a CollabError, has changed nothing.
 */
export async function poll(
	store: StateStore,
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
): Promise<{ changes: Change[]; report: PollReport }> {
	const context = new PollContext(fetchPage, options, runtime);
	const lastState = adaptedToNeeds(context, readState(store.load(), options));
	const news = new News(context, lastState);
	const reach = await readRecentChanges(context, lastState, news);
	const { totalItems } = reach;
	const stream = nextStream(context, lastState, reach);
	let state: BegunState = { ...lastState, stream, totalItems };
	const surplus = surplusOf(totalItems, state, news);
	state = { ...state, allCountedAt: lastComplete(context, state, surplus) };
	const reason = state.snapshot ? null : reasonForSnapshot(context, state, surplus);
	if (reason) state = beginSnapshot(context, state, news);
	if (state.snapshot) state = await readSnapshot(context, state, state.snapshot, news);
	store.save({ ...state, projects: textOfTable(context, state, news) });
	const changes = news.delivered();
	return { changes, report: reportOn(context, state, totalItems, reason, changes) };
}

/** Without needs, only what may be read again is kept. */
function textOfTable({ needs }: PollContext, state: BegunState, { table }: News): string {
	const keepsAll = needs !== null || state.owesExisting;
	const keptFrom = openSince(state);
	if (!keepsAll)
		for (const [id, { changedAt }] of [...table]) if (changedAt < keptFrom) table.delete(id);
	return table.toText(needs !== null);
}
