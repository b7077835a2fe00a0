/** What one run may receive: rows that are kept take memory until it ends. */
export const MAX_ROWS = 1_000_000;
/** Once, and for each row: an ordinary project takes less than a kilobyte, so only unusually large ones use up the first. */
const BASE_BYTES = 100 * 1024 * 1024;
const BYTES_PER_ROW = 2 * 1024;

/** Counts what all requests of a run (or of a poll) receive, repeated requests included. */
export class ResponseBudget {
	private bytes = 0;
	private rows = 0;

	/** Whether the run may still receive this chunk; to be asked for each, after decompression. */
	allowsBytes(count: number): boolean {
		this.bytes += count;
		return this.bytes <= BASE_BYTES + BYTES_PER_ROW * this.rows;
	}

	/** Whether it may keep the rows of this page. */
	allowsRows(count: number): boolean {
		this.rows += count;
		return this.rows <= MAX_ROWS;
	}
}
