/**
 * Where a list ends. Its last window with rows decides, together with the next one:
 *
 * | its page | claims more | the next window | the list |
 * | --- | --- | --- | --- |
 * | short | no | - | has ended |
 * | short | yes | is empty, and the total has not fallen | has ended: it counts rows that it does not show |
 * | short | yes | is empty, and the total has fallen | has shrunk: is read again |
 * | full | yes | is refused, and not the second page | goes on, but is refused |
 * | full | yes or no | is empty or refused otherwise | has ended; or reading is stuck, if it counts more |
 *
 * Before the last two are said, the full page is read once more.
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
	 * Whether the service counts more rows than were read. Rows that were created meanwhile need not be read, and only
	 * later answers count them: so the lowest total is compared or, after a long run, which proves less, the last one.
	 * Rows that were read may be gone, so the last total is also compared with the offset up to which the list was read.
	 */
	get countsMore(): boolean {
		const { rows, position, totals, totalItems } = this;
		const total = position.hadLongRun ? totalItems : Math.min(...totals);
		return total > rows.count || totalItems > position.readTo;
	}

	/** To be called first for each answer. */
	note({ pagination: { totalItems }, isRefused }: Page): void {
		if (isRefused) this.wasRefused = true;
		else this.totals.push(totalItems);
	}

	/** After a window that joins. */
	afterRows(isShort: boolean, hasMore: boolean, hasNew: boolean): Step {
		this.shortTotal = isShort ? this.totalItems : undefined;
		if (hasNew) this.emptyFrom = Infinity;
		if (isShort) return hasMore ? 'goesOn' : 'listEnd';
		return this.emptyFrom > this.position.readTo ? 'goesOn' : this.afterFull(hasMore);
	}

	/** After a full page, behind which nothing was to be had. */
	private afterFull(hasMore: boolean): Step {
		// The second page may be refused because of its size.
		const isDeep = this.position.readTo > this.position.pageSize.most;
		if (this.wasRefused && hasMore && isDeep) return 'refused';
		return this.countsMore && !this.isLenient ? 'stuck' : 'listEnd';
	}

	/** After a window without rows, or one that was refused. */
	afterEmpty({ start }: Window): Step {
		const { totalItems, shortTotal, wasRefused } = this;
		const { readTo } = this.position;
		if (readTo === 0) return totalItems === 0 ? 'listEnd' : 'stuck';
		// A total of 0 is not believed, and no other one can be compared with it.
		if (totalItems === 0 && !wasRefused) return 'stuck';
		this.emptyFrom = Math.min(this.emptyFrom, start);
		if (start > readTo) return 'goesOn';
		return shortTotal !== undefined && totalItems >= shortTotal ? 'listEnd' : 'readAgain';
	}
}
