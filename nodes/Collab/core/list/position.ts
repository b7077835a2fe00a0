/** Where a reading is, and what the next window has to show. */
import { ownField, type Row, type SortField } from '../contract';
import { isTie } from '../order';
import { furthestWindow, OVERLAP, type PageSize } from './windows';

export class Position {
	/** The offset of the last run. */
	runStart: number;
	/** Whether any run was long when it was the last one. */
	wasAnyRunLong = false;

	/** @param readTo the offset behind the last row that was read */
	constructor(
		readonly pageSize: PageSize,
		private readonly sortBy: SortField,
		public readTo: number,
	) {
		this.runStart = readTo;
	}

	/** Behind the rows of a window that joins, which stand between these offsets. */
	moveTo(start: number, end: number, rows: readonly Row[]): void {
		const values = rows.map((row) => ownField(row, this.sortBy));
		const before = values.findLastIndex((value) => !isTie(this.sortBy, value, values.at(-1)));
		const isOneRun = before < 0;
		this.readTo = end;
		this.runStart = isOneRun ? Math.min(this.runStart, start) : end - (rows.length - 1 - before);
		this.wasAnyRunLong ||= this.isRunLong;
	}

	/** Whether no window reaches from the row before the last run to a new row. Only some windows begin there. */
	get isRunLong(): boolean {
		return furthestWindow(Math.max(0, this.runStart - 1), this.pageSize.most).end <= this.readTo;
	}

	/**
	 * The offset that the next window has to show: of the row before the last run, which is an anchor, or if that run is
	 * long, of its last row. The window shows the last `OVERLAP` rows, too, if it still reaches new ones then: after 100
	 * rows that all differ, from 97, though 98 is an anchor, too; from 89 if the last ten are equal; from 97 if 60 are.
	 */
	get offsetToShare(): number {
		const last = Math.max(0, (this.isRunLong ? this.readTo : this.runStart) - 1);
		const early = Math.max(0, Math.min(last, this.readTo - OVERLAP));
		return furthestWindow(early, this.pageSize.most).end > this.readTo ? early : last;
	}
}
