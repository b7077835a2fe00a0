/** One reading of all pages of a list. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';

/** Pages asked for at once; the client decides how many of these requests are sent. */
const PAGES_AT_ONCE = 16;

/** A total that is far too large is not read to its end: so many pages without rows are. */
const MAX_EMPTY_PAGES = 32;

/**
 * The first page shows how many rows a page holds and how many projects there are; all others follow at once. An answer that
 * leaves out rows is asked for once more.
 */
export class Pass {
	/** Where each row stood. */
	readonly places = new Map<string, number>();

	/** `total_items` of the first answer; infinite where an answer shows that it is no count of the list. */
	total = 0;

	/** A time before that was counted, by the service's clock, in seconds since 1970. */
	countedAfter = -Infinity;

	/** As the last answer says. */
	totalItems = 0;

	/** Rows of the first page, which has to have one. */
	private pageSize = 1;
	private next = 2;
	private last = 1;
	private furthestRows = 0;
	private firstCut = Infinity;

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

	/**
	 * @param now this machine's clock, in milliseconds
	 * @param take is given the rows of each answer as it arrives; what it throws ends the reading
	 */
	async read(now: () => number, take: (rows: readonly Project[]) => void): Promise<void> {
		const startedAtMs = now();
		const first = await this.readPage(1, MAX_PER_PAGE);
		this.countedAfter = ((first.servedAtMs ?? -Infinity) - (now() - startedAtMs)) / 1000;
		take(first.projects);
		const perPage = Math.min(this.pageSize, MAX_PER_PAGE);
		const readOn = async () => {
			while (this.next <= Math.min(this.last, this.furthestRows + MAX_EMPTY_PAGES)) {
				take((await this.readPage(this.next++, perPage)).projects);
			}
		};
		const readers = Array.from({ length: PAGES_AT_ONCE }, readOn);
		await Promise.all(readers).finally(() => (this.last = 0));
	}

	private async readPage(number: number, perPage: number): Promise<Page> {
		const ask = async () => await this.fetchPage(this.query, { page: number, perPage });
		const answer = await ask();
		const page = this.isCut(answer, number) ? await ask() : answer;
		const { projects, pagination } = page;
		this.totalItems = pagination.totalItems;
		if (number === 1) this.noteFirst(page);
		const start = (number - 1) * this.pageSize;
		const rowsBefore = this.places.size;
		projects.forEach(({ id }, index) => this.places.set(id, start + index));
		if (countsPage(page, start)) this.total = Infinity;
		if (this.isCut(page, number)) this.firstCut = Math.min(this.firstCut, number);
		if (projects.length > 0) this.furthestRows = Math.max(this.furthestRows, number);
		const isNew = this.places.size > rowsBefore;
		if (number >= this.last && isNew && this.hasMore(page, number)) this.last = number + 1;
		return page;
	}

	private noteFirst({ projects, pagination }: Page): void {
		this.total = pagination.totalItems;
		this.pageSize = Math.max(1, projects.length);
		if (projects.length > 0) this.last = Math.ceil(this.total / this.pageSize);
	}

	private isCut(page: Page, number: number): boolean {
		const hadRows = this.hadRows || this.places.size > 0;
		return leavesOutRows(page, (number - 1) * this.pageSize, this.pageSize, hadRows);
	}

	/** Behind the last page by the first total: projects came while the list was read, or that total is too small. */
	private hasMore({ projects, pagination }: Page, number: number): boolean {
		const isFull = projects.length === this.pageSize;
		return pagination.hasNext || (isFull && number * this.pageSize > pagination.totalItems);
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
