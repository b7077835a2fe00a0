/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { PollContext, type PollRuntime } from './context';
import { News } from './news';
import type { Change, ChangeOptions } from './options';
import { readRecentChanges } from './recentChanges';
import { surplusOf } from './removal';
import { type PollReport, reportOn } from './report';
import { beginSnapshot, readSnapshot, reasonForSnapshot } from './snapshot';
import { openSince, readState, toSaved } from './state';

export interface Polled {
	/** For the next poll, in JSON. */
	readonly state: ReturnType<typeof toSaved>;
	/** Oldest change first. */
	readonly changes: readonly Change[];
	readonly report: PollReport;
}

/**
 * Reads what changed since the last poll.
 *
 * @param saved the state of the last poll, undefined or null before the first one
 * @throws CollabError and nothing else
 */
export async function poll(
	saved: unknown,
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
): Promise<Polled> {
	const context = new PollContext(fetchPage, options, runtime);
	const lastState = readState(saved, context);
	const news = new News(context, lastState);
	let state = await readRecentChanges(context, lastState, news);
	const surplus = surplusOf(state, news);
	// n8n's clock may have been set back since.
	const lastAt = surplus < 0 ? state.allCountedAt : Infinity;
	state = { ...state, allCountedAt: Math.min(lastAt, context.startedAt) };
	const reason = state.snapshot ? null : reasonForSnapshot(context, state, surplus);
	if (reason) state = beginSnapshot(context, state, news);
	if (state.snapshot) state = await readSnapshot(context, state, state.snapshot, news);
	const changes = news.delivered();
	const report = reportOn(context, state, reason, changes);
	// Without needs, only what may be read again is kept.
	const projects = news.table.toText(context.needs ? null : openSince(state));
	return { state: toSaved({ ...state, projects }), changes, report };
}
