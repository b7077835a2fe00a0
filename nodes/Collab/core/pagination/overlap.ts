/** The overlap check: what the rows that two windows share prove about the rows between them. */
import type { JsonValue, Project, SortField } from '../contract';

/**
 * How a window follows the rows read before it:
 * - `strict`: it shares an unchanged row that sorts before the last row read. Nothing was skipped, in whatever order
 *   the service returns rows with equal sort values.
 * - `matched`: it shares an unchanged row. Nothing was skipped, provided rows with equal values keep their order.
 * - `tied`: it shares none, but has a row with the sort value of the last row read. Only rows with that value can have
 *   been skipped.
 * - `none`: rows may have been skipped.
 */
export type Border = 'strict' | 'matched' | 'tied' | 'none';

export interface Comparison {
	readonly border: Border;
	/** Rows of the window up to, and with, the last one that is shared; 0: none is. */
	readonly shared: number;
}

/**
 * The rows of all accepted windows. A window is accepted when it is the list's first page or shares an unchanged row
 * with an accepted window. Then, when an accepted window reaches the end of the list, the accepted windows together
 * hold every row that did not change meanwhile. For take such a row, x:
 *
 *  - x is not before the first page, so it is in that page or after it.
 *  - Let x be after accepted window V, and let W share row a with V. x comes after a in V. Neither has moved with
 *    respect to the other when W is read, and W has no gap: x is in W, or after it.
 *  - So it goes on, from window to window, to the one that reaches the end, and nothing is after that.
 *
 * Only the order of rows is used, never the time of a request: windows may be read in parallel, in any order, and again.
 * `updated_at` has to be unchanged too, since a service may order equal values by a column that an update changes.
 */
export class AcceptedRows {
	/** By id, as they were accepted last. */
	private readonly rows = new Map<string, Project>();

	private lastWindow: readonly Project[] = [];

	/** Offset of the first row of the run of equal sort values in which the last window ends. */
	private lastRunStart = 0;

	constructor(private readonly sortBy: SortField) {}

	/** Distinct rows. */
	get count(): number {
		return this.rows.size;
	}

	/** Rows at the end of the last window that have the same sort value. */
	get lastRunLength(): number {
		const { lastWindow, lastValue } = this;
		return (
			lastWindow.length - 1 - lastWindow.findLastIndex((row) => this.valueOf(row) !== lastValue)
		);
	}

	/** Whether the last window consists of one run of equal sort values, so that no strict border can follow it. */
	get isOneRun(): boolean {
		return this.lastRunLength === this.lastWindow.length;
	}

	/** The run of equal sort values in which the last window ends: the value, and the offset of its first row. */
	get lastRun(): { readonly value: JsonValue; readonly start: number } {
		return { value: this.lastValue, start: this.lastRunStart };
	}

	compare(rows: readonly Project[]): Comparison {
		const { lastValue, lastWindow } = this;
		let shared = 0;
		let isStrict = false;
		rows.forEach((row, index) => {
			if (!this.isUnchanged(row)) return;
			shared = index + 1;
			isStrict ||= this.valueOf(row) !== lastValue && lastWindow.some(({ id }) => id === row.id);
		});
		if (shared > 0) return { border: isStrict ? 'strict' : 'matched', shared };
		const isTied = rows.some((row) => this.valueOf(row) === lastValue);
		return { border: isTied ? 'tied' : 'none', shared };
	}

	/** Accepts a window that begins at offset `start`, and returns its rows that were not known. */
	accept(rows: readonly Project[], start: number): Project[] {
		if (rows.length === 0) return [];
		const valueBefore = this.lastWindow.length > 0 ? this.lastValue : undefined;
		const added = rows.filter((row) => {
			const { count } = this;
			this.rows.set(row.id, row);
			return this.count > count;
		});
		this.lastWindow = rows;
		const goesOn = this.isOneRun && this.lastValue === valueBefore;
		if (!goesOn) this.lastRunStart = start + rows.length - this.lastRunLength;
		return added;
	}

	private get lastValue(): JsonValue {
		const last = this.lastWindow.at(-1);
		return last ? this.valueOf(last) : null;
	}

	/** Services put rows without a value together, whether the field is null or missing. */
	private valueOf(row: Project): JsonValue {
		return row[this.sortBy] ?? null;
	}

	/** While neither changes, the row keeps its place among unchanged rows. */
	private isUnchanged(row: Project): boolean {
		const known = this.rows.get(row.id);
		if (known === undefined) return false;
		return this.valueOf(known) === this.valueOf(row) && known['updated_at'] === row['updated_at'];
	}
}
