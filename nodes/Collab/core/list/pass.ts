/** One reading of all pages of a list. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';

/** The client decides how many of these are sent. */
export const REQUESTS_AT_ONCE = 16;

/** Reading ends after so many pages without rows, in case the total is far too large. */
const MAX_EMPTY_PAGES = 32;

/** Some services count the rows of the answer instead of those of the list. */
export const countsList = ({ rows: projects, pagination }: Page, start = 0) =>
	!pagination.hasNext || pagination.totalItems > start + projects.length;

/**
 * The first page shows how many rows a page holds and how many projects there are; all others follow at once. An answer
 * that leaves out rows is asked for once more.
 */
export class Pass {
	/** Where each row stood, and its sort value there. */
	readonly places = new Map<string, { readonly place: number; readonly value: unknown }>();

	/** `total_items` of the first answer; undefined where an answer shows that it is no count of the list. */
	startTotal: number | undefined;

	/** A time before that was counted, by the service's clock, in seconds since 1970. */
	countedAfter = -Infinity;

	/** The highest `total_items` of all answers. */
	highestTotal = 0;

	/** The first page that left out rows though it was asked for twice. */
	firstCut = Infinity;

	/** Whether a page before the end had rows of earlier pages only. */
	repeatsPages = false;

	/** Rows of the first page, which has to have one. */
	private pageSize = 1;
	private next = 2;
	private last = 1;
	private furthestRows = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		readonly query: ListQuery,
		private readonly hadRows: boolean,
	) {}

	/** Whether no page before the last rows left out any. At the end that is allowed: the count may be too high. */
	get isSound(): boolean {
		return this.firstCut > 1 && this.firstCut >= this.furthestRows;
	}

	/** @param take is given the rows of each answer, and returns whether those of the first page are enough */
	async read(now: () => number, take: (rows: readonly Project[]) => boolean): Promise<void> {
		const startedAtMs = now();
		const first = await this.ask(1, MAX_PER_PAGE);
		const { rows: projects, servedAtMs = -Infinity } = first;
		this.countedAfter = (servedAtMs - (now() - startedAtMs)) / 1000;
		this.startTotal = first.pagination.totalItems;
		this.pageSize = Math.max(1, projects.length);
		if (projects.length > 0) this.last = Math.ceil(this.startTotal / this.pageSize);
		this.note(first, 1);
		if (take(projects)) return;
		const readers = Array.from({ length: REQUESTS_AT_ONCE }, async () => await this.readOn(take));
		await Promise.all(readers).finally(() => (this.last = 0));
	}

	private async readOn(take: (rows: readonly Project[]) => boolean): Promise<void> {
		while (this.next <= Math.min(this.last, this.furthestRows + MAX_EMPTY_PAGES)) {
			const number = this.next++;
			const page = await this.ask(number, Math.min(this.pageSize, MAX_PER_PAGE));
			this.note(page, number);
			take(page.rows);
		}
	}

	private async ask(number: number, perPage: number): Promise<Page> {
		const request = { page: number, perPage };
		const page = await this.fetchPage(this.query, request);
		const isCut = this.leavesOutRows(page, (number - 1) * this.pageSize);
		return isCut ? await this.fetchPage(this.query, request) : page;
	}

	private note(page: Page, number: number): void {
		const { rows: projects, pagination } = page;
		const start = (number - 1) * this.pageSize;
		if (this.leavesOutRows(page, start)) this.firstCut = Math.min(this.firstCut, number);
		const rowsBefore = this.places.size;
		for (const [index, row] of projects.entries()) {
			this.furthestRows = Math.max(this.furthestRows, number);
			const here = { place: start + index, value: row[this.query.sortBy] };
			if (!this.places.has(row.id)) this.places.set(row.id, here);
		}
		const isNew = this.places.size > rowsBefore;
		if (projects.length > 0 && !isNew && start < pagination.totalItems) this.repeatsPages = true;
		if (isNew && this.goesOn(page, number)) this.last = number + 1;
		this.highestTotal = Math.max(this.highestTotal, pagination.totalItems);
		if (!countsList(page, start)) this.startTotal = undefined;
	}

	/** Whether an answer has fewer rows than a page though rows are left, or none at all of a list that had rows. */
	private leavesOutRows({ rows: projects, pagination }: Page, start: number): boolean {
		const rows = projects.length;
		const hasMore = pagination.hasNext || start + rows < pagination.totalItems;
		const isGone = rows + pagination.totalItems === 0 && (this.hadRows || this.places.size > 0);
		return isGone || (rows < this.pageSize && hasMore);
	}

	/** The last page by the first total is not the end if projects came meanwhile, or if that total is too small. */
	private goesOn({ rows: projects, pagination }: Page, number: number): boolean {
		const isFull = projects.length === this.pageSize;
		const isBeyond = isFull && number * this.pageSize > pagination.totalItems;
		return number >= this.last && (pagination.hasNext || isBeyond);
	}
}
