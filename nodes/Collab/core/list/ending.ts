/**
 * Decides after each window that joins, or shows nothing, whether the list has ended. (windowReader.ts checks the order
 * and sizes, and has `MAX_IDLE`, `isCapped`, and a lenient end, `MAX_STANDSTILLS`.) A window *shows nothing* if it is
 * refused or has no rows. If the first one of all shows nothing and counts none, the list is empty. Otherwise it ends
 *
 * 1. with a short page that claims no rows behind its window: the usual end;
 * 2. with a short page, if after it, a window at `readTo` or before shows nothing: the service counts rows that it
 *    hides. Not if the total fell: rows were deleted, so that unread ones may have moved to before that window;
 * 3. with a full page without a new row, if before it, a window at `readTo` or before showed nothing: a service may
 *    refuse each that reaches beyond row 10,000, and have 10,000. Not if more are counted, or claimed after a refusal.
 */
import { claimsRowsFrom, type Page } from '../contract';
import type { PlacedRows } from './placedRows';
import type { Position } from './position';
import type { Outcome } from './reading';

export type Step = Outcome | 'goesOn' | 'askAnew';

export class Ending {
	/** How many rows the list has, as each answer says that was not refused. */
	readonly totals: number[] = [];
	/** The lowest offset at which a window showed nothing, and not by a fault, since the last new row came. */
	emptyFrom = Infinity;
	private wasRefused = false;
	/** If the last window that has joined had a short page, the total in that answer. */
	private shortTotal: number | undefined;

	constructor(
		private readonly rows: PlacedRows,
		private readonly position: Position,
		private readonly isLenient: boolean,
	) {}

	get totalItems(): number {
		return this.totals.at(-1) ?? 0;
	}

	/** Whether more rows are counted than were read, also by offsets after a long run; a lenient reading does not mind. */
	get countsMore(): boolean {
		const { rows, position, totals, totalItems } = this;
		// The lowest total counts, as rows that come meanwhile need not be read. The last one shows others that were not:
		// where 100 rows were read, 20 of these deleted, and 20 others not read, it is 100, but `readTo` is 80.
		const counted = Math.max(Math.min(...totals), position.wasAnyRunLong ? position.readTo : 0);
		return !this.isLenient && (counted > rows.count || totalItems > position.readTo);
	}

	note({ pagination: { totalItems }, isRefused }: Page): void {
		if (isRefused) this.wasRefused = true;
		else this.totals.push(totalItems);
	}

	/** After a window that has joined, when the position is behind it. */
	afterRows(isShort: boolean, claimsMore: boolean, hasNew: boolean): Step {
		const { position, wasRefused } = this;
		this.shortTotal = isShort ? this.totalItems : undefined;
		if (hasNew) this.emptyFrom = Infinity;
		if (isShort) return claimsMore ? 'goesOn' : 'listEnd'; // 1
		if (this.emptyFrom > position.readTo) return 'goesOn';
		// There are more rows, but too deep; or right after the first page, in sizes such as 97, which are not allowed.
		const isDeep = position.readTo > position.pageSize.most;
		if (wasRefused && claimsMore) return isDeep ? 'refused' : 'otherSizes';
		return this.countsMore ? 'stuck' : 'listEnd'; // 3
	}

	/** After a window that shows nothing. Unless it ends the list, windows further back show where that ends. */
	afterEmpty(start: number, page: Page): Step {
		const { totalItems, shortTotal, totals } = this;
		const { readTo } = this.position;
		if (readTo === 0) return totalItems === 0 ? 'listEnd' : 'stuck';
		if (totals.at(-1) === 0) return 'stuck'; // Rows were read before: a fault, or all are gone.
		// Lenient readings are not repeated, so the list does not end by rule 3 where a page may be empty by a fault.
		const mayBeFault = this.isLenient && !page.isRefused && claimsRowsFrom(page, start);
		if (!mayBeFault) this.emptyFrom = Math.min(this.emptyFrom, start);
		if (start <= readTo && shortTotal !== undefined && totalItems >= shortTotal) return 'listEnd'; // 2
		return 'askAnew';
	}
}
