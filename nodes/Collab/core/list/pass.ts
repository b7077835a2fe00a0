/** One reading of all pages of a list. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page } from '../contract';
import { MAX_ROWS } from '../requests/responseBudget';

/** Pages asked for at once; the client decides how many of these requests are sent. */
const PAGES_AT_ONCE = 16;

/** A total that is far too large is not read to its end: so many pages without rows are. */
const MAX_EMPTY_PAGES = 32;

/** Is given each answer as it arrives, and at which row it begins; what it throws ends the reading. */
type Take = (page: Page, start: number) => void;

/**
 * The first page shows how many rows a page holds and how many projects there are; all others follow at once. An answer that
 * leaves out rows is asked for once more.
 */
export class Pass {
	/** `total_items` of the first answer; infinite where an answer shows that it is no count of the list. */
	total = 0;

	/** A time before that was counted, by the service's clock, in seconds since 1970. */
	countedAfter = -Infinity;

	/** Rows of the first page, which has to have one. */
	private pageSize = 1;
	private next = 2;
	private last = 1;
	private furthestRows = 0;
	private firstCut = Infinity;
	private firstId: string | undefined;

	/** @param hadRows whether rows of the list were read before */
	constructor(
		private readonly fetchPage: FetchPage,
		readonly query: ListQuery,
		private readonly hadRows: boolean,
	) {}

	/** Whether the answers fit together. Rows that are left out at the end of the list may come of a count that is too high. */
	get isSound(): boolean {
		return this.firstCut > 1 && this.firstCut >= this.furthestRows;
	}

	/** @param now this machine's clock, in milliseconds */
	async read(now: () => number, take: Take): Promise<void> {
		const startedAtMs = now();
		await this.readPage(1, MAX_PER_PAGE, (page, start) => {
			const { servedAtMs = -Infinity, projects, pagination } = page;
			this.countedAfter = (servedAtMs - (now() - startedAtMs)) / 1000;
			this.total = pagination.totalItems;
			this.pageSize = Math.max(1, projects.length);
			const expected = Math.min(pagination.totalItems, MAX_ROWS);
			if (projects.length > 0) this.last = Math.ceil(expected / this.pageSize);
			take(page, start);
		});
		const readers = Array.from({ length: PAGES_AT_ONCE }, async () => await this.readOn(take));
		await Promise.all(readers).finally(() => (this.last = 0));
	}

	private async readOn(take: Take): Promise<void> {
		const perPage = Math.min(this.pageSize, MAX_PER_PAGE);
		while (this.next <= Math.min(this.last, this.furthestRows + MAX_EMPTY_PAGES)) {
			await this.readPage(this.next++, perPage, take);
		}
	}

	private async readPage(number: number, perPage: number, take: Take): Promise<void> {
		const ask = async () => await this.fetchPage(this.query, { page: number, perPage });
		const answer = await ask();
		const page = this.isCut(answer, number) ? await ask() : answer;
		take(page, (number - 1) * this.pageSize);
		if (countsPage(page, (number - 1) * this.pageSize)) this.total = Infinity;
		if (this.isCut(page, number)) this.firstCut = Math.min(this.firstCut, number);
		if (page.projects.length > 0) this.furthestRows = Math.max(this.furthestRows, number);
		if (number >= this.last && this.hasMore(page, number)) this.last = number + 1;
		this.firstId = page.projects[0]?.id;
	}

	private isCut(page: Page, number: number): boolean {
		const hadRows = this.hadRows || this.furthestRows > 0;
		return leavesOutRows(page, (number - 1) * this.pageSize, this.pageSize, hadRows);
	}

	/** Behind the last page by the first total: projects came while the list was read, or that total is too small. */
	private hasMore({ projects, pagination }: Page, number: number): boolean {
		const rows = number * this.pageSize;
		const isFullBeyondTotal = projects.length === this.pageSize && rows > pagination.totalItems;
		const isOther = projects.length > 0 && projects[0]?.id !== this.firstId;
		return isOther && rows < MAX_ROWS && (pagination.hasNext || isFullBeyondTotal);
	}
}

/** Whether an answer has fewer rows than asked for though it says that rows are left, or none at all of a list that had rows. */
export function leavesOutRows(page: Page, start: number, asked: number, hadRows: boolean): boolean {
	const { hasNext, totalItems } = page.pagination;
	const rows = page.projects.length;
	const isGone = hadRows && rows === 0 && totalItems === 0;
	return isGone || (rows < asked && (hasNext || start + rows < totalItems));
}

/** Whether an answer shows that `total_items` counts its own rows, as some services have it. */
export const countsPage = ({ projects, pagination }: Page, start: number): boolean =>
	pagination.hasNext && pagination.totalItems <= start + projects.length;
