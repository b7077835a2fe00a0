/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { CollabError } from '../errors';
import { PollContext, type PollRuntime } from './context';
import { News } from './news';
import type { Change, ChangeOptions } from './options';
import { nextStream, readRecentChanges } from './recentChanges';
import { beginSnapshot, isSnapshotDue, readSnapshot } from './snapshot';
import { type BegunState, openSince, readState, type TriggerState } from './state';
import { MAX_PROJECTS, savedFrom } from './table';

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
): Promise<Change[]> {
	const context = new PollContext(fetchPage, options, runtime);
	const lastState = adaptedToNeeds(context, readState(store.load(), options));
	const news = new News(context, lastState);
	const reach = await readRecentChanges(context, lastState, news);
	const { totalItems } = reach;
	if (context.needs && totalItems > MAX_PROJECTS)
		throw new CollabError('tooManyProjects', { totalItems });
	let state: BegunState = { ...lastState, stream: nextStream(context, lastState, reach) };
	// Below zero, known projects may be gone; otherwise none is. An account that looks empty counts as complete.
	const surplus = totalItems > 0 ? totalItems - state.countOffset - news.table.size : 0;
	if (surplus >= 0) news.forgetMisses();
	if (!state.snapshot && isSnapshotDue(context, state, surplus))
		state = beginSnapshot(context, state, news);
	if (state.snapshot) state = await readSnapshot(context, state, state.snapshot, news);
	store.save({ ...state, projects: savedProjects(context, state, news) });
	return news.delivered();
}

/** Under other needs, what is known of projects is not enough, and a snapshot under way gives its gap back. */
function adaptedToNeeds({ needs, conditions }: PollContext, state: TriggerState): TriggerState {
	const { stream, snapshot, needs: lastNeeds, projects } = state;
	if (JSON.stringify(needs) === JSON.stringify(lastNeeds)) return state;
	const isSameFields = JSON.stringify(needs?.fields) === JSON.stringify(lastNeeds?.fields);
	// A condition that is newly chosen counts as holding until the project is read: what held before is not delivered.
	const added = conditions.filter(({ name }) => !lastNeeds?.events.includes(name));
	const holding = added.reduce((sum, { mark }) => sum | mark, 0);
	return {
		...state,
		stream: stream && { ...stream, gapFrom: snapshot?.gapFrom ?? stream.gapFrom },
		snapshot: null,
		needs,
		filledAt: null,
		projects: projects.map(([id, version, changedAt, marks, missedAt, ...values]) => {
			const kept = isSameFields ? values : [];
			return [id, version, changedAt, marks | holding, missedAt, ...kept];
		}),
	};
}

/** Without needs, only what may be read again is kept. */
function savedProjects({ needs }: PollContext, state: BegunState, { table }: News) {
	const keptFrom = needs || state.owesExisting ? -Infinity : openSince(state);
	for (const [id, { changedAt }] of table) if (changedAt < keptFrom) table.delete(id);
	return savedFrom(table, needs !== null);
}
