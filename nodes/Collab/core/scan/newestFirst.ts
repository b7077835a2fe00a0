/** Reads a feed newest first, down to the low watermark: the usual poll, mostly one small request. */
import { MAX_PER_PAGE, type Project } from '../contract';
import type { PassBatch } from '../pagination/pass';
import type { PassProgress } from '../pagination/progress';
import { type Instant, latestCredible, plusMs } from '../time';
import { placeIn } from './feed';
import { News } from './news';
import {
	assertFewSeeks,
	maxPerPageAfter,
	passOf,
	rowAt,
	type Scan,
	type ScanContext,
} from './scan';
import { seekRow } from './seek';

/** Where more rows are to be read, finding out where they begin costs less than reading them in the wrong order. */
const MAX_ROWS = 500;

/** The share of the poll's time after which it is too slow. */
const MAX_TIME = 0.3;

/** Rows of the first request of an idle poll. */
const MIN_FIRST_PAGE = 10;

/** Windows of rows without a place, after which the first row with a place is looked for. */
const MAX_UNPLACED_WINDOWS = 1;

/**
 * Complete, or, where there are more rows than a few windows hold or more of one stamp than one window holds, a scan that
 * says so; its news are not to be used then, but `reached` and `low` are.
 */
export async function scanNewestFirst(context: ScanContext): Promise<Scan> {
	const { unplacedFirst = 0, maxPerPage } = context.state;
	// Where it was last, then at the beginning, where most services put it, then wherever rows without a place end.
	let last = { totalItems: 0, maxPerPage };
	for (const firstRow of unplacedFirst > 1 ? [unplacedFirst - 1, 0] : [0]) {
		const scan = new NewestFirstScan(context, MAX_UNPLACED_WINDOWS, last.maxPerPage);
		const end = await scan.read(firstRow);
		if (end !== 'lost') return scan.result(end === 'complete');
		last = scan;
	}
	return await seekNewest(context, last);
}

async function seekNewest(
	context: ScanContext,
	last: Pick<NewestFirstScan, 'totalItems' | 'maxPerPage'>,
): Promise<Scan> {
	const isUnplaced = (row: Project) => placeIn(context.feed, row) === undefined;
	let { totalItems, maxPerPage } = last;
	for (let seeks = 0; ; seeks++) {
		const hint = Math.max(0, Math.min(context.state.unplacedFirst ?? Infinity, totalItems) - 1);
		const closeEnough = maxPerPage ?? MAX_PER_PAGE;
		const firstRow = await seekRow(rowAt(context, 'desc'), isUnplaced, hint, closeEnough);
		const scan = new NewestFirstScan(context, Infinity, maxPerPage);
		const end = await scan.read(firstRow);
		if (end !== 'lost') return scan.result(end === 'complete');
		({ totalItems, maxPerPage } = scan);
		assertFewSeeks(seeks, totalItems);
	}
}

type End = 'complete' | 'tooMuch' | 'lost';

class NewestFirstScan {
	totalItems = 0;

	private readonly news: News;

	/** The newest stamp when reading began; undefined until it is read. */
	private reached: Instant | undefined;

	/** Rows without a place before the newest one; undefined until that is read. */
	private unplacedFirst: number | undefined;

	private latest: Instant | undefined;

	private rowsRead = 0;

	constructor(
		private readonly context: ScanContext,
		private readonly maxUnplacedWindows: number,
		/** As state.ts has it. */
		public maxPerPage: number | undefined,
	) {
		this.news = new News(context.feed, context.seen, context.low);
	}

	/** @param firstRow offset of the last row without a place before the newest, if there are such rows */
	async read(firstRow: number): Promise<End> {
		const { maxPerPage } = this;
		const firstPerPage = Math.min(maxPerPage ?? MAX_PER_PAGE, this.expectedRows());
		let end: PassProgress['end'] = 'open';
		const options = { firstRow, firstPerPage, maxPerPage };
		for await (const batch of passOf(this.context, 'desc', options)) {
			({ end } = batch.progress);
			const reached = this.take(batch);
			if (reached) return reached;
		}
		return end === 'list' ? 'complete' : 'tooMuch';
	}

	result(isComplete: boolean): Scan {
		const { news, reached, latest, unplacedFirst, maxPerPage, totalItems } = this;
		return {
			...news.result(),
			// Where so many rows are dated in the future, the latest date that can be true has to do.
			reached: isComplete ? reached : (reached ?? latest),
			isComplete,
			// Without any row that has a place, it is open where the service would put one.
			unplacedFirst,
			maxPerPage,
			totalItems,
		};
	}

	/** An idle poll asks for little; one that has much to read again, for more. */
	private expectedRows(): number {
		const { state, seen } = this.context;
		return state.phase === 'baseline' ? MAX_PER_PAGE : MIN_FIRST_PAGE + seen.size;
	}

	/** Undefined: to be gone on. */
	private take(batch: PassBatch): End | undefined {
		const { rows, border } = batch;
		this.note(batch);
		const placed =
			this.unplacedFirst === undefined ? this.findNewest(batch) : this.placedRows(batch);
		if (placed === 'lost') return 'lost';
		if (placed.length === 0) return undefined;
		// A row without a place right before the newest one shows as well that nothing was skipped.
		const isWhole = border === 'strict' || placed.length < rows.length;
		if (this.takeRows(placed)) return isWhole ? 'complete' : 'tooMuch';
		return isWhole && !this.isTooMuch() ? undefined : 'tooMuch';
	}

	private note(batch: PassBatch): void {
		const { progress } = batch;
		this.totalItems = progress.totalItems;
		this.latest ??= latestCredible(progress.firstPage?.servedAtMs, this.context.runtime.now());
		this.maxPerPage = maxPerPageAfter(batch, this.maxPerPage);
	}

	private isTooMuch(): boolean {
		return this.rowsRead > MAX_ROWS || this.context.runtime.timeUsed() > MAX_TIME;
	}

	/** Reading has to begin with a row without a place, unless it begins with the list. */
	private findNewest({ rows, progress }: PassBatch): readonly Project[] | 'lost' {
		const { windows, frontier, end } = progress;
		const start = frontier - rows.length;
		const leading = this.firstPlaced(rows);
		if (start > 0 && (rows.length === 0 || (windows === 1 && leading === 0))) return 'lost';
		for (const row of rows) this.news.noteStamp(row);
		if (leading === -1) return windows > this.maxUnplacedWindows && end === 'open' ? 'lost' : [];
		this.unplacedFirst = start + leading;
		return rows.slice(leading);
	}

	/** The rows of a further window, without those that the service puts before the newest one. */
	private placedRows({ rows }: PassBatch): readonly Project[] {
		const leading = this.firstPlaced(rows);
		return leading === -1 ? [] : rows.slice(leading);
	}

	private firstPlaced(rows: readonly Project[]): number {
		const { feed } = this.context;
		return rows.findIndex((row) => placeIn(feed, row) !== undefined);
	}

	/** Returns whether rows before the low watermark have been read. */
	private takeRows(rows: readonly Project[]): boolean {
		const { state, lookBackMs } = this.context;
		const { news } = this;
		this.rowsRead += rows.length;
		news.latestCredible = this.latest;
		// What changes while this is read comes before the row that was newest at the beginning: no watermark may pass that.
		this.reached ??= news.firstCredible(rows);
		if (state.phase === 'baseline') news.low = this.reached && plusMs(this.reached, -lookBackMs);
		let isPast = false;
		for (const row of rows) if (!news.add(row)) isPast = true;
		return isPast;
	}
}
