/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { CollabError } from '../errors';
import { type Needs, PollContext, type PollRuntime } from './context';
import { News } from './news';
import type { Change, ChangeOptions } from './options';
import { nextStream, readRecentChanges } from './recentChanges';
import { look } from './removal';
import { beginSnapshot, isLookDue, isSnapshotDue, readSnapshot } from './snapshot';
import { readState, type TriggerState } from './state';
import { MAX_PROJECTS, type SavedProject, savedFrom } from './table';

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
	const lastState = fitted(readState(store.load(), options), context);
	const news = new News(context, lastState);
	const reach = await readRecentChanges(context, lastState, news);
	if (!reach) {
		store.save(lastState);
		return [];
	}
	const totalItems = reach.totalItems ?? 0;
	if (context.needs && totalItems > MAX_PROJECTS)
		throw new CollabError('tooManyProjects', { totalItems });
	// An account that looks empty, or whose total is none, tells nothing.
	const surplus = totalItems > 0 ? totalItems - lastState.countOffset - news.table.size : undefined;
	if (surplus !== undefined && surplus >= 0) news.forgetMisses();
	const next = { ...lastState, stream: nextStream(context, lastState, reach) };
	const isDue = !next.snapshot && isSnapshotDue(context, next, surplus);
	const begun = isDue ? beginSnapshot(context, next, news) : next;
	const state = await afterSnapshot(context, lastState, begun, news);
	store.save({ ...state, projects: savedProjects(context, state, news) });
	return news.delivered();
}

/** If the needs have changed, all projects are read again, and the gap of a snapshot under way is a gap again. */
function fitted(state: TriggerState, context: PollContext): TriggerState {
	const { stream, snapshot, needs: lastNeeds } = state;
	if (JSON.stringify(context.needs) === JSON.stringify(lastNeeds)) return state;
	const gaps = [stream?.gapFrom, snapshot?.gapFrom].filter((gap) => typeof gap === 'number');
	const gapFrom = gaps.length > 0 ? Math.min(...gaps) : null;
	return {
		...state,
		stream: stream && { ...stream, gapFrom },
		snapshot: null,
		needs: context.needs,
		filledAt: null,
		projects: convertedProjects(context, state.projects, lastNeeds),
	};
}

/** A condition that is newly chosen counts as holding until the project is read: what held before is not delivered. */
function convertedProjects(
	{ watched, conditions }: PollContext,
	projects: readonly SavedProject[],
	lastNeeds: Needs | null,
): readonly SavedProject[] {
	const added = conditions.filter(({ name }) => !lastNeeds?.events.includes(name));
	const fields = lastNeeds?.fields ?? [];
	const holding = added.reduce((sum, { mark }) => sum | mark, 0);
	return projects.map(([id, version, changedAt, marks, misses, ...values]) => {
		return [id, version, changedAt, marks | holding, misses, ...watched.converted(values, fields)];
	});
}

/** Goes on with the snapshot that is under way. */
async function afterSnapshot(
	context: PollContext,
	lastState: TriggerState,
	state: TriggerState,
	news: News,
): Promise<TriggerState> {
	const { snapshot } = state;
	if (!snapshot) return state;
	const newsFrom = newsFromIn(lastState, state);
	const end = await readSnapshot(context, state, snapshot, news, newsFrom);
	if (!end.isFinished) return { ...state, snapshot: end.snapshot };
	const mayBeLook = context.needs !== null && isLookDue(context, state, snapshot.beganAt);
	if (mayBeLook && end.isSound) look(news, end.snapshot.newest);
	return {
		...state,
		snapshot: null,
		owesExisting: false,
		filledAt: context.needs && snapshot.beganAt,
		countOffset: end.countOffset,
		lookedAt: mayBeLook ? context.now() : state.lookedAt,
	};
}

/** Once all projects are known, any other is news. Until then, only what changed since the watermark or a gap is. */
function newsFromIn(
	lastState: TriggerState,
	{ stream, snapshot, filledAt, owesExisting }: TriggerState,
) {
	if (filledAt !== null || owesExisting) return 0;
	const seconds = [(lastState.stream ?? stream)?.low, stream?.gapFrom, snapshot?.gapFrom];
	return Math.min(...seconds.map((second) => second ?? Infinity));
}

/** Without needs, only what may be read again is kept. */
function savedProjects({ needs }: PollContext, state: TriggerState, { table }: News) {
	const { stream, snapshot, owesExisting } = state;
	if (!needs && !owesExisting) {
		const from = [stream?.low, stream?.newSince, stream?.gapFrom, snapshot?.gapFrom];
		const keptSince = Math.min(...from.map((second) => second ?? Infinity));
		for (const [id, { changedAt }] of table) if (changedAt < keptSince) table.delete(id);
	}
	return savedFrom(table, needs !== null);
}
