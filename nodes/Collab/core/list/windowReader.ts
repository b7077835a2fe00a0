/** Reads a list in its order from its beginning, as far as it is wanted: see reading.ts. */
import { claimsMore, type FetchPage, type ListQuery, MAX_PER_PAGE, type Page } from '../contract';
import { isInOrder } from '../order';
import { Ending, type Step } from './ending';
import { PlacedRows } from './placedRows';
import { Position } from './position';
import type { Outcome, ReadingOptions } from './reading';
import { furthestWindow, OVERLAP, PageSize, type Window, windowOf } from './windows';

/** Reading stops after so many windows in a row that brought nothing. */
const MAX_IDLE = 16;
/** How many rows further back reading begins where a window did not join; ten times as many each time after that. */
const STEP_BACK = 10;
/** The most windows under way: more than the client sends, so that a slow answer does not hold up the others. */
const MAX_AHEAD = { strict: 32, lenient: 8 };

export class WindowReader {
	readonly rows: PlacedRows;
	readonly position: Position;
	readonly ending: Ending;
	private readonly pageSize = new PageSize();
	/** The windows that were asked for, in the order in which their answers are used. */
	private readonly underWay: Array<{ window: Window; answer: Promise<Page> }> = [];
	/** Windows in a row that did not join, or had no new row. */
	private idle = 0;
	/** How many rows further back the next window begins, since others did not join. */
	private back = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: ListQuery,
		private readonly options: ReadingOptions,
	) {
		const { keeps = () => false, resume, isLenient = false } = options;
		this.rows = new PlacedRows(query.sortBy, keeps);
		this.position = new Position(this.pageSize, resume?.offset ?? 0);
		this.ending = new Ending(this.rows, this.position, isLenient);
	}

	async read(): Promise<Outcome> {
		while (this.idle < MAX_IDLE) {
			this.sendAhead();
			const { window, answer } = this.underWay.shift()!;
			const outcome = this.use(window, await answer);
			if (outcome === 'readAgain') this.readAgain(window);
			else if (outcome === 'listEnd') return (await this.isCapped()) ? 'refused' : 'listEnd';
			else if (outcome !== 'goesOn') return outcome;
		}
		return 'stuck';
	}

	private use(window: Window, page: Page): Step {
		const { ending, pageSize, query } = this;
		ending.note(page);
		if (page.rows.length === 0) return ending.afterEmpty(window);
		const isStrict = !this.options.isLenient;
		if (isStrict && pageSize.isOther(window, page)) return 'otherSizes';
		if (isStrict && !isInOrder(page.rows, query)) return 'stuck';
		return this.joins(window, page) ? this.add(window, page) : 'readAgain';
	}

	private joins({ start, perPage }: Window, { rows }: Page): boolean {
		const { isLenient, resume } = this.options;
		const { rows: known, position, pageSize } = this;
		const isResuming = resume !== undefined && resume.offset > 0 && known.count === 0;
		// It was asked for before the size of pages was known, so that only the beginning of a list is where it should be.
		if (perPage > pageSize.most) return start === 0 && !isResuming;
		if (start === 0) return true;
		if (isResuming) return rows.some(resume.wasRead);
		if (!position.hasLongRun) return rows.some((row) => known.isAnchor(row));
		return isLenient
			? rows.some((row) => known.has(row))
			: known.areContinuedBy(rows, position.readTo - start);
	}

	private add(window: Window, page: Page): Step {
		const isShort = !this.pageSize.isFull(window, page);
		const hasMore = claimsMore(page, window.end);
		// Rows that are counted and not shown take up offsets.
		const hasGaps = isShort && hasMore && !this.options.isLenient;
		const end = hasGaps ? window.end : window.start + page.rows.length;
		const added = this.rows.add(page.rows, window.start === 0);
		this.position.moveTo(end, this.rows.lengthOfRun());
		this.back = 0;
		this.idle = added.length > 0 ? 0 : this.idle + 1;
		if (this.options.take?.(added, page)) return 'enough';
		return this.ending.afterRows(isShort, hasMore, added.length > 0);
	}

	/** Asks for the next window, used before all others, from further back if one that had to join did not. */
	private readAgain({ start, perPage }: Window): void {
		this.idle++;
		// One further on need not have joined, nor one that was asked for before the size of pages was known.
		const hadToJoin = perPage <= this.pageSize.most && start <= this.position.offsetToShare;
		if (hadToJoin) this.back = Math.max(STEP_BACK, 10 * this.back);
		this.underWay.unshift(this.send(this.nextWindow()));
	}

	private nextWindow(): Window {
		const { position, ending, back } = this;
		const { most } = this.pageSize;
		const { likely = most } = this.options;
		if (position.readTo === 0) return windowOf(0, Math.min(likely, most));
		const offset = Math.max(0, position.offsetToShare - back);
		// Where nothing was found further on, a page of the full size shows whether it is the last.
		if (ending.emptyFrom <= position.readTo) return windowOf(offset, most);
		return furthestWindow(offset, most);
	}

	private sendAhead(): void {
		const { underWay, ending, pageSize } = this;
		const { readTo } = this.position;
		const { likely = 0, isLenient } = this.options;
		if (underWay.length === 0) underWay.push(this.send(this.nextWindow()));
		if (this.back > 0) return;
		// Where nobody knows how far, half as many rows as were needed so far.
		const wanted = likely > readTo ? likely : 1.5 * readTo;
		const until = Math.min(wanted, ending.totalItems, ending.emptyFrom);
		const maxAhead = isLenient ? MAX_AHEAD.lenient : MAX_AHEAD.strict;
		while (underWay.length < maxAhead) {
			const { end } = underWay.at(-1)!.window;
			const following = furthestWindow(end - OVERLAP, pageSize.most);
			if (end >= until || following.end <= end) return;
			underWay.push(this.send(following));
		}
	}

	/**
	 * Whether a list that has ended has rows that no page shows. Search engines show the first of any order up to a round
	 * number, and count no more: Meilisearch 1,000 by default. Then its other end has rows that were not read.
	 */
	private async isCapped(): Promise<boolean> {
		const { totalItems } = this.ending;
		if (totalItems === 0 || totalItems % 1_000 > 0) return false;
		const otherEnd = { ...this.query, order: this.query.order === 'asc' ? 'desc' : 'asc' } as const;
		const { rows, pagination } = await this.fetchPage(otherEnd, windowOf(0, MAX_PER_PAGE));
		const { isKnown = (row) => this.rows.has(row) } = this.options;
		return pagination.totalItems === totalItems && !rows.every(isKnown);
	}

	private send(window: Window) {
		const answer = this.fetch(window);
		// An answer that nobody waits for any more may fail.
		answer.catch(() => undefined);
		return { window, answer };
	}

	/** Asks again for a page that is too short. Of two, the one with more rows is believed. */
	private async fetch(window: Window): Promise<Page> {
		let page = await this.fetchPage(this.query, window);
		if (this.pageSize.isTooShort(window, page)) {
			const again = await this.fetchPage(this.query, window).catch(() => page);
			if (again.rows.length >= page.rows.length) page = again;
		}
		this.pageSize.learn(window, page);
		return page;
	}
}
