/** Reads all pages of a list once. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page } from '../contract';
import { MAX_ROWS } from '../requests/responseBudget';

/** Pages asked for at once; the client decides how many of these requests are sent. */
const PAGES_AT_ONCE = 16;

/** A total that is far too large must not be read to its end: so many pages without rows are. */
const MAX_EMPTY_PAGES = 32;

/** Is given each answer as it arrives, and at which row it begins; returns whether it brought a row new to the pass. */
type Take = (page: Page, start: number) => boolean;

/**
 * The first page shows how many rows a page holds and how many projects there are; all others follow at once. An answer that
 * leaves out rows is asked for once more.
 *
 * @param hadRows whether rows of the list were read before
 * @param take what it throws ends the reading
 * @returns whether the answers fit together: none left out rows, unless it stood at the end of the list
 */
export async function readPages(
	fetchPage: FetchPage,
	query: ListQuery,
	hadRows: boolean,
	take: Take,
): Promise<boolean> {
	return await new PagesReader(fetchPage, query, hadRows, take).read();
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

class PagesReader {
	/** Rows of the first page; before that, it needs to have one. */
	private pageSize = 1;
	private next = 2;
	private last = 1;
	private furthestRows = 0;
	private firstCut = Infinity;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: ListQuery,
		private readonly hadRows: boolean,
		private readonly take: Take,
	) {}

	async read(): Promise<boolean> {
		await this.readPage(1, MAX_PER_PAGE);
		const readers = Array.from({ length: PAGES_AT_ONCE }, async () => await this.readOn());
		await Promise.all(readers).finally(() => (this.last = 0));
		// Rows that are left out at the end of the list may come of a count that is too high.
		return this.firstCut > 1 && this.firstCut >= this.furthestRows;
	}

	private async readOn(): Promise<void> {
		const perPage = Math.min(this.pageSize, MAX_PER_PAGE);
		while (this.next <= Math.min(this.last, this.furthestRows + MAX_EMPTY_PAGES)) {
			await this.readPage(this.next++, perPage);
		}
	}

	private async readPage(number: number, perPage: number): Promise<void> {
		const ask = async () => await this.fetchPage(this.query, { page: number, perPage });
		const answer = await ask();
		const page = this.isCut(answer, number) ? await ask() : answer;
		if (number === 1) this.noteSize(page);
		const isNew = this.take(page, (number - 1) * this.pageSize);
		if (this.isCut(page, number)) this.firstCut = Math.min(this.firstCut, number);
		if (page.projects.length > 0) this.furthestRows = Math.max(this.furthestRows, number);
		if (number >= this.last && isNew && this.hasMore(page, number)) this.last = number + 1;
	}

	private noteSize({ projects, pagination }: Page): void {
		this.pageSize = Math.max(1, projects.length);
		const expected = Math.min(pagination.totalItems, MAX_ROWS);
		if (projects.length > 0) this.last = Math.ceil(expected / this.pageSize);
	}

	private isCut(page: Page, number: number): boolean {
		const hadRows = this.hadRows || this.furthestRows > 0;
		return leavesOutRows(page, (number - 1) * this.pageSize, this.pageSize, hadRows);
	}

	/** Behind the last page by the first total: projects came while the list was read, or that total is too small. */
	private hasMore({ projects, pagination }: Page, number: number): boolean {
		const rows = number * this.pageSize;
		const isFullBeyondTotal = projects.length === this.pageSize && rows > pagination.totalItems;
		return rows < MAX_ROWS && (pagination.hasNext || isFullBeyondTotal);
	}
}
