/** Reads lists for a poll, until the time or the rows that a poll may use are used up, and tells the service's time. */
import type { FetchPage, ListQuery, Project } from '../contract';
import { CollabError } from '../errors';
import type { ReadingOptions } from '../list/reading';
import { WindowReader } from '../list/windowReader';
import { MS_PER_DAY, MS_PER_SECOND } from '../time';

/** What decides from outside: tests replace it. */
export interface PollRuntime {
	/** n8n's clock, in milliseconds since 1970. */
	now(): number;
	/** The share of the poll's time that is used, from 0 to 1. */
	timeUsed(): number;
	/** Whether a person publishes the trigger, and sees an error of this poll. */
	readonly isPublishing: boolean;
}

/** Rows limit a poll as its time does. n8n keeps an execution's items in memory: 100,000 take over a gigabyte. */
const MAX_ROWS = 40_000;
/** The share of a poll's time, and of its rows, after which it ends with what it has read. */
export const SHARE_TO_READ = 0.8;

export type PollReading = Awaited<ReturnType<PollReader['read']>>;

type Notes = { note(project: Project): void };

export class PollReader {
	/** Requests that were sent, and rows in their answers. */
	requests = 0;
	rows = 0;
	/** The service's clock at the first answer of the poll, in milliseconds since 1970; n8n's where it tells no time. */
	private servedAtMs: number | undefined;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly runtime: PollRuntime,
		private readonly maxProjects: number,
	) {}

	/** `servedAtMs` in seconds; later stamps lie in the future. A clock over a day ahead of n8n's is not believed. */
	get servedAtS(): number {
		const nowMs = this.runtime.now();
		const { servedAtMs = nowMs } = this;
		return Math.floor((servedAtMs > nowMs + MS_PER_DAY ? nowMs : servedAtMs) / MS_PER_SECOND);
	}

	/**
	 * Reads until `take` has enough. Once the service has answered, the outcome is `interrupted` where the share is used
	 * up, or where the service fails in a way that passes.
	 *
	 * @param isHalf whether only half of the share may be used
	 */
	async read(query: ListQuery, news: Notes, options: ReadingOptions, isHalf = false) {
		const share = isHalf ? SHARE_TO_READ / 2 : SHARE_TO_READ;
		const fetchPage = this.fetchUntil(share, news);
		const reader = new WindowReader(fetchPage, query, { ...options, isLenient: true });
		const found = await reader.read().catch((error: unknown) => {
			const isPassing = error instanceof CollabError && error.isPassing;
			if (isPassing && this.servedAtMs !== undefined) return 'interrupted' as const;
			throw error;
		});
		const outcome = found === 'otherSizes' ? 'refused' : found; // No window could join.
		const { position, mayLackRows, ending } = reader;
		return { outcome, position, mayLackRows, totalItems: ending.totalItems };
	}

	private fetchUntil(share: number, news: Notes): FetchPage {
		return async (...request) => {
			if (Math.max(this.runtime.timeUsed(), this.rows / MAX_ROWS) > share)
				throw new CollabError('unavailable', { reason: 'timeout' }); // It ends `read`.
			this.requests++;
			const page = await this.fetchPage(...request);
			const { totalItems } = page.pagination;
			if (totalItems > this.maxProjects) throw new CollabError('tooManyProjects', { totalItems });
			this.rows += page.rows.length;
			const servedAtMs = page.servedAtMs ?? this.runtime.now();
			this.servedAtMs ??= servedAtMs;
			// What an answer shows is there, even if its window does not join.
			for (const project of page.rows) news.note(project);
			return { ...page, servedAtMs };
		};
	}
}
