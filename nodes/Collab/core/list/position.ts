/** Where a reading is, and what the next window has to show. */
import { furthestWindow, OVERLAP, type PageSize } from './windows';

export class Position {
	/** The offset of the last run. */
	runStart: number;
	/** Whether any run with which a window has ended was long. */
	hadLongRun = false;

	/** @param readTo the offset behind the last row that was read */
	constructor(
		readonly pageSize: PageSize,
		public readTo: number,
	) {
		this.runStart = readTo;
	}

	moveTo(end: number, lengthOfRun: number): void {
		this.readTo = end;
		this.runStart = Math.max(0, end - lengthOfRun);
		this.hadLongRun ||= this.hasLongRun;
	}

	/** Whether no window reaches from before the last run to a new row. How many rows that takes depends on its offset. */
	get hasLongRun(): boolean {
		return furthestWindow(Math.max(0, this.runStart - 1), this.pageSize.most).end <= this.readTo;
	}

	/**
	 * The offset that the next window has to show, or it cannot join: the last one before the last run or, if that is
	 * long, the last one read. It is earlier, so that `OVERLAP` rows are shown, as long as the window reaches new ones:
	 * after 100 rows that all differ, it is 97, not 98. If the last ten are equal, it is 89.
	 */
	get offsetToShare(): number {
		const last = Math.max(0, (this.hasLongRun ? this.readTo : this.runStart) - 1);
		const early = Math.max(0, Math.min(last, this.readTo - OVERLAP));
		return furthestWindow(early, this.pageSize.most).end > this.readTo ? early : last;
	}
}
