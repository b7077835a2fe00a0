/**
 * Decides where a list ends, or that it cannot be read. A window shows nothing if it has no rows or is refused. It ends
 *
 * 1. with a short page that claims no rows behind its window;
 * 2. with a short page that claims some, if the next window shows nothing, begins no further on, and counts no less;
 * 3. with a full page without a new row, if an earlier window did so, and no more rows are counted than were read.
 * Besides, if it has no rows and counts none; and a lenient reading, with windows that bring nothing (windowReader.ts).
 */
import type { Page } from '../contract';
import type { PlacedRows } from './placedRows';
import type { Position } from './position';
import type { Outcome } from './reading';
import type { Window } from './windows';

export type Step = Outcome | 'goesOn' | 'askAnew';

export class Ending {
	/** How many rows the list has, as each answer says that was used, and not refused. */
	readonly totals: number[] = [];
	/** The lowest offset at which a window showed nothing, since the last new row came. */
	emptyFrom = Infinity;
	/** It stays so: a service that refuses one window refuses those further on, too. */
	private wasRefused = false;
	/** If the last window that has joined had a short page, the total in that answer. */
	private shortTotal: number | undefined;

	constructor(
		private readonly rows: PlacedRows,
		private readonly position: Position,
		private readonly isLenient: boolean,
	) {}

	/** The last of the totals. */
	get totalItems(): number {
		return this.totals.at(-1) ?? 0;
	}

	/** Whether more rows are counted than were read; a lenient reading does not mind. */
	get countsMore(): boolean {
		const { rows, position, totals, totalItems } = this;
		// The lowest: rows that come meanwhile need not be read. But after a long run, they may make up for a missed one.
		const total = position.wasAnyRunLong ? totalItems : Math.min(...totals);
		// In the number of rows, some that were read and are gone may make up for others. In the offset, they do not.
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
		if (isShort) return claimsMore ? 'goesOn' : 'listEnd'; // 1
		if (this.emptyFrom > position.readTo) return 'goesOn';
		// There are more rows, but too deep. Right after the first page, it may be a size such as 97 that is refused.
		const isDeep = position.readTo > position.pageSize.most;
		if (wasRefused && claimsMore && isDeep) return 'refused';
		return this.countsMore ? 'stuck' : 'listEnd'; // 3
	}

	/** After a window that shows nothing. */
	afterEmpty({ start }: Window): Step {
		const { totalItems, shortTotal, wasRefused } = this;
		const { readTo } = this.position;
		if (readTo === 0) return totalItems === 0 ? 'listEnd' : 'stuck';
		// There were rows before: such an answer is a fault, or all are gone. One that was refused counts nothing.
		if (totalItems === 0 && !wasRefused) return 'stuck';
		this.emptyFrom = Math.min(this.emptyFrom, start);
		// It was asked for ahead: the next window may have rows.
		if (start > readTo) return 'goesOn';
		if (shortTotal !== undefined && totalItems >= shortTotal) return 'listEnd'; // 2
		// The list ends before this window, perhaps further back than was read: windows there show where.
		return 'askAnew';
	}
}
