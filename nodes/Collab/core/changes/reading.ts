import { changedAt, latestCredibleMs } from './options';
import type { ChangeOptions, Clocks, PollReading } from './options';
import { type ChangeState, instantOf, wantsSeeding } from './state';
import { MAX_PER_PAGE, type Project } from '../contract';
import { countVersions } from './delivered';
import { compareInstants, type Instant, instantFromMs, parseInstant, plusMs } from '../time';
import { type Batch, type ProjectSource, walkFrom } from './seek';

/** How much of its time the poll has used, from 0 to 1. */
export type TimeUsed = () => number;

/** New rows that one poll delivers: an execution of 100,000 items would take n8n more than a gigabyte. */
const MAX_NEW_ROWS = 20_000;

/** Rows read to fill the memory of earlier values; about as many as fit into it. */
const MAX_SEED_ROWS = 80_000;

// Shares of the poll's time after which a way of reading is given up, or ends with what it has.
const TIME_TO_FIND_FLOOR = 0.3;
const TIME_TO_SEED = 0.8;
const TIME_TO_CATCH_UP = 0.8;

/** Newest first; where that is too much for one poll, oldest first from the floor on, as far as it gets. */
export async function readChanges(
	source: ProjectSource,
	state: ChangeState,
	options: ChangeOptions,
	clock: { readonly nowMs: number; readonly timeUsed: TimeUsed },
): Promise<PollReading> {
	if (state.phase === 'baseline' || state.phase === 'watching') {
		const reading = await readNewest(source, state, options, clock);
		if (reading.complete || state.phase === 'baseline') return reading;
	}
	return await readOldest(source, state, clock);
}

type Clock = Parameters<typeof readChanges>[3];

/** A poll stops at the first row for which this is true. Rows without a date of change never stop it. */
export function isOlderThanNeeded(floor: Instant | undefined, project: Project): boolean {
	const at = parseInstant(project['updated_at']);
	return at !== undefined && floor !== undefined && compareInstants(at, floor) < 0;
}

async function readNewest(
	source: ProjectSource,
	state: ChangeState,
	options: ChangeOptions,
	{ nowMs, timeUsed }: Clock,
): Promise<PollReading> {
	const seeds = wantsSeeding(state, options);
	const gathered = new Gathered(nowMs);
	let complete = false;
	for await (const batch of source.walk('desc', 0)) {
		gathered.add(batch);
		const { rows, newestAtStart } = gathered;
		const floor = floorOf(state, newestAtStart, options);
		complete ||= batch.projects.some((project) => isOlderThanNeeded(floor, project));
		const isEnough = complete
			? !seeds || rows.length >= MAX_SEED_ROWS || timeUsed() > TIME_TO_SEED
			: isTooMuch(state, floor, rows.length, timeUsed);
		if (isEnough) return { ...gathered.newestLast(), complete, seeds: seeds && complete };
	}
	return { ...gathered.newestLast(), complete: true, seeds };
}

/** What a later poll looks back at belongs to the baseline too. */
function floorOf(
	state: ChangeState,
	newestAtStart: Instant | undefined,
	{ lookBackMs }: ChangeOptions,
): Instant | undefined {
	if (state.phase !== 'baseline') return instantOf(state.floor);
	return newestAtStart && plusMs(newestAtStart, -lookBackMs);
}

/** Rows of a listing read newest first. */
class Gathered {
	readonly rows: Project[] = [];

	servedAtMs: number | undefined;

	newestAtStart: Instant | undefined;

	constructor(private readonly nowMs: number) {}

	add({ projects, servedAtMs }: Batch): void {
		this.servedAtMs ??= servedAtMs;
		const clocks = { servedAtMs: this.servedAtMs, nowMs: this.nowMs };
		this.newestAtStart ??= newestCredible(projects, clocks);
		for (const project of projects) this.rows.push(project);
	}

	newestLast() {
		const { servedAtMs, newestAtStart, nowMs } = this;
		return { rows: this.rows.toReversed(), servedAtMs, newestAtStart, nowMs };
	}
}

/** A row dated in the future does not count: everything that happens until then would lie below it. */
function newestCredible(newestFirst: readonly Project[], clocks: Clocks): Instant | undefined {
	const limit = instantFromMs(latestCredibleMs(clocks));
	const stamps = newestFirst.map((project) => parseInstant(project['updated_at']));
	return stamps.find((at) => at !== undefined && compareInstants(at, limit) <= 0);
}

/** A baseline has to find one row that is not in the future, however many come before. */
function isTooMuch(
	state: ChangeState,
	floor: Instant | undefined,
	rowCount: number,
	timeUsed: TimeUsed,
): boolean {
	if (state.phase === 'baseline' && !floor) return false;
	return rowCount > maxRows(state) || timeUsed() > TIME_TO_FIND_FLOOR;
}

function maxRows({ delivered }: ChangeState): number {
	return MAX_NEW_ROWS + countVersions(delivered);
}

/** Reading has to get past the cursor before it may end: else the next poll would read the same rows. */
async function readOldest(
	source: ProjectSource,
	state: ChangeState,
	{ nowMs, timeUsed }: Clock,
): Promise<PollReading> {
	const start = instantOf(state.floor);
	const goal = instantOf(state.cursor) ?? start;
	const newest = await readNewestPage(source, nowMs);
	const rows: Project[] = [];
	for await (const { projects } of walkFrom(source, start)) {
		const needed = projects.filter((project) => !isOlderThanNeeded(start, project));
		for (const project of needed) rows.push(project);
		const isPast = !goal || needed.some((project) => isLaterThan(goal, project));
		const isOutOfTime = isPast && timeUsed() > TIME_TO_CATCH_UP;
		if (isOutOfTime || rows.length > maxRows(state)) {
			return { ...newest, rows, complete: false, seeds: false };
		}
	}
	return { ...newest, rows, complete: true, seeds: state.phase === 'filling' };
}

/** Where a whole page is dated in the future, or not at all, the latest date that can be true has to do. */
async function readNewestPage(source: ProjectSource, nowMs: number) {
	const { projects, servedAtMs } = await source.page('desc', { page: 1, perPage: MAX_PER_PAGE });
	const clocks = { servedAtMs, nowMs };
	const newestAtStart = newestCredible(projects, clocks) ?? instantFromMs(latestCredibleMs(clocks));
	return { ...clocks, newestAtStart };
}

function isLaterThan(goal: Instant, project: Project): boolean {
	const at = changedAt(project);
	return at !== undefined && compareInstants(at, goal) > 0;
}
