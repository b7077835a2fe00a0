/** Where a reading is, and what its next window has to show. */
import { ownField, type Row, type SortField } from '../contract';
import { isTie } from '../order';
import { furthestWindow, OVERLAP, type PageSize } from './windows';

export class Position {
	/** The offset of the last run, as well as it is known: rows come and go. What is an anchor does not depend on it. */
	runStart: number;
	/** Whether any run was long when it was the last one. */
	wasAnyRunLong = false;

	/** @param readTo the offset behind what was read, or where a resumed reading goes on */
	constructor(
		readonly pageSize: PageSize,
		private readonly sortBy: SortField,
		public readTo: number,
	) {
		this.runStart = readTo;
	}

	/** Moves to the `end` of a window that joins, with its rows. If all are one run, that may begin before the window. */
	moveTo(start: number, end: number, rows: readonly Row[]): void {
		const values = rows.map((row) => ownField(row, this.sortBy));
		const before = values.findLastIndex((value) => !isTie(this.sortBy, value, values.at(-1)));
		this.readTo = end;
		this.runStart = before < 0 ? Math.min(this.runStart, start) : end - (rows.length - 1 - before);
		this.wasAnyRunLong ||= this.isRunLong;
	}

	/** Whether no window that shows the row before the last run reaches further: none with offset 50 ends behind 100. */
	get isRunLong(): boolean {
		return furthestWindow(Math.max(0, this.runStart - 1), this.pageSize.most).end <= this.readTo;
	}

	/**
	 * The offset that the next window has to show: of the row before the last run or, if the run is long, of its last row.
	 * It is moved back to share `OVERLAP` rows, if the window still reaches a row that was not read. After 100 rows, it is
	 * 97 instead of 98 if all differ; 89 if the last ten are equal; 97 instead of 99 if the last 60 are, a long run.
	 */
	get offsetToShare(): number {
		const latest = Math.max(0, (this.isRunLong ? this.readTo : this.runStart) - 1);
		const sharing = Math.max(0, Math.min(latest, this.readTo - OVERLAP));
		return furthestWindow(sharing, this.pageSize.most).end > this.readTo ? sharing : latest;
	}
}
