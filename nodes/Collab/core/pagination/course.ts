import type { Project, SortField } from '../contract';
import { MAX_PER_PAGE } from '../contract';
import { Ending } from './ending';
import { LinkedRows } from './links';
import { Patience } from './patience';
import { Planner } from './planner';
import type { FetchWindow, Reading } from './readAhead';
import { ReadAhead } from './readAhead';

export interface WalkOptions {
	readonly sortBy: SortField;
	/** Rows that will be taken: Infinity for all. Without it, the caller may stop at any time. */
	readonly limit?: number;
	/** Windows asked for at once, 1 to 16. */
	readonly readAhead?: number;
	/** Size of the largest window. */
	readonly perPage?: number;
	/** Offset from which on rows are wanted; a few rows before it may come too. */
	readonly firstRow?: number;
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

/** While it is not known how much will be taken, requests at once grow with what was taken. */
const READ_AHEAD_GROWTH = 2;

/** One walk under way: takes answers in the order of the list and asks for what is still needed. */
export class Course {
	isFinished = false;

	private readonly requests: ReadAhead;

	private readonly linkedRows: LinkedRows;

	private readonly planner: Planner;

	private readonly ending = new Ending();

	private readonly patience = new Patience();

	private wanted: number;

	private firstTotal: number | undefined;

	private latestTotal = 0;

	/** Rows before the first window. */
	private skippedRows = 0;

	private totalsDisagreed = false;

	private isDisagreementTold = false;

	/** Answers waiting for the rows before them to be read. */
	private readonly held = new WeakSet<Reading>();

	/** Requests that may be under way at once, now; the first goes alone. */
	private atOnce = 1;

	private mostAtOnce: number;

	private readonly readAhead: number;

	private readonly growth: number;

	constructor(fetchWindow: FetchWindow, options: WalkOptions) {
		const { limit, perPage = MAX_PER_PAGE, readAhead = DEFAULT_READ_AHEAD } = options;
		this.mostAtOnce = this.readAhead = readAhead;
		this.growth = limit === undefined ? READ_AHEAD_GROWTH : readAhead;
		this.wanted = limit ?? Infinity;
		this.requests = new ReadAhead(fetchWindow);
		this.linkedRows = new LinkedRows(options.sortBy);
		this.planner = new Planner(this.wanted, perPage, options.firstRow ?? 0);
		this.requests.askNext(this.planner.firstWindow());
	}

	/** Takes one answer; gives a batch when there is something to tell. */
	async advance(): Promise<Batch | undefined> {
		const reading = await this.requests.take(() => this.askAhead());
		const isFirst = this.noteTotal(reading);
		const linkedCount = this.linkedRows.countLinked(reading.page.projects);
		if (linkedCount === 0 && reading.window.page > 1 && !isFirst) {
			this.mend(reading);
			return undefined;
		}
		const newRows = this.link(reading, linkedCount);
		const hasNews = this.isFinished && this.totalsDisagreed && !this.isDisagreementTold;
		return isFirst || newRows.length > 0 || hasNews ? this.tell(newRows) : undefined;
	}

	private askAhead(): void {
		while (this.firstTotal !== undefined && this.requests.hasRoom(Math.floor(this.atOnce))) {
			const window = this.planner.windowAhead(this.requests.plannedEnd);
			if (window === undefined) return;
			this.requests.askNext(window);
		}
	}

	private mend(broken: Reading): void {
		if (!this.held.has(broken)) {
			this.planner.noteBroken(broken);
			this.ending.noteBroken(broken);
			this.patience.spend(broken, this.planner.pageSize, this.linkedRows.count, false);
		}
		if (this.patience.isStrained) {
			this.requests.abandon();
			this.atOnce = 1;
			this.mostAtOnce = Math.max(1, this.mostAtOnce / 2);
		} else if (this.planner.isAhead(broken)) {
			this.held.add(broken);
			this.requests.putBack(broken);
		}
		this.requests.askFirst(this.planner.mendingWindow(broken));
	}

	private link(reading: Reading, linkedCount: number): Project[] {
		const { projects } = reading.page;
		const added = this.linkedRows.add(projects);
		const newRows = added.slice(0, this.wanted);
		this.wanted -= newRows.length;
		this.planner.noteLinked(reading, linkedCount, added.length);
		const { pageSize } = this.planner;
		const isFurther = linkedCount < projects.length;
		const allRows = this.skippedRows + this.linkedRows.count;
		const isEnd = this.ending.isReached(reading, { newRows: added.length, allRows }, pageSize);
		this.isFinished = isEnd || this.wanted === 0;
		this.totalsDisagreed ||= isEnd && this.wanted > 0 && allRows !== this.latestTotal;
		if (!this.isFinished) this.patience.spend(reading, pageSize, allRows, isFurther);
		return newRows;
	}

	/** Gives whether this was the first answer. */
	private noteTotal(reading: Reading): boolean {
		const isFirst = this.firstTotal === undefined;
		if (isFirst) this.skippedRows = reading.start;
		this.latestTotal = reading.page.pagination.totalItems;
		this.firstTotal ??= this.latestTotal;
		this.totalsDisagreed ||= this.latestTotal !== this.firstTotal;
		return isFirst;
	}

	private tell(projects: Project[]): Batch {
		this.isDisagreementTold = this.totalsDisagreed;
		this.atOnce = Math.min(this.mostAtOnce, this.atOnce * this.growth);
		this.mostAtOnce = Math.min(this.readAhead, this.mostAtOnce + 1 / 8);
		return {
			projects,
			totalItems: this.firstTotal ?? 0,
			totalsDisagreed: this.totalsDisagreed,
			requests: this.requests.sentCount,
		};
	}
}
