/** Where a reading is, and what the next window has to show. */
import { furthestWindow, OVERLAP, type PageSize } from './windows';

export class Position {
	/** The offset of the last run. */
	runStart: number;
	/** Whether any run was long when it was the last one. */
	wasAnyRunLong = false;

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
		this.wasAnyRunLong ||= this.isRunLong;
	}

	/** Whether no window reaches from before the last run to a new row. How many rows that takes depends on its offset. */
	get isRunLong(): boolean {
		return furthestWindow(Math.max(0, this.runStart - 1), this.pageSize.most).end <= this.readTo;
	}

	/**
	 * The offset that the next window has to show to join: the last one before the last run; if that is long, its last
	 * one. It is earlier, to show `OVERLAP` rows, where the window then still reaches new ones: after 100 rows that all
	 * differ, it is 97, not 98. If the last ten are equal, it is 89.
	 */
	get offsetToShare(): number {
		const last = Math.max(0, (this.isRunLong ? this.readTo : this.runStart) - 1);
		const early = Math.max(0, Math.min(last, this.readTo - OVERLAP));
		return furthestWindow(early, this.pageSize.most).end > this.readTo ? early : last;
	}
}
