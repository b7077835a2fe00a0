/** What one poll works with: its options, the time, and readers that end with it. */
import type { FetchPage, ListQuery } from '../contract';
import { CollabError } from '../errors';
import type { ReadingOptions } from '../list/reading';
import { WindowReader } from '../list/windowReader';
import { evaluationTimeIn } from '../query/computedFields';
import { hashOf } from '../query/version';
import { MS_PER_DAY, MS_PER_SECOND } from '../time';
import { conditionsOf } from './events';
import type { ChangeOptions } from './options';
import { MAX_PROJECTS } from './table';
import { WatchedValues } from './values';

/** What decides from outside: tests replace it. */
export interface PollRuntime {
	/** n8n's clock, in milliseconds since 1970. */
	now(): number;
	/** The share of the poll's time that is used, from 0 to 1. */
	timeUsed(): number;
	/** Whether a person publishes the trigger, and sees an error of this poll. */
	readonly isPublishing: boolean;
}

/** Rows that a poll may read. n8n keeps all items of an execution in memory: 100,000 take more than a gigabyte. */
const MAX_ROWS = 40_000;

/** The share of a poll's time, and of its rows, after which it ends with what it has read. */
export const SHARE_TO_READ = 0.8;

export class PollContext {
	readonly conditions: ReturnType<typeof conditionsOf>;
	readonly watched: WatchedValues;
	/**
	 * What all projects have to be known for: the fields whose values are kept of each, and the chosen conditions with
	 * their days, and Removed with a hash of Status and Filters. Null for Created and Updated alone.
	 */
	readonly needs: { readonly fields: readonly string[]; readonly events: readonly string[] } | null;
	/** Look Back in seconds. */
	readonly lookBackS: number;
	/** n8n's clock when the poll began, in seconds since 1970. It is used for durations, and to tell the date. */
	readonly startedAt: number;
	/** Requests that were sent, and rows in their answers. */
	requests = 0;
	rows = 0;
	/** The service's clock at the first answer of the poll, in milliseconds since 1970; n8n's where it tells no time. */
	private servedAtMs: number | undefined;

	constructor(
		private readonly fetchPage: FetchPage,
		readonly options: ChangeOptions,
		readonly runtime: PollRuntime,
	) {
		this.startedAt = this.nowS;
		this.lookBackS = Math.ceil(options.lookBackMs / MS_PER_SECOND);
		this.conditions = conditionsOf(options, evaluationTimeIn(options.timeZone, runtime.now()));
		this.watched = new WatchedValues(options);
		const { fields } = this.watched;
		const events = this.conditions.map(({ name }) => name);
		if (options.events.includes('removed')) events.push(`removed ${hashOf(options.inclusion)}`);
		this.needs = fields.length + events.length === 0 ? null : { fields, events };
	}

	/** n8n's clock now, in seconds since 1970. */
	get nowS(): number {
		return Math.floor(this.runtime.now() / MS_PER_SECOND);
	}

	/** The service's time; later stamps lie in the future. If it is over a day ahead of n8n's, n8n's counts. */
	get serviceNowS(): number {
		const nowMs = this.runtime.now();
		const { servedAtMs = nowMs } = this;
		return Math.floor((servedAtMs > nowMs + MS_PER_DAY ? nowMs : servedAtMs) / MS_PER_SECOND);
	}

	/**
	 * Reads until `take` has enough. `interrupted`: the share is used, or the service, which has answered, fails.
	 *
	 * @param isHalf whether only half of the share may be used
	 */
	async read(query: ListQuery, options: ReadingOptions, isHalf = false) {
		const share = isHalf ? SHARE_TO_READ / 2 : SHARE_TO_READ;
		const lenient = { ...options, isLenient: true };
		const reader = new WindowReader(this.fetchUntil(share), query, lenient);
		const outcome = await reader.read().catch((error: unknown) => {
			const isPassing = error instanceof CollabError && error.isPassing;
			if (isPassing && this.servedAtMs !== undefined) return 'interrupted' as const;
			throw error;
		});
		const { rows, position, ending } = reader;
		return { outcome, count: rows.count, position, totalItems: ending.totalItems };
	}

	private fetchUntil(share: number): FetchPage {
		return async (...request) => {
			if (Math.max(this.runtime.timeUsed(), this.rows / MAX_ROWS) > share)
				throw new CollabError('unavailable', { reason: 'timeout' });
			this.requests++;
			const page = await this.fetchPage(...request);
			const { totalItems } = page.pagination;
			if (this.needs && totalItems > MAX_PROJECTS)
				throw new CollabError('tooManyProjects', { totalItems });
			this.rows += page.rows.length;
			this.servedAtMs ??= page.servedAtMs ?? this.runtime.now();
			return page;
		};
	}
}
