/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage } from '../contract';
import { CollabError } from '../errors';
import { type Needs, PollContext, type PollRuntime } from './context';
import { News } from './news';
import type { Change, ChangeOptions } from './options';
import { nextStream, type Reach, readRecentChanges } from './recentChanges';
import { look } from './removal';
import {
	beginSnapshot,
	isLookDue,
	isSnapshotDue,
	readSnapshot,
	type SnapshotEnd,
} from './snapshot';
import { readState, type TriggerState } from './state';
import { MAX_PROJECTS, type SavedProject, savedFrom } from './table';

/** The state is kept there between polls. */
export interface StateStore {
	load(): unknown;
	save(state: TriggerState): void;
}

/**
 * Reads what changed since the last poll and returns it, oldest change first, then what no change has caused. The state is
 * saved last and once: a poll that fails, with a CollabError, has changed nothing.
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
	const { totalItems } = reach;
	if (context.needs && (totalItems ?? 0) > MAX_PROJECTS)
		throw new CollabError('tooManyProjects', { totalItems: totalItems ?? 0 });
	const state = await afterSnapshot(context, lastState, reach, news);
	store.save({ ...state, projects: savedProjects(context, state, news) });
	return news.delivered();
}

/**
 * Where other things are needed of all projects, they have to be read for these, and the gap that the snapshot under way was
 * filling is a gap again.
 */
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

/** Goes on with the snapshot that is under way, or begins one that is due. */
async function afterSnapshot(
	context: PollContext,
	lastState: TriggerState,
	reach: Reach,
	news: News,
): Promise<TriggerState> {
	const stream = nextStream(context, lastState, reach);
	const next = { ...lastState, stream };
	const isDue = !next.snapshot && isSnapshotDue(context, next, news, reach.totalItems);
	const state: TriggerState = isDue ? beginSnapshot(context, next, news) : next;
	const { snapshot } = state;
	if (!snapshot) return state;
	// Once all projects are known, each other one is news. Until then, what the recent changes would deliver, or did not reach.
	const isEachNews = state.filledAt !== null || state.owesExisting;
	const seconds = [lastState.stream?.low ?? stream.low, stream.gapFrom, snapshot.gapFrom];
	const newsFrom = isEachNews ? 0 : Math.min(...seconds.map((second) => second ?? Infinity));
	const end = await readSnapshot(context, state, snapshot, news, newsFrom);
	return end.isFinished
		? finished(context, state, news, end)
		: { ...state, snapshot: end.snapshot };
}

function finished(context: PollContext, state: TriggerState, news: News, end: SnapshotEnd) {
	const { beganAt, newest } = end.snapshot;
	const mayBeLook = context.needs !== null && isLookDue(context, state, beganAt);
	if (mayBeLook && end.isSound) look(news, newest);
	return {
		...state,
		snapshot: null,
		owesExisting: false,
		filledAt: context.needs && beganAt,
		countOffset: end.countOffset,
		lookedAt: mayBeLook ? context.now() : state.lookedAt,
	};
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
