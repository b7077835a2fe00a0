/** What is saved between two polls: plain JSON. Instants are keys of `instantKey`. */
import {
	compareInstants,
	instantFromKey,
	instantKey,
	latestCredible,
	latestOf,
	parseInstant,
} from '../time';
import { MAX_PER_PAGE } from '../contract';
import { SMALLEST_CLAMP } from '../pagination/windows';
import { type FeedState, PHASES } from '../scan/feedState';
import type { SavedAllProjects } from './allProjects';
import type { ChangeOptions, StartFrom } from './options';
import type { SavedPreviousValues } from './previousValues';
import type { SavedVersions } from './seenVersions';

const VERSION = 2;

export interface SavedFeed extends FeedState {
	readonly seen: SavedVersions;
}

export interface SeedingState {
	/** Of several passes over all projects, each in another order. */
	readonly pass: number;
	/** Where the pass goes on. */
	readonly offset: number;
}

export interface TriggerState {
	readonly version: typeof VERSION;
	readonly account: string;
	readonly startFrom: string;
	readonly updated: SavedFeed;
	readonly created: SavedFeed;
	/** A project created at or after this, and not delivered yet, is new. */
	readonly newSince?: string | undefined;
	/** As the last answers said, as far as the changes that were read explain it. */
	readonly totalItems?: number | undefined;
	/** Whether projects without `updated_at` have been seen. */
	readonly hasUnstamped: boolean;
	/** What is known of all projects; undefined when no event needs it. */
	readonly all?: SavedAllProjects | undefined;
	readonly previous?: SavedPreviousValues | undefined;
	/** How far all projects have been read for their previous values; undefined when none are needed. */
	readonly seeding?: SeedingState | 'finished' | undefined;
}

/**
 * The saved state, or a new one: when nothing was saved, when it cannot be understood or true, when it belongs to another
 * account, or when the starting point was set anew. Other settings may change without losing the state.
 */
export function readState(saved: unknown, options: ChangeOptions, nowMs: number): TriggerState {
	const isOurs =
		isState(saved) &&
		saved.account === options.account &&
		saved.startFrom === nameOf(options.startFrom) &&
		[saved.updated, saved.created].every((feed) => isCredible(feed, nowMs));
	return isOurs ? saved : newState(options);
}

/** No change would ever come after watermarks that lie far in the future. */
function isCredible({ high, low }: FeedState, nowMs: number): boolean {
	const latest = latestOf([instantFromKey(high), instantFromKey(low)]);
	return !latest || compareInstants(latest, latestCredible(undefined, nowMs)) <= 0;
}

function newState({ account, startFrom }: ChangeOptions): TriggerState {
	const feed: SavedFeed = { ...beginning(startFrom), seen: {} };
	return {
		version: VERSION,
		account,
		startFrom: nameOf(startFrom),
		updated: feed,
		// While all that exists is delivered, it is only known at the end whether this feed has to be read, too.
		created: startFrom === 'all' ? { phase: 'baseline', seen: {} } : feed,
		newSince: feed.low,
		hasUnstamped: false,
	};
}

function beginning(startFrom: StartFrom): Pick<FeedState, 'phase' | 'low'> {
	if (startFrom === 'now') return { phase: 'baseline' };
	if (startFrom === 'all') return { phase: 'backfill' };
	const since = parseInstant(startFrom.since);
	return since ? { phase: 'incremental', low: instantKey(since) } : { phase: 'baseline' };
}

/** An expression gives another date on every poll, yet is one starting point. */
export function nameOf(startFrom: StartFrom): string {
	return typeof startFrom === 'string'
		? startFrom
		: `since ${startFrom.entered ?? startFrom.since}`;
}

function isState(value: unknown): value is TriggerState {
	return isRecord(value) && value['version'] === VERSION && SHAPE.every((fits) => fits(value));
}

type Saved = Readonly<Record<string, unknown>>;

/** `seen`, `all` and `previous` are checked where they are read: checking them here would read them whole in every poll. */
const SHAPE: ReadonlyArray<(state: Saved) => boolean> = [
	({ account, startFrom }) => typeof account === 'string' && typeof startFrom === 'string',
	({ updated, created }) => isFeed(updated) && isFeed(created),
	({ newSince }) => isKey(newSince),
	({ totalItems }) => totalItems === undefined || isCount(totalItems),
	({ hasUnstamped }) => typeof hasUnstamped === 'boolean',
	({ seeding }) => seeding === undefined || seeding === 'finished' || isSeeding(seeding),
];

function isFeed(value: unknown): boolean {
	if (!isRecord(value)) return false;
	const { phase, high, low, trimmed, quietSinceMs } = value;
	const { offset, unplacedFirst, maxPerPage, rowsPerPoll, isPutOff } = value;
	return (
		PHASES.some((known) => known === phase) &&
		[high, low, trimmed].every(isKey) &&
		(quietSinceMs === undefined || Number.isFinite(quietSinceMs)) &&
		(maxPerPage === undefined || isPageSize(maxPerPage)) &&
		(isPutOff === undefined || typeof isPutOff === 'boolean') &&
		[offset, unplacedFirst, rowsPerPoll].every((count) => count === undefined || isCount(count))
	);
}

function isSeeding(value: unknown): boolean {
	return isRecord(value) && isCount(value['pass']) && isCount(value['offset']);
}

function isPageSize(value: unknown): boolean {
	return isCount(value) && Number(value) >= SMALLEST_CLAMP && Number(value) <= MAX_PER_PAGE;
}

/** Above every number of projects; page numbers that follow from it fit into 32 bits at the service. */
const MAX_COUNT = 1_000_000_000;

function isCount(value: unknown): boolean {
	return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT;
}

function isKey(value: unknown): boolean {
	return value === undefined || (typeof value === 'string' && instantFromKey(value) !== undefined);
}

function isRecord(value: unknown): value is Saved {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
