/** One poll of the trigger. Nothing here knows n8n; the network, the clock and the saved state are passed in. */
import type { FetchPage, Project } from '../contract';
import { CREATED } from '../scan/feed';
import type { FeedState, Phase } from '../scan/feedState';
import type { PollRuntime } from '../scan/scan';
import { compareInstants, instantFromKey, instantKey } from '../time';
import { AllProjects } from './allProjects';
import { type Before, changeOf, isIncluded } from './events';
import { type Feeds, isCreatedSince, nextFeed, nextNewSince, readFeeds, savedFeed } from './feeds';
import type { Change, ChangeOptions, PollContext } from './options';
import { previousFieldsFor, PreviousValues } from './previousValues';
import { SEEDING_START, seedPreviousValues } from './seeding';
import { readState, type TriggerState } from './state';

/** Where the state is kept between polls. */
export interface StateStore {
	load(): unknown;
	/** Called once, at the end of a poll. */
	save(state: TriggerState): void;
}

/** Rows after which the process may do other work. */
const ROWS_PER_SLICE = 500;

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
	const before = readState(store.load(), options, runtime.now());
	const all = AllProjects.open(before.all, options, runtime.now());
	const begun = await all.begin(context);
	const feeds = await readFeeds(context, before);
	const previous = PreviousValues.open(before.previous, previousFieldsFor(options));
	const seeding = previous.isNew ? SEEDING_START : before.seeding;
	const changed = await changesOf(context, before, feeds, { previous, all });
	const changes = [...begun, ...changed, ...(await all.changes(context, feeds.latestTotal))];
	store.save(await nextState(context, { ...before, seeding }, feeds, { previous, all }));
	return changes;
}

/** What is known of projects besides their seen versions. */
interface Knowledge {
	readonly previous: PreviousValues;
	readonly all: AllProjects;
}

async function changesOf(
	{ options, runtime }: PollContext,
	before: TriggerState,
	feeds: Feeds,
	{ previous, all }: Knowledge,
): Promise<Change[]> {
	const news = [feeds.updated, feeds.created]
		.flatMap((reading) => (reading.scan?.news ?? []).map((row) => ({ ...row, reading })))
		.sort((a, b) => compareInstants(a.at, b.at));
	const isKnown = ({ id }: Project) =>
		feeds.updated.seen.knowsId(id) || feeds.created.seen.knowsId(id) || previous.knows(id);
	const changes: Change[] = [];
	for (const [index, { project, at, reading }] of news.entries()) {
		const mayBeNew = reading.feed === CREATED || isCreatedSince(before.newSince, project);
		const isNew = mayBeNew && !isKnown(project);
		// While projects without `updated_at` are still to be delivered, one that gets its first stamp is not a new one.
		const isExisting = isNew && before.created.phase === 'backfill';
		const phase = isExisting ? 'backfill' : reading.before.phase;
		const known = { isNew, changes: previous.changesTo(project) };
		const change = changeIn(project, phase, known, options);
		if (change) changes.push(change);
		changes.push(...all.note(project));
		reading.seen.add(project, at);
		previous.note(project);
		if (index % ROWS_PER_SLICE === 0) await runtime.yieldToEventLoop();
	}
	return changes;
}

/** The change to deliver for a new version, or undefined when the options ask for none. */
function changeIn(
	project: Project,
	phase: Phase,
	known: Before,
	options: ChangeOptions,
): Change | undefined {
	if (phase === 'baseline') return undefined;
	if (phase !== 'backfill') return changeOf(project, known, options);
	// It was read by an earlier poll: what was delivered then does not hold any more.
	const change = known.changes && changeOf(project, { ...known, isNew: false }, options);
	if (change) return change;
	return isIncluded(project, options) ? { project, event: 'existing', changes: {} } : undefined;
}

async function nextState(
	context: PollContext,
	before: TriggerState,
	feeds: Feeds,
	{ previous, all }: Knowledge,
): Promise<TriggerState> {
	const { updated, created, totalItems } = feeds;
	const next = { updated: nextFeed(updated), created: nextFeed(created) };
	const newSince = nextNewSince(before, feeds, next);
	const seeding = await seed(context, before.seeding, next, feeds, previous);
	while (previous.encodeNext()) await context.runtime.yieldToEventLoop();
	return {
		version: before.version,
		account: before.account,
		startFrom: before.startFrom,
		updated: savedFeed(updated, next.updated, newSince),
		created: savedFeed(created, next.created, newSince),
		newSince: newSince && instantKey(newSince),
		totalItems,
		hasUnstamped: [before, updated.scan, created.scan].some((found) => found?.hasUnstamped),
		all: all.toSaved(feeds.latestTotal, previous),
		previous: previous.toSaved(),
		seeding,
	};
}

/** A backfill delivers all projects, and learns their values thereby. */
async function seed(
	context: PollContext,
	seeding: TriggerState['seeding'] = SEEDING_START,
	next: { readonly updated: FeedState; readonly created: FeedState },
	{ updated, created }: Feeds,
	previous: PreviousValues,
): Promise<TriggerState['seeding']> {
	if (!previous.isNeeded) return undefined;
	const isBackfilling = [next.updated, next.created].some(({ phase }) => phase === 'backfill');
	if (seeding === 'finished' || isBackfilling) return seeding;
	const feeds = [
		{ ...updated, low: instantFromKey(next.updated.low) },
		{ ...created, low: instantFromKey(next.created.low) },
	];
	const { totalItems, maxPerPage } = updated.scan;
	return await seedPreviousValues(context, seeding, { previous, feeds, totalItems, maxPerPage });
}
