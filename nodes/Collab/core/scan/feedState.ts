/** What a scan of a feed begins from, and what the next one begins from. */

/**
 * - baseline: nothing has been read yet, and what exists is not to be delivered.
 * - backfill: all that exists is being delivered, oldest first, over as many polls as it takes.
 * - incremental: changes are read newest first, down to the low watermark.
 * - catchUp: there were more than one poll can read; they are read oldest first, over as many polls as it takes.
 */
export const PHASES = ['baseline', 'backfill', 'incremental', 'catchUp'] as const;
export type Phase = (typeof PHASES)[number];

/** How far a feed has been dealt with. Instants are keys of `instantKey`. */
export interface FeedState {
	readonly phase: Phase;
	/** High watermark: the newest stamp read so far that is not in the future. The service's own, never this machine's. */
	readonly high?: string | undefined;
	/** Low watermark: what is older has been dealt with and is not read again. Never moves back. */
	readonly low?: string | undefined;
	/** This machine's clock when the high watermark last moved, in milliseconds. */
	readonly quietSinceMs?: number | undefined;
	/** Where a catch-up or a backfill goes on: an offset in the list, oldest first. It is checked, and may be wrong. */
	readonly offset?: number | undefined;
	/** The stamp inside which a catch-up goes on, and of which not all seen versions are kept. */
	readonly trimmed?: string | undefined;
	/** Rows without a place that the service puts before the newest one. It is checked, and may be wrong. */
	readonly unplacedFirst?: number | undefined;
	/** Rows that the service puts on a page at most, where these are less than were asked for. */
	readonly maxPerPage?: number | undefined;
	/** Rows that the last poll could read when it ran out of time. */
	readonly rowsPerPoll?: number | undefined;
	/** Whether there was a reason to read the feed in the last poll, and no time. */
	readonly isPutOff?: boolean | undefined;
}
