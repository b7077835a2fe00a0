/** Lists that hold still unless a test changes them, and how they are found. */
import type { ListQuery } from '../../../nodes/Collab/core/contract';
import { findRows, type RowQuery } from '../../../nodes/Collab/core/query/find';
import { MINUTE, type Service } from '../service';
import type { Stored } from '../versions';

const NEWEST_MS = Date.UTC(2026, 2, 1);

export const idsOf = (rows: ReadonlyArray<{ readonly id: string }>): string[] =>
	rows.map(({ id }) => id);

/** Each has stamps of its own, and the newest comes first, unless the fields say otherwise. */
export function quietRows(
	count: number,
	fieldsOf: (index: number) => Partial<Stored> = () => ({}),
): Stored[] {
	return Array.from({ length: count }, (_, index) => {
		const stamp = new Date(NEWEST_MS - MINUTE * index).toISOString();
		const id = `proj_${String(index + 1).padStart(6, '0')}`;
		const row = { id, name: id, status: 'active', created_at: stamp, updated_at: stamp };
		return { ...row, ...fieldsOf(index) };
	});
}

export const NEWEST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };
export const BY_NAME: ListQuery = { status: 'all', sortBy: 'name', order: 'asc' };

/** All projects, or the first ones; the newest first, unless another list is wanted. */
export async function findIn(
	service: Pick<Service, 'fetchPage'>,
	{ limit = Infinity, ...query }: Partial<RowQuery> & { readonly limit?: number } = {},
) {
	const usual = { list: NEWEST, filters: {}, matches: undefined };
	return await findRows(service.fetchPage, { ...usual, ...query }, limit);
}
