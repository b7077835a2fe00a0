/**
 * Where a list ends. Its last window with rows decides, together with the next one:
 *
 * | its page | claims more | the next window | the list |
 * | --- | --- | --- | --- |
 * | short | no | - | has ended |
 * | short | yes | is empty, and the total has not fallen | has ended: it counts rows that it does not show |
 * | short | yes | is empty, and the total has fallen | has shrunk: is read again |
 * | full | yes | is refused, and not the second page | goes on, but is refused |
 * | full | yes, no | otherwise is empty or refused | has ended, if the count is right |
 *
 * Before that is said of a full page, it is read once more, in a window of the full size.
 */
import type { Page } from '../contract';
import type { PageSize } from './pageSize';
import type { PlacedRows } from './placedRows';
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
		private readonly pageSize: PageSize,
		private readonly isLenient: boolean,
	) {}

	/** As the last answer says. */
	get totalItems(): number {
		return this.totals.at(-1) ?? 0;
	}

	/**
	 * Whether rows are counted that were not read, by every answer, since rows that came meanwhile are counted by later
	 * ones alone; after a long run, by the last one. Or the last one counts rows beyond those that were read.
	 */
	get isCountWrong(): boolean {
		const { rows, totals, totalItems } = this;
		const counted = rows.hadLongRun ? totalItems : Math.min(...totals);
		return rows.count < counted || rows.readTo < totalItems;
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
		return this.emptyFrom > this.rows.readTo ? 'goesOn' : this.afterLast(hasMore);
	}

	/** After a full window, behind which nothing is to be had. */
	private afterLast(hasMore: boolean): Step {
		const { rows, pageSize, isLenient } = this;
		// A service with pages of another size may refuse the second one of this size.
		if (this.wasRefused && hasMore && rows.readTo > pageSize.most) return 'refused';
		return this.isCountWrong && !isLenient ? 'stuck' : 'listEnd';
	}

	/** After a window without rows, or one that was refused. */
	afterEmpty({ start }: Window): Step {
		const { rows, totalItems, shortTotal } = this;
		if (rows.readTo === 0) return totalItems === 0 ? 'listEnd' : 'stuck';
		this.emptyFrom = Math.min(this.emptyFrom, start);
		if (start > rows.readTo) return 'goesOn';
		return shortTotal !== undefined && totalItems >= shortTotal ? 'listEnd' : 'readAgain';
	}
}
