/** The rows of all windows that are linked to the beginning of the list, and what they prove. */
import type { JsonValue, Project, SortField } from '../contract';

/**
 * A window is linked when it is the list's first page, or shares a row with a linked window and that
 * row had the same value in the sort field in both. When a linked window reaches the end of the list,
 * the linked windows together hold every row that nobody touched meanwhile. For take such a row, x:
 *
 *  - x is not before the first page, so it is in that page or after it.
 *  - Let x be after linked window V, and let W share row a with V. x comes after a in V. Neither has
 *    moved with respect to the other when W is read (same values, same order), and W has no gap: x is
 *    in W, or after it.
 *  - So it goes on, from window to window, to the one that reaches the end, and nothing is after that.
 *
 * Only the order of rows is used, never the time of a read: windows may be read in any order, at once,
 * and again; and a shared row that was touched later, or deleted, takes nothing away.
 */
export class LinkedRows {
	private readonly sortValues = new Map<string, JsonValue | undefined>();

	constructor(private readonly sortBy: SortField) {}

	get count(): number {
		return this.sortValues.size;
	}

	/** How many rows of a window lead up to, and include, the last one that links it; 0: no link. */
	countLinked(rows: readonly Project[]): number {
		return rows.findLastIndex((row) => this.links(row)) + 1;
	}

	links(row: Project): boolean {
		const known = this.sortValues.get(row.id);
		if (known === undefined && !this.sortValues.has(row.id)) return false;
		return known === row[this.sortBy];
	}

	/** Adds the rows of a linked window; gives back those whose id is new. */
	add(rows: readonly Project[]): Project[] {
		return rows.filter((row) => {
			const isNew = !this.sortValues.has(row.id);
			this.sortValues.set(row.id, row[this.sortBy]);
			return isNew;
		});
	}
}
