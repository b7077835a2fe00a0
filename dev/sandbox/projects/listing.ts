import type { ProjectIndexes } from './indexes';
import { answer, STRICT } from './looseListing';
import type { ListAnswer } from './looseListing';
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

export type ProjectList = ListAnswer<ProjectRecord>;

interface Ranking {
	readonly size: number;
	/** So many projects without a value stand before all others. */
	readonly withoutValue: number;
	at(rank: number): ProjectRecord | undefined;
}

/** Descending order is ascending order read backwards, ties included; only projects without a value come last in both. */
export function listProjects(indexes: ProjectIndexes, query: ListQuery): ProjectList {
	const index: Ranking = indexes.get(query.status, query.sortBy);
	const ranking = query.nameContains ? search(index, query.nameContains) : index;
	const first = (query.page - 1) * query.perPage;
	const end = Math.min(first + query.perPage, ranking.size);
	const data: ProjectRecord[] = [];
	// The index begins with the projects without a value, which come last in both directions.
	const withoutValue = query.order === 'asc' ? ranking.withoutValue : 0;
	for (let rank = first; rank < end; rank += 1) {
		const ascending = query.order === 'asc' ? rank : ranking.size - 1 - rank;
		const record = ranking.at((ascending + withoutValue) % ranking.size);
		if (record) data.push(record);
	}
	return answer(ranking.size, data, query, { ...STRICT, maxPerPage: query.perPage });
}

function search(index: Ranking, text: string): Ranking {
	const wanted = text.toLowerCase();
	const found: ProjectRecord[] = [];
	let withoutValue = 0;
	for (let rank = 0; rank < index.size; rank += 1) {
		const record = index.at(rank);
		if (!record?.name.toLowerCase().includes(wanted)) continue;
		found.push(record);
		if (rank < index.withoutValue) withoutValue += 1;
	}
	return { size: found.length, withoutValue, at: (rank) => found[rank] };
}
