/** One pass over a list by its page numbers, while it may be changing. */
import type { FetchPage, ListQuery, Page, PageRequest, Project } from '../contract';
import type { Border } from './overlap';
import { observe, type PassOptions, type PassProgress, startPass } from './progress';
import { endOf, furthestWindow, locate, type Response, windowAhead } from './windows';

export interface ReadOptions extends Omit<PassOptions, 'sortBy'> {
	readonly query: ListQuery;
	/** Requests under way at once, at most. */
	readonly maxConcurrentRequests?: number;
	/** Whether there is time for more requests. Without it, a pass ends with what it has asked for: its end stays `open`. */
	readonly hasTime?: () => boolean;
}

/** What one accepted window brought. */
export interface PassBatch {
	/** Rows not given before, in list order. */
	readonly newRows: readonly Project[];
	/** All rows of the window. */
	readonly rows: readonly Project[];
	/** How the window follows the rows read before it. */
	readonly border: Border;
	readonly progress: PassProgress;
}

const DEFAULT_CONCURRENT_REQUESTS = 8;

/** From so many answers in a row on that bring nothing new it is better to go on one by one. */
const STRAINED_AFTER = 3;

/**
 * One pass over a list in its order: every row that does not change meanwhile comes exactly once, provided the service
 * keeps the order of rows with equal sort values; overlap.ts has the proof. Fails with kind `listKeptChanging`.
 */
export async function* readPass(
	fetchPage: FetchPage,
	options: ReadOptions,
): AsyncGenerator<PassBatch, void> {
	const { query, maxConcurrentRequests = DEFAULT_CONCURRENT_REQUESTS } = options;
	const { hasTime = () => true } = options;
	const requests = new Prefetch(async (window) => await fetchPage(query, window));
	const concurrency = new Concurrency(maxConcurrentRequests, options.limit === undefined);
	let progress = startPass({ ...options, sortBy: query.sortBy });
	const { firstPerPage = progress.evenPerPage } = options;
	requests.askLast(furthestWindow(progress.frontier, firstPerPage));
	while (progress.end === 'open') {
		const refill = () => hasTime() && askAhead(requests, progress, concurrency);
		const response = await requests.take(refill);
		if (response === undefined) return;
		const answer = locate(response, progress.maxPerPage);
		const { newRows, border, readBefore, ...step } = observe(progress, answer);
		progress = step.progress;
		if (readBefore) {
			if (!hasTime()) return;
			if (progress.idleAnswers >= STRAINED_AFTER) {
				requests.drop();
				concurrency.reduce();
			} else if (readBefore.keepsAnswer) requests.putBack(answer);
			requests.askFirst(readBefore.window);
		} else {
			concurrency.raise();
			const rows = answer.page.projects;
			yield { newRows, rows, border, progress };
		}
	}
}

function askAhead(requests: Prefetch, progress: PassProgress, concurrency: Concurrency): void {
	while (requests.hasRoom(concurrency.now)) {
		const { lastWindow, sentCount } = requests;
		if (lastWindow && !concurrency.allows(sentCount, progress)) return;
		const window = windowAhead(progress, lastWindow && endOf(lastWindow));
		if (window === undefined) return;
		requests.askLast(window);
	}
}

/** How many requests of a pass may be under way at once. The first goes alone. */
class Concurrency {
	private most: number;

	private current = 1;

	constructor(
		private readonly limit: number,
		private readonly mayStopEarly: boolean,
	) {
		this.most = limit;
	}

	get now(): number {
		return Math.floor(this.current);
	}

	/** Where reading may stop at any time, at most twice as many windows are asked for as turn out to be needed. */
	allows(sent: number, { windows }: PassProgress): boolean {
		return !this.mayStopEarly || sent < 2 * windows;
	}

	/** After a window that was accepted. */
	raise(): void {
		this.most = Math.min(this.limit, this.most + 1 / 8);
		this.current = this.most;
	}

	/** Many requests at once do not help where the list changes faster than it can be read. */
	reduce(): void {
		this.most = Math.max(1, this.most / 2);
		this.current = 1;
	}
}

interface Request {
	readonly window: PageRequest;
	readonly isRepeated: boolean;
	/** Resolves when the request has ended, well or badly; never rejects. */
	readonly ended: Promise<void>;
	outcome?: { readonly page: Page } | { readonly error: unknown };
}

/** The requests of one pass: several under way at once, their answers taken in the order of the list. */
class Prefetch {
	private requests: Request[] = [];

	private sent = 0;

	private underWay = 0;

	constructor(private readonly fetchPage: (window: PageRequest) => Promise<Page>) {}

	get sentCount(): number {
		return this.sent;
	}

	get lastWindow(): PageRequest | undefined {
		return this.requests.at(-1)?.window;
	}

	/**
	 * Whether one more may be asked for. A place is kept free while the next answer is there already: it may turn out not
	 * to follow, and then a window has to be read before it.
	 */
	hasRoom(maxUnderWay: number): boolean {
		if (this.requests.length === 0) return true;
		if (this.requests.some(({ outcome }) => outcome && 'error' in outcome)) return false;
		const kept = this.requests[0]?.outcome ? 1 : 0;
		return this.underWay + kept < maxUnderWay && this.requests.length < 2 * maxUnderWay;
	}

	askLast(window: PageRequest): void {
		this.requests.push(this.send(window));
	}

	/** Asks for a window that is taken before all that were asked for so far. */
	askFirst(window: PageRequest): void {
		this.requests.unshift(this.send(window));
	}

	putBack({ window, page }: Response): void {
		this.requests.unshift({
			window,
			isRepeated: true,
			ended: Promise.resolve(),
			outcome: { page },
		});
	}

	/** Drops all that was asked for. Answers under way are ignored. */
	drop(): void {
		this.requests = [];
	}

	/** The answer to the first window, undefined if none was asked for; `refill` runs whenever a request ends and makes room for another. */
	async take(refill: () => void): Promise<Response | undefined> {
		refill();
		const [first] = this.requests;
		if (first === undefined) return undefined;
		while (!first.outcome) {
			const underWay = this.requests.filter(({ outcome }) => !outcome);
			await Promise.race(underWay.map(({ ended }) => ended));
			refill();
		}
		this.requests.shift();
		if ('error' in first.outcome) throw first.outcome.error;
		const { window, isRepeated } = first;
		return { window, page: first.outcome.page, isRepeated };
	}

	private send(window: PageRequest): Request {
		this.sent++;
		this.underWay++;
		const settle = async () => {
			try {
				request.outcome = { page: await this.fetchPage(window) };
			} catch (error) {
				request.outcome = { error };
			} finally {
				this.underWay--;
			}
		};
		const request: Request = { window, isRepeated: false, ended: Promise.resolve().then(settle) };
		return request;
	}
}
