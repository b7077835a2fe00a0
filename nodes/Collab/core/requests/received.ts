/** Rows that are kept take memory until the execution ends. */
export const MAX_ROWS = 1_000_000;
/** So much is allowed once, and so much for each row. An ordinary project takes less than a kilobyte. */
const BASE_BYTES = 100 * 1024 * 1024;
const BYTES_PER_ROW = 2 * 1024;

/** Counts what all requests of an execution or a poll receive, repeated requests included. */
export class Received {
	private bytes = 0;
	private rows = 0;

	/** Whether this chunk may still be received; to be asked for each, after decompression. */
	allowsBytes(count: number): boolean {
		this.bytes += count;
		return this.bytes <= BASE_BYTES + BYTES_PER_ROW * this.rows;
	}

	/** Whether the rows of this page may be kept. */
	allowsRows(count: number): boolean {
		this.rows += count;
		return this.rows <= MAX_ROWS;
	}
}
