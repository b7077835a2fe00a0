/**
 * Decides where a list ends. It does
 *
 * - with a short page that claims no rows further on;
 * - with a short page that claims some, if the next page has none: the service counts rows that it does not show;
 * - with a full page, if a window that begins where it ends, or before, had no rows, and the total counts no more.
 */
import type { Page } from '../contract';
import type { PlacedRows } from './placedRows';
import type { Position } from './position';
import type { Outcome } from './reading';
import type { Window } from './windows';

export type Step = Outcome | 'goesOn' | 'readAgain';

export class Ending {
	/** How many rows the list has, as each answer says that was not refused. */
	readonly totals: number[] = [];
	/** The lowest offset at which a window had no rows, since the last new row came. */
	emptyFrom = Infinity;
	/** A service that refuses one window refuses those further on, too. */
	private wasRefused = false;
	/** If the last window that has joined had a short page, the total in that answer. */
	private shortTotal: number | undefined;

	constructor(
		private readonly rows: PlacedRows,
		private readonly position: Position,
		private readonly isLenient: boolean,
	) {}

	/** As the last answer says that was used and not refused. */
	get totalItems(): number {
		return this.totals.at(-1) ?? 0;
	}

	/** Whether the service counts more rows than were read; a lenient reading does not mind. */
	get countsMore(): boolean {
		const { rows, position, totals, totalItems } = this;
		// The lowest, as later ones may count rows that have come meanwhile; but the last, where a long run proves less.
		const total = position.wasAnyRunLong ? totalItems : Math.min(...totals);
		// The number of rows hides some that were not read, if others that were read are gone. The offset does not.
		return !this.isLenient && (total > rows.count || totalItems > position.readTo);
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
		if (isShort) return claimsMore ? 'goesOn' : 'listEnd';
		if (this.emptyFrom > position.readTo) return 'goesOn';
		// There are more rows, but too deep. A refusal right after the first page may mean the size of the second one.
		const isDeep = position.readTo > position.pageSize.most;
		if (wasRefused && claimsMore && isDeep) return 'refused';
		return this.countsMore ? 'stuck' : 'listEnd';
	}

	/** After a window without rows, or one that was refused. */
	afterEmpty({ start }: Window): Step {
		const { totalItems, shortTotal, wasRefused } = this;
		const { readTo } = this.position;
		if (readTo === 0) return totalItems === 0 ? 'listEnd' : 'stuck';
		// There were rows before: such an answer is a fault, or all of them have just gone.
		if (totalItems === 0 && !wasRefused) return 'stuck';
		this.emptyFrom = Math.min(this.emptyFrom, start);
		// It was asked for ahead: the next window may have rows.
		if (start > readTo) return 'goesOn';
		// A short page was the last one, unless the list has shrunk since.
		if (shortTotal !== undefined && totalItems >= shortTotal) return 'listEnd';
		// The list ends before this window, perhaps further back than was read: windows there show where.
		return 'readAgain';
	}
}
