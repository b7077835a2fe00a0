/** One poll of the trigger. Nothing here calls n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { PollContext } from './context';
import { readState } from './loadState';
import { News } from './news';
import type { ChangeOptions } from './options';
import type { PollRuntime } from './pollReader';
import { readRecentChanges } from './recentChanges';
import { surplusOf } from './removal';
import { beginSnapshot, readSnapshot, reasonForSnapshot } from './snapshot';
import { openSince, toSaved } from './state';

/**
 * Reads what changed since the last poll. Gives the state for the next one, plain JSON; the changes, removed projects
 * first, then the oldest change; and facts for n8n's log. The state is to be saved with the changes, or neither.
 *
 * No change is lost that appears in the list within Look Back of its stamp: the recent changes are read down to the low
 * watermark, then a snapshot, if one is due, reads what they do not reach; where it ends, projects may be removed. None
 * comes twice: a known project is news if its version is another one, and not older; an unknown one if the last
 * state `knowsAll`, or else if it changed since the `openSince` of that state. docs/trigger.md names the exceptions.
 *
 * @param saved the state of the last poll, undefined or null before the first one
 * @throws CollabError
 */
export async function poll(
	saved: unknown,
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
) {
	const context = new PollContext(fetchPage, options, runtime);
	const { needs, reader, startedAt } = context;
	const lastState = readState(saved, context);
	const news = new News(context, lastState);
	let state = await readRecentChanges(context, lastState, news);
	const surplus = surplusOf(state, news);
	// A total that counts all known projects shows that none is gone. Not later than now: n8n's clock may be set back.
	const allCountedAt = surplus < 0 ? Math.min(state.allCountedAt, startedAt) : startedAt;
	state = { ...state, allCountedAt };
	const reason = state.snapshot ? null : reasonForSnapshot(context, state, surplus);
	if (reason) state = beginSnapshot(context, state, news);
	state = await readSnapshot(context, state, news);
	// Who publishes sees whether all can be read by name, where they cannot be by creation.
	const isPublishedByName = runtime.isPublishing && state.snapshot?.isByName;
	if (isPublishedByName) state = await readSnapshot(context, state, news);
	// It sorts by what the table has, and so comes before any project is forgotten.
	const changes = news.delivered();
	// Those that changed before `openSince` are no news even if they are unknown, so they need not be kept.
	if (!needs) news.table.forgetBefore(openSince(state));
	news.table.makeRoom(needs !== null);
	const { snapshot, totalItems } = state;
	const { requests, rows } = reader;
	const facts = { requests, rows, needs, nowS: context.secondsNow(), totalItems, snapshot, reason };
	return { state: toSaved({ ...state, projects: news.table.toText() }), changes, facts };
}
