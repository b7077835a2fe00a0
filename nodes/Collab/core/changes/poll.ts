/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { PollContext, type PollRuntime } from './context';
import { News } from './news';
import type { Change, ChangeOptions } from './options';
import { readRecentChanges } from './recentChanges';
import { lastCounted, surplusOf } from './removal';
import { beginSnapshot, readSnapshot, reasonForSnapshot } from './snapshot';
import { openSince, readState, toSaved, type TriggerState } from './state';
import { MAX_PROJECTS } from './table';

/**
 * Reads what changed since the last poll. Gives the state for the next one, in JSON; the changes, removed projects
 * first, then the oldest change; and what n8n's log says of it.
 *
 * @param saved the state of the last poll, undefined or null before the first one
 * @throws CollabError and nothing else
 */
export async function poll(
	saved: unknown,
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
) {
	const context = new PollContext(fetchPage, options, runtime);
	const lastState = readState(saved, context);
	const news = new News(context, lastState);
	let state = await readRecentChanges(context, lastState, news);
	const surplus = surplusOf(state, news);
	state = { ...state, allCountedAt: lastCounted(context, state.allCountedAt, surplus) };
	const reason = state.snapshot ? null : reasonForSnapshot(context, state, surplus);
	if (reason) state = beginSnapshot(context, state, news);
	state = await readSnapshot(context, state, news);
	const changes = news.delivered();
	const report = reportOn(context, state, reason, changes);
	// Without needs, only what may be read again is kept.
	const projects = news.table.toText(context.needs ? null : openSince(state));
	return { state: toSaved({ ...state, projects }), changes, report };
}

/**
 * A summary without names and values, and warnings, which hold for long: nobody needs them after each poll.
 *
 * @param reason why a snapshot began; null where none did
 */
export function reportOn(
	{ requests, rows, needs, nowS }: Pick<PollContext, 'requests' | 'rows' | 'needs' | 'nowS'>,
	{ snapshot, totalItems }: Pick<TriggerState, 'snapshot' | 'totalItems'>,
	reason: string | null,
	changes: readonly Change[],
) {
	const counts = new Map<string, number>();
	for (const { event } of changes) counts.set(event, (counts.get(event) ?? 0) + 1);
	const items = [...counts].map(([event, count]) => `${count} ${event}`).join(', ') || 'no items';
	const began = reason ? `; read all projects ${reason}` : '';
	const goesOn = snapshot ? `; the next poll goes on at row ${snapshot.offset}` : '';
	const hours = Math.floor(snapshot ? (nowS - snapshot.beganAt) / 3_600 : 0);
	const slow = `reading all projects has taken ${hours} h so far${goesOn}`;
	const nearLimit = `the account has ${totalItems} projects. Beyond 25,000, polls fail unless only Created and Updated are chosen`;
	// There is still time to choose other settings.
	const isNear = needs && totalItems > 0.9 * MAX_PROJECTS;
	const warnings = [hours >= 1 ? slow : '', isNear ? nearLimit : ''];
	return {
		summary: `${requests} requests, ${rows} rows of ${totalItems} projects; ${items}${began}${goesOn}`,
		warnings: warnings.filter((text) => text !== ''),
	};
}
