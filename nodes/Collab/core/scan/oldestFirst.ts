/** Reads a feed oldest first, from the low watermark on or from where the last poll ended, as far as time allows. */
import { MAX_PER_PAGE, type Project } from '../contract';
import type { PassBatch } from '../pagination/pass';
import type { PassProgress } from '../pagination/progress';
import { compareInstants, type Instant, instantFromKey, latestCredible, latestOf } from '../time';
import { isCutShort } from '../pagination/windows';
import { placeIn, queryOf } from './feed';
import { News } from './news';
import {
	assertFewSeeks,
	maxPerPageAfter,
	MAX_NEWS,
	passOf,
	rowAt,
	type Scan,
	type ScanContext,
	TIME_TO_READ,
} from './scan';
import { seekRow } from './seek';

/** Rows that are read again where the last poll ended, so that some of them are known. */
const OVERLAP = 5;

/** Where reading begins. */
interface Start {
	/** Whether a row lies before the place where reading begins. */
	readonly isBeforePlace: (row: Project) => boolean;
	/** An offset near the place. */
	readonly hint: number;
	readonly isResumed: boolean;
	/** Rows that the service puts on a page at most, where these are less than are asked for. */
	readonly maxPerPage: number | undefined;
}

/** Undefined where rows with equal stamps come in another order with each request, and are more than one window holds. */
export async function scanOldestFirst(
	context: ScanContext,
	newest: Scan | undefined,
): Promise<Scan | undefined> {
	const low = newest ? newest.low : context.low;
	const start = await startOf(context, low, newest);
	const { maxPerPage } = start;
	const seek = async (hint: number) =>
		await seekRow(rowAt(context, 'asc'), start.isBeforePlace, hint, maxPerPage ?? MAX_PER_PAGE);
	let firstRow = start.isResumed ? start.hint : await seek(start.hint);
	for (let seeks = 0; ; seeks++) {
		const scan = new OldestFirstScan(context, start, low, maxPerPage);
		const end = await scan.read(firstRow);
		if (end === 'unstable') return undefined;
		if (end !== 'lost') return scan.result(end === 'complete');
		assertFewSeeks(seeks, newest?.totalItems ?? 0);
		firstRow = await seek(Math.max(0, firstRow - 1));
	}
}

async function startOf(
	context: ScanContext,
	low: Instant | undefined,
	newest: Scan | undefined,
): Promise<Start> {
	const { feed, seen, state } = context;
	const { offset, high } = state;
	const isResumed = offset !== undefined;
	const begin = await readBegin(context, newest !== undefined || isResumed);
	const { areUnplacedFirst } = begin;
	const { maxPerPage } = newest ?? begin;
	const from = isResumed ? instantFromKey(high) : low;
	// What stands at the high watermark and was read already comes before the place where reading goes on.
	const wasRead = (row: Project, at: Instant) => !feed.isOwn(row) || seen.has(row, at);
	const isBeforePlace = (row: Project) => {
		const at = placeIn(feed, row);
		if (!at) return areUnplacedFirst;
		if (!from) return false;
		const order = compareInstants(at, from);
		return order < 0 || (isResumed && order === 0 && wasRead(row, at));
	};
	if (isResumed) {
		return { isBeforePlace, isResumed, maxPerPage, hint: Math.max(0, offset - OVERLAP) };
	}
	const { totalItems = 0, unplacedFirst = 0, news = [] } = newest ?? {};
	const unplacedLast = areUnplacedFirst ? 0 : unplacedFirst;
	const hint = Math.max(0, totalItems - unplacedLast - news.length - 1);
	return { isBeforePlace, isResumed, maxPerPage, hint };
}

/** The first page, or its first row where it is known how many rows the service puts on a page. */
async function readBegin({ fetchPage, feed, state }: ScanContext, isPageSizeKnown: boolean) {
	const perPage = isPageSizeKnown ? 1 : MAX_PER_PAGE;
	const window = { page: 1, perPage };
	const page = await fetchPage(queryOf(feed, 'asc'), window);
	const [first] = page.projects;
	const areUnplacedFirst = first !== undefined && placeIn(feed, first) === undefined;
	const maxPerPage =
		isPageSizeKnown || !isCutShort({ window, page }) ? state.maxPerPage : page.projects.length;
	return { areUnplacedFirst, maxPerPage };
}

type End = 'complete' | 'incomplete' | 'lost' | 'unstable';

class OldestFirstScan {
	private readonly news: News;

	private progress: PassProgress | undefined;

	private rowsRead = 0;

	/** The offset of the place; undefined until a row from it on is read. */
	private placeOffset: number | undefined;

	/** Projects from the place on. */
	private readonly afterPlace = new Set<string>();

	constructor(
		private readonly context: ScanContext,
		private readonly start: Start,
		low: Instant | undefined,
		private maxPerPage: number | undefined,
	) {
		this.news = new News(context.feed, context.seen, low);
	}

	async read(firstRow: number): Promise<End> {
		const { context, maxPerPage } = this;
		const options = { firstRow, maxPerPage, limit: Infinity };
		for await (const batch of passOf(context, 'asc', options)) {
			const end = this.take(batch);
			if (end) return end;
		}
		return this.isShort() ? 'unstable' : this.endOfPass();
	}

	result(isComplete: boolean): Scan {
		const { news, progress } = this;
		const { state, runtime } = this.context;
		const { totalItems = 0, frontier: offset } = progress ?? {};
		const isOutOfTime = !isComplete && runtime.timeUsed() >= TIME_TO_READ;
		return {
			...news.result(),
			reached: latestOf([instantFromKey(state.high), news.newest]),
			isComplete,
			offset,
			unplacedFirst: state.unplacedFirst,
			maxPerPage: this.maxPerPage,
			rowsPerPoll: isOutOfTime ? this.rowsRead : state.rowsPerPoll,
			totalItems,
		};
	}

	/**
	 * Whether fewer rows were read than stand from the place on, though no row was skipped. Those before it do not count: where
	 * equal stamps have no order, another of them may stand there in each answer.
	 */
	private isShort(): boolean {
		const { progress, placeOffset } = this;
		if (!progress || progress.isStrict || placeOffset === undefined) return false;
		return this.afterPlace.size < progress.frontier - placeOffset;
	}

	/** Undefined: to be gone on. */
	private take(batch: PassBatch): End | undefined {
		const { rows, progress } = batch;
		const { context, news } = this;
		const isFirst = this.progress === undefined;
		this.progress = progress;
		if (isFirst && !this.isRightPlace(batch)) return 'lost';
		if (isUnstable(context, batch, isFirst && this.start.isResumed)) return 'unstable';
		this.takeRows(batch);
		if (hasUnplacedAfterPlaced(context, rows)) return this.isShort() ? 'unstable' : 'complete';
		return news.size >= MAX_NEWS ? 'incomplete' : undefined;
	}

	private takeRows(batch: PassBatch): void {
		const { rows, progress } = batch;
		const { news, context } = this;
		this.maxPerPage = maxPerPageAfter(batch, this.maxPerPage);
		this.rowsRead += rows.length;
		news.latestCredible ??= latestCredible(progress.firstPage?.servedAtMs, context.runtime.now());
		for (const row of rows) news.add(row);
		this.countAfterPlace(rows, progress.frontier - rows.length);
	}

	private countAfterPlace(rows: readonly Project[], offset: number): void {
		const first = rows.findIndex((row) => !this.start.isBeforePlace(row));
		if (first >= 0) this.placeOffset ??= offset + first;
		const { placeOffset = Infinity } = this;
		for (const { id } of rows.slice(Math.max(0, placeOffset - offset))) this.afterPlace.add(id);
	}

	private endOfPass(): End {
		return this.progress?.end === 'list' ? 'complete' : 'incomplete';
	}

	private isRightPlace({ rows, progress }: PassBatch): boolean {
		const isAtBegin = progress.frontier === rows.length;
		const [first] = rows;
		return isAtBegin || (first !== undefined && this.start.isBeforePlace(first));
	}
}

/** The service puts rows without a place last: nothing with a place comes after them. */
function hasUnplacedAfterPlaced({ feed }: ScanContext, rows: readonly Project[]): boolean {
	const isPlaced = (row: Project) => placeIn(feed, row) !== undefined;
	const first = rows.findIndex(isPlaced);
	return first >= 0 && !rows.slice(first).every(isPlaced);
}

/**
 * Whether equal stamps have no fixed order: then rows that were read come after others that were not. It matters only where
 * more rows share a stamp than one window holds.
 */
function isUnstable({ feed, seen }: ScanContext, batch: PassBatch, isResumption: boolean): boolean {
	const { rows, newRows, border, progress } = batch;
	if (border === 'tied') return true;
	const added = new Set(newRows.map(({ id }) => id));
	const isKnown = (row: Project) => {
		const at = placeIn(feed, row);
		return isResumption ? at !== undefined && seen.has(row, at) : !added.has(row.id);
	};
	const own = isResumption ? rows.filter((row) => feed.isOwn(row)) : rows;
	const lastKnown = own.findLastIndex(isKnown);
	const stamp = own[lastKnown]?.[feed.sortBy];
	const goesOn = progress.end === 'open' && rows.at(-1)?.[feed.sortBy] === stamp;
	if (border === 'strict' && !goesOn) return false;
	return own.slice(0, lastKnown).some((row) => row[feed.sortBy] === stamp && !isKnown(row));
}
