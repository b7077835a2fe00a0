import { type Looseness, type Ordering, type Row, sortRows, STRICT } from './listing';

/** Rows by their IDs, and each order that was asked for since the last change. */
export class Table<R extends Row> extends Map<string, R> {
	private readonly orders = new Map<string, readonly R[]>();

	/** @param row undefined removes the one that is there */
	override set(id: string, row: R | undefined): this {
		this.orders.clear();
		if (row) return super.set(id, row);
		this.delete(id);
		return this;
	}

	sorted(ordering: Ordering, looseness: Looseness = STRICT): readonly R[] {
		const { status, sortBy, order } = ordering;
		const { ties, hiddenColumn, nulls, collation } = looseness;
		const name = [status, sortBy, order, ties, hiddenColumn, nulls, collation].join();
		const rows = this.orders.get(name) ?? sortRows([...this.values()], ordering, looseness);
		this.orders.set(name, rows);
		return rows;
	}
}
