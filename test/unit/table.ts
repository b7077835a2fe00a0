import { answer, compareRows, isIn, sortRows, windowOf } from './looseListing';
import type { ListAnswer, Looseness, LooseQuery, Ordering, Random, Row } from './looseListing';

interface Order<R extends Row> {
	readonly query: Ordering;
	readonly compare: (a: Row, b: Row) => number;
	readonly rows: R[];
	/** Changes since it was last asked for. */
	changes: number;
}

/** After so many changes in a row, sorting anew takes less time than keeping an order up to date. */
const MAX_CHANGES = 100;

/** The rows that a service holds, by ID. The orders that are asked for are kept up to date. */
export class Table<R extends Row> {
	private readonly byId = new Map<string, R>();

	private readonly orders = new Map<string, Order<R>>();

	constructor(rows: Iterable<R> = []) {
		for (const row of rows) this.byId.set(row.id, row);
	}

	get size(): number {
		return this.byId.size;
	}

	get(id: string): R | undefined {
		return this.byId.get(id);
	}

	/** In the order of their creation. */
	all(): R[] {
		return Array.from(this.byId.values());
	}

	/** Adds the row, or replaces the one with its ID. */
	set(row: R): void {
		const before = this.byId.get(row.id);
		this.byId.set(row.id, row);
		for (const order of this.ordersToChange()) {
			if (before) removeFrom(order, before);
			if (isIn(row, order.query)) order.rows.splice(rankIn(order, row), 0, row);
		}
	}

	delete(id: string): boolean {
		const row = this.byId.get(id);
		if (row) for (const order of this.ordersToChange()) removeFrom(order, row);
		return this.byId.delete(id);
	}

	/** All rows of the status, in order, until the table changes. */
	sorted(query: Ordering, looseness: Looseness): readonly R[] {
		const { ties, hiddenColumn, nulls } = looseness;
		const name = `${query.status} ${query.sortBy} ${query.order} ${ties} ${hiddenColumn} ${nulls}`;
		const order = this.orders.get(name) ?? {
			query,
			compare: compareRows(query, looseness),
			rows: sortRows(this.all(), query, looseness),
			changes: 0,
		};
		order.changes = 0;
		this.orders.set(name, order);
		return order.rows;
	}

	private ordersToChange(): Iterable<Order<R>> {
		for (const [name, order] of this.orders) {
			if (++order.changes > MAX_CHANGES) this.orders.delete(name);
		}
		return this.orders.values();
	}

	/** The service's JSON. `meanwhile` is called after counting and before selecting. */
	answer(
		query: LooseQuery,
		looseness: Looseness,
		random: Random,
		meanwhile = () => {},
	): ListAnswer<R> {
		const total = this.sorted(query, looseness).length;
		meanwhile();
		const rows = windowOf(this.sorted(query, looseness), query, looseness, random);
		return answer(total, rows, query, looseness);
	}
}

function removeFrom<R extends Row>(order: Order<R>, row: R): void {
	if (isIn(row, order.query)) order.rows.splice(rankIn(order, row), 1);
}

/** How many rows come before this one. No two are equal: the last thing to sort by is the ID. */
function rankIn<R extends Row>({ rows, compare }: Order<R>, row: R): number {
	let low = 0;
	let high = rows.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		const candidate = rows[middle];
		if (candidate !== undefined && compare(candidate, row) < 0) low = middle + 1;
		else high = middle;
	}
	return low;
}
