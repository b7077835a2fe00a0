/**
 * Where a list ends, as the last answer shows: the first line that fits. *More* means rows behind its window.
 *
 * | page | condition | then the list |
 * | --- | --- | --- |
 * | short | no more are claimed | has ended |
 * | short | - | goes on, since it may count rows that it does not show |
 * | full | nothing behind it was found empty | goes on |
 * | full | more are claimed, and were refused; not on the second page | is refused |
 * | full | more are counted than were read | is stuck; a lenient reading: has ended |
 * | full | - | has ended |
 * | empty, first | the total is 0 | has ended; else it is stuck |
 * | empty | the total is 0 | is stuck: that is not believed, and no other total can be compared with it |
 * | empty | it lies further on than the next window | goes on |
 * | empty | the page before was short, and the total has not fallen | has ended: it counts rows that it does not show |
 * | empty | - | is read again: the page before, in its full size |
 */
import type { Page } from '../contract';
import type { PlacedRows } from './placedRows';
import type { Position } from './position';
import type { Outcome } from './reading';
import type { Window } from './windows';

export type Step = Outcome | 'goesOn' | 'readAgain';

export class Ending {
	/** How many rows the list has, as each answer says. */
	readonly totals: number[] = [];
	/** The lowest offset at which a window had no rows, since the last new row came. */
	emptyFrom = Infinity;
	private wasRefused = false;
	/** The total that the last window with rows told, if it was short. */
	private shortTotal: number | undefined;

	constructor(
		private readonly rows: PlacedRows,
		private readonly position: Position,
		private readonly isLenient: boolean,
	) {}

	/** As the last answer says. */
	get totalItems(): number {
		return this.totals.at(-1) ?? 0;
	}

	/**
	 * Whether the service counts more rows than were read; a lenient reading does not mind. Rows that came meanwhile need
	 * not be read, and only later answers count them: so the lowest total is compared or, after a long run, which proves
	 * less, the last one. Rows that were read may be gone: so the last one is also compared with the offset of the end.
	 */
	get countsMore(): boolean {
		const { rows, position, totals, totalItems } = this;
		const total = position.wasAnyRunLong ? totalItems : Math.min(...totals);
		return !this.isLenient && (total > rows.count || totalItems > position.readTo);
	}

	/** To be called first for each answer. */
	note({ pagination: { totalItems }, isRefused }: Page): void {
		if (isRefused) this.wasRefused = true;
		else this.totals.push(totalItems);
	}

	/** After a window that joins. */
	afterRows(isShort: boolean, hasMore: boolean, hasNew: boolean): Step {
		const { position, wasRefused, totalItems } = this;
		this.shortTotal = isShort ? totalItems : undefined;
		if (hasNew) this.emptyFrom = Infinity;
		if (isShort) return hasMore ? 'goesOn' : 'listEnd';
		if (this.emptyFrom > position.readTo) return 'goesOn';
		// The second page may be refused because of its size.
		const isDeep = position.readTo > position.pageSize.most;
		if (wasRefused && hasMore && isDeep) return 'refused';
		return this.countsMore ? 'stuck' : 'listEnd';
	}

	/** After a window without rows, or one that was refused. */
	afterEmpty({ start }: Window): Step {
		const { totalItems, shortTotal, wasRefused } = this;
		const { readTo } = this.position;
		if (readTo === 0) return totalItems === 0 ? 'listEnd' : 'stuck';
		if (totalItems === 0 && !wasRefused) return 'stuck';
		this.emptyFrom = Math.min(this.emptyFrom, start);
		if (start > readTo) return 'goesOn';
		return shortTotal !== undefined && totalItems >= shortTotal ? 'listEnd' : 'readAgain';
	}
}
