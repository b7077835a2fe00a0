/**
 * Decides, after a window that joins or has no rows, how to go on. A list ends with a short page that claims no more; a
 * short one that does, if a page without rows follows; or a full one, if such a page was there, and the total fits.
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
	private wasRefused = false;
	/** The total in the answer of the last window that has joined, if that was short. */
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

	/**
	 * Whether the service counts more rows than were read; a lenient reading does not mind. With their number the lowest
	 * total is compared, since later ones may count rows that have come meanwhile; or the last, after a long run, which
	 * proves less. With the offset of the end, the last: rows that were read and are gone would hide others.
	 */
	get countsMore(): boolean {
		const { rows, position, totals, totalItems } = this;
		const total = position.wasAnyRunLong ? totalItems : Math.min(...totals);
		return !this.isLenient && (total > rows.count || totalItems > position.readTo);
	}

	note({ pagination: { totalItems }, isRefused }: Page): void {
		if (isRefused) this.wasRefused = true;
		else this.totals.push(totalItems);
	}

	/** After a window that joins, when the position is behind it. Its answer may claim that there are more rows. */
	afterRows(isShort: boolean, hasMore: boolean, hasNew: boolean): Step {
		const { position, wasRefused, totalItems } = this;
		this.shortTotal = isShort ? totalItems : undefined;
		if (hasNew) this.emptyFrom = Infinity;
		// A short page is the last one, unless the service leaves out rows that it counts.
		if (isShort) return hasMore ? 'goesOn' : 'listEnd';
		// A full page is the last one only if a window at its end, or before, had no rows.
		if (this.emptyFrom > position.readTo) return 'goesOn';
		// What follows was refused, though there are more rows: it is too deep. A second page may be refused for its size.
		const isDeep = position.readTo > position.pageSize.most;
		if (wasRefused && hasMore && isDeep) return 'refused';
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
		// The page before was short, and the list has not shrunk since: the service counts rows that it does not show.
		if (shortTotal !== undefined && totalItems >= shortTotal) return 'listEnd';
		// The list ends before it, perhaps further back than was read. Reading again, in a full page, shows where.
		return 'readAgain';
	}
}
