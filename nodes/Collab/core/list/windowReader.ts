/** Reads a list in its order, from its beginning or from a place on, as far as it is wanted: see reading.ts. */
import { claimsRowsFrom, type FetchPage, type ListQuery, type Page, type Row } from '../contract';
import { isInOrder, opposite } from '../order';
import { parseInstant } from '../time';
import { Ending, type Step } from './ending';
import { PlacedRows } from './placedRows';
import { Position } from './position';
import type { Outcome, ReadingOptions } from './reading';
import { WindowQueue } from './windowQueue';
import { furthestWindow, PageSize, type Window, windowOf } from './windows';

/** Reading is stuck after so many windows in a row that add no new row. */
const MAX_IDLE = 16;
/** So many windows that join, end at one offset and add no new row end a lenient reading, empty ones between or not. */
const MAX_STANDSTILLS = 3;
/** How many rows a reading goes back if a window brings nothing that joins; ten times as many each time after that. */
const STEP_BACK = 10;

export class WindowReader {
	readonly rows: PlacedRows;
	readonly position: Position;
	readonly ending: Ending;
	private readonly pageSize = new PageSize();
	private readonly queue: WindowQueue;
	private idle = 0;
	private standstills = 0;
	/** How many rows before `offsetToShare` the next window has to show: 0, unless one brought nothing that joins. */
	private back = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		readonly query: ListQuery,
		private readonly options: ReadingOptions,
	) {
		const { resume, isLenient = false } = options;
		this.rows = new PlacedRows(query.sortBy);
		this.position = new Position(this.pageSize, query.sortBy, resume?.offset ?? 0);
		this.ending = new Ending(this.rows, this.position, isLenient);
		const ask = async (window: Window) => await fetchPage(query, window);
		// More than the limiter sends at once, so that it always has some to send; fewer for polls, which may break off.
		this.queue = new WindowQueue(ask, this.pageSize, isLenient ? 8 : 32);
	}

	/** Whether it may lack rows: after a long run, if it is stuck, or has not read as many as stand before `readTo`. */
	get mayLackRows(): boolean {
		const { position, rows, idle } = this;
		return position.wasAnyRunLong && (idle >= MAX_IDLE || rows.count !== position.readTo);
	}

	async read(): Promise<Outcome> {
		while (this.idle < MAX_IDLE) {
			const { window, answer } = this.queue.take(this.nextWindow(), this.likelyEnd());
			const step = this.use(window, await answer);
			if (step === 'askAnew') this.askAnew(window);
			else if (step === 'listEnd') return (await this.isCapped()) ? 'refused' : 'listEnd';
			else if (step !== 'goesOn') return step;
		}
		return 'stuck';
	}

	private nextWindow(): Window {
		const { position, ending, back } = this;
		const { most } = this.pageSize;
		if (position.readTo === 0) return windowOf(0, Math.min(this.options.likely ?? most, most));
		const offset = Math.max(0, position.offsetToShare - back);
		// At the end, whole pages: a service that refuses all rows after its 10,000th refuses windows that reach further.
		return (ending.emptyFrom > position.readTo ? furthestWindow : windowOf)(offset, most);
	}

	/** Up to where it is asked ahead: `likely`, or half as far again as was read. The first page is asked for alone. */
	private likelyEnd(): number {
		const { readTo } = this.position;
		const { likely = 0 } = this.options;
		const end = likely > readTo ? likely : 1.5 * readTo;
		return Math.min(end, this.ending.totalItems, this.ending.emptyFrom);
	}

	private use(window: Window, page: Page): Step {
		const { ending, pageSize, query } = this;
		ending.note(page);
		if (page.rows.length === 0) return ending.afterEmpty(window.start, page);
		const isStrict = !this.options.isLenient;
		if (isStrict && pageSize.isOther(window, page)) return 'otherSizes';
		if (isStrict && !isInOrder(page.rows, query)) return 'stuck';
		if (this.joins(window, page)) return this.add(window, page);
		this.standstills = 0; // It shows rows, which are to be read from further back.
		return 'askAnew';
	}

	private joins({ start, perPage }: Window, { rows }: Page): boolean {
		const { rows: known, position } = this;
		const isResuming = position.readTo > 0 && known.count === 0;
		// Asked for before pages turned out to have, say, 20 rows instead of 100, it has another place, unless it is page 1.
		// That is in its place, but ends too early if the reading is to go on at 50.
		if (perPage > this.pageSize.most) return start === 0 && !isResuming;
		if (start === 0) return true;
		if (isResuming) return rows.some(this.options.resume!.wasRead);
		if (rows.some((row) => known.isAnchor(row))) return true;
		if (!position.isRunLong) return false;
		return this.options.isLenient ? rows.some((row) => known.has(row)) : known.areContinuedBy(rows);
	}

	private add(window: Window, page: Page): Step {
		const { ending, position, options } = this;
		const isShort = !this.pageSize.isFull(window, page);
		const claimsMore = claimsRowsFrom(page, window.end);
		// Unless lenient, rows that are counted and not shown have offsets: then, reading goes on behind the window.
		const hasGaps = isShort && claimsMore && !options.isLenient;
		const end = hasGaps ? window.end : window.start + page.rows.length;
		const added = this.rows.add(page.rows, window.start === 0);
		const hasNew = added.length > 0;
		this.back = 0;
		this.idle = hasNew ? 0 : this.idle + 1;
		this.standstills = hasNew || end !== position.readTo ? 0 : this.standstills + 1;
		position.moveTo(window.start, end, page.rows);
		if (options.take(added, page)) return 'enough';
		if (options.isLenient && this.standstills === MAX_STANDSTILLS) return 'listEnd';
		return ending.afterRows(isShort, claimsMore, hasNew);
	}

	/** Goes further back only if this window had to join: others were asked for ahead, and may begin too far on. */
	private askAnew({ start, perPage }: Window): void {
		const hadToJoin = perPage <= this.pageSize.most && start <= this.position.offsetToShare;
		if (hadToJoin) this.back = Math.max(STEP_BACK, 10 * this.back);
		this.idle++;
		this.queue.putFirst(this.nextWindow());
	}

	/**
	 * Whether a list that has ended is *capped*: search engines show and count the first rows of any order, up to a round
	 * number, Meilisearch 1,000 by default. Then the first page of the opposite order has rows that were not read, and are
	 * not new. What a snapshot misses is removed: so it checks any total, unless it `mayLackRows` anyway.
	 */
	private async isCapped(): Promise<boolean> {
		const { resume } = this.options;
		const { totalItems } = this.ending;
		const isChecked = totalItems % 1_000 === 0 || (resume && !this.mayLackRows);
		if (totalItems === 0 || !isChecked) return false;
		const otherEnd = { ...this.query, order: opposite(this.query.order) };
		const page = await this.fetchPage(otherEnd, windowOf(0, this.pageSize.most));
		if (page.pagination.totalItems !== totalItems) return false; // It may come from a cache.
		const wasRead = (row: Row) => this.rows.has(row) || resume?.wasRead(row) === true;
		if (resume?.offset && page.rows.some(wasRead)) return false; // Others may be of earlier polls.
		const oldUntilMs = (page.servedAtMs ?? Infinity) - 300_000; // Without its time, any date is old.
		const isOld = (row: Row) => (parseInstant(row['created_at']) ?? Infinity) < oldUntilMs;
		return page.rows.some((row) => isOld(row) && !wasRead(row));
	}
}
