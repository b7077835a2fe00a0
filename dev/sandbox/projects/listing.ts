import type { ProjectIndexes } from './indexes';
import type { ProjectRecord, SortField, SortOrder, StatusFilter } from './record';

export interface ListQuery {
	readonly status: StatusFilter;
	readonly sortBy: SortField;
	readonly order: SortOrder;
	readonly page: number;
	readonly perPage: number;
	/** Capitals and small letters alike. For the page for people: the interface has no search. */
	readonly nameContains?: string;
}

export interface ProjectList {
	readonly data: ProjectRecord[];
	readonly pagination: {
		readonly page: number;
		readonly per_page: number;
		readonly total_items: number;
		readonly total_pages: number;
		readonly has_next: boolean;
		readonly has_prev: boolean;
	};
}

interface Ranking {
	readonly size: number;
	at(rank: number): ProjectRecord | undefined;
}

/** Descending order is ascending order read backwards, ties included. */
export function listProjects(indexes: ProjectIndexes, query: ListQuery): ProjectList {
	const index = indexes.get(query.status, query.sortBy);
	const ranking = query.nameContains ? search(index, query.nameContains) : index;
	const first = (query.page - 1) * query.perPage;
	const end = Math.min(first + query.perPage, ranking.size);
	const data: ProjectRecord[] = [];
	for (let rank = first; rank < end; rank += 1) {
		const record = ranking.at(query.order === 'asc' ? rank : ranking.size - 1 - rank);
		if (record) data.push(record);
	}
	return { data, pagination: paginate(query, ranking.size) };
}

function search(index: Ranking, text: string): Ranking {
	const wanted = text.toLowerCase();
	const found: ProjectRecord[] = [];
	for (let rank = 0; rank < index.size; rank += 1) {
		const record = index.at(rank);
		if (record?.name.toLowerCase().includes(wanted)) found.push(record);
	}
	return { size: found.length, at: (rank) => found[rank] };
}

function paginate({ page, perPage }: ListQuery, totalItems: number): ProjectList['pagination'] {
	const totalPages = Math.ceil(totalItems / perPage);
	return {
		page,
		per_page: perPage,
		total_items: totalItems,
		total_pages: totalPages,
		has_next: page < totalPages,
		has_prev: page > 1,
	};
}
