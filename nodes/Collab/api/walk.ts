/**
 * Reads a list by its page numbers while it may be changing: every project that nobody touches
 * meanwhile comes out exactly once, or the walk fails. links.ts has the proof.
 */
import type { Project, SortField } from './contract';
import { MAX_PER_PAGE } from './contract';
import { Ending } from './ending';
import { LinkedRows } from './links';
import { Patience } from './patience';
import { Planner } from './planner';
import type { FetchPage, Reading } from './read-ahead';
import { ReadAhead } from './read-ahead';

export type { FetchPage } from './read-ahead';

export interface WalkOptions {
	readonly sortBy: SortField;
	/** Rows wanted; all of them without it. */
	readonly limit?: number;
	/** Windows asked for at once, 1 to 16. */
	readonly readAhead?: number;
	/** Size of the largest window. */
	readonly perPage?: number;
}

export interface Batch {
	/** Rows not given before, in listing order. */
	readonly projects: readonly Project[];
	/** As the first answer said. */
	readonly totalItems: number;
	/** The service's totals changed meanwhile, or do not agree with the rows that came. */
	readonly totalsDisagreed: boolean;
	/** Requests sent so far. */
	readonly requests: number;
}

const DEFAULT_READ_AHEAD = 8;

/** A caller may stop after the first rows, so requests at once grow with what it has taken. */
const READ_AHEAD_GROWTH = 4;

export async function* walk(
	fetchPage: FetchPage,
	options: WalkOptions,
): AsyncGenerator<Batch, void> {
	const { limit, readAhead = DEFAULT_READ_AHEAD } = options;
	const course = new Course(fetchPage, options);
	let atOnce = 1;
	while (!course.isFinished) {
		const batch = await course.advance(atOnce);
		if (batch === undefined) continue;
		yield batch;
		// With a limit, all that is planned is needed.
		atOnce = limit === undefined ? Math.min(readAhead, atOnce * READ_AHEAD_GROWTH) : readAhead;
	}
}

/** One walk under way: takes answers in the order of the list and asks for what is still needed. */
class Course {
	isFinished = false;

	private readonly requests: ReadAhead;

	private readonly linkedRows: LinkedRows;

	private readonly planner: Planner;

	private readonly ending = new Ending();

	private readonly patience = new Patience();

	private wanted: number;

	private firstTotal: number | undefined;

	private latestTotal = 0;

	private totalsDisagreed = false;

	private isDisagreementTold = false;

	constructor(
		fetchPage: FetchPage,
		{ sortBy, limit = Infinity, perPage = MAX_PER_PAGE }: WalkOptions,
	) {
		this.requests = new ReadAhead(fetchPage);
		this.linkedRows = new LinkedRows(sortBy);
		this.planner = new Planner(limit, perPage);
		this.wanted = limit;
		this.requests.askNext(this.planner.firstWindow());
	}

	/** Takes one answer; gives a batch when there is something to tell. */
	async advance(atOnce: number): Promise<Batch | undefined> {
		const reading = await this.requests.take(() => this.askAhead(atOnce));
		const isFirst = this.noteTotal(reading);
		const linkedCount = this.linkedRows.countLinked(reading.page.projects);
		if (linkedCount === 0 && reading.window.page > 1) {
			this.mend(reading);
			return undefined;
		}
		const newRows = this.link(reading, linkedCount);
		const hasNews = this.isFinished && this.totalsDisagreed && !this.isDisagreementTold;
		return isFirst || newRows.length > 0 || hasNews ? this.tell(newRows) : undefined;
	}

	private askAhead(atOnce: number): void {
		while (this.firstTotal !== undefined && this.requests.hasRoom(atOnce)) {
			const { plannedEnd } = this.requests;
			const window = this.planner.windowAhead(plannedEnd, this.latestTotal);
			if (window === undefined) return;
			this.requests.askNext(window);
		}
	}

	private mend(broken: Reading): void {
		this.planner.noteBroken(broken);
		this.patience.spend(broken, this.planner.pageSize, this.linkedRows.count, 0);
		if (this.planner.isAhead(broken)) this.requests.putBack(broken);
		this.requests.askFirst(this.planner.mendingWindow(broken));
	}

	private link(reading: Reading, linkedCount: number): Project[] {
		const { projects } = reading.page;
		const added = this.linkedRows.add(projects);
		const newRows = added.slice(0, this.wanted);
		this.wanted -= newRows.length;
		this.planner.noteLinked(reading, linkedCount, added.length);
		const bringsLastRow = linkedCount < projects.length;
		const isEnd = this.ending.isReached(reading, bringsLastRow, added.length > 0);
		this.isFinished = isEnd || this.wanted === 0;
		if (this.isFinished) {
			this.totalsDisagreed ||= isEnd && this.linkedRows.count !== this.latestTotal;
		} else {
			this.patience.spend(reading, this.planner.pageSize, this.linkedRows.count, added.length);
		}
		return newRows;
	}

	/** Gives whether this was the first answer. */
	private noteTotal(reading: Reading): boolean {
		const isFirst = this.firstTotal === undefined;
		this.latestTotal = reading.page.pagination.totalItems;
		this.firstTotal ??= this.latestTotal;
		this.totalsDisagreed ||= this.latestTotal !== this.firstTotal;
		return isFirst;
	}

	private tell(projects: Project[]): Batch {
		this.isDisagreementTold = this.totalsDisagreed;
		return {
			projects,
			totalItems: this.firstTotal ?? 0,
			totalsDisagreed: this.totalsDisagreed,
			requests: this.requests.sentCount,
		};
	}
}
