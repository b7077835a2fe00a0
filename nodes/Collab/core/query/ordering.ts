/** The order of a result: the service's, or by time where the list was read in another one. */
import type { JsonValue, ListQuery, Project } from '../contract';
import { isTie } from '../list/placedRows';
import type { PassRows } from '../list/wholeList';
import { compareInstants, parseInstant } from '../time';

/** Puts the rows of a whole list where the last pass in the order asked for has them. */
export class Arrangement {
	/** The projects that last, in the service's order where `arrange` said so. */
	projects: Project[] = [];
	private pages: Project[][] = [];
	private readonly found: Project[] = [];

	constructor(
		private readonly query: ListQuery,
		private readonly matches: (project: Project) => boolean,
	) {}

	take({ rows, added, number, isInOrder }: PassRows): void {
		for (const row of added) if (this.matches(row)) this.found.push(row);
		if (!isInOrder) return;
		if (number === 1) this.pages = [];
		this.pages[number] = rows.filter(this.matches);
	}

	/** Arranges all rows that last; returns whether the order of each is known. */
	arrange(lasts: (row: Project) => boolean): boolean {
		const rows = this.pages.flat().filter(lasts);
		const isWhole = rows.length === this.found.length;
		const placed = new Set(isWhole ? [] : rows.map(({ id }) => id));
		const isMissing = (row: Project) => !isWhole && !placed.has(row.id) && lasts(row);
		const missing = this.found.filter(isMissing);
		// Rows that are equal for the service may come in any order.
		const arranged = missing.length === 0 ? rows : besideEqual(rows, missing, this.query.sortBy);
		this.projects = arranged ?? [...rows, ...missing];
		return arranged !== undefined;
	}
}

/** Puts each missing row behind one with an equal sort value; undefined where there is none. */
function besideEqual(
	rows: readonly Project[],
	missing: readonly Project[],
	sortBy: ListQuery['sortBy'],
): Project[] | undefined {
	const valueOf = (row: Project): JsonValue => row[sortBy] ?? null;
	const places = new Map(rows.map((row, index) => [valueOf(row), index]));
	const behind = new Map<number, Project[]>();
	for (const row of missing) {
		const value = valueOf(row);
		const place =
			places.get(value) ?? rows.findLastIndex((other) => isTie(sortBy, valueOf(other), value));
		if (place < 0) return undefined;
		behind.set(place, [...(behind.get(place) ?? []), row]);
	}
	return rows.flatMap((row, index) => [row, ...(behind.get(index) ?? [])]);
}

/**
 * A copy, sorted by time, and by ID where times are equal. Keys are made once for each project and not in every comparison:
 * 100,000 projects take 1.7 million of these. Projects without a time count as newest.
 */
export function sortByTime(
	projects: readonly Project[],
	{ sortBy, order }: Pick<ListQuery, 'sortBy' | 'order'>,
): Project[] {
	const sign = order === 'asc' ? 1 : -1;
	return projects
		.map((project) => ({ project, at: parseInstant(project[sortBy]) }))
		.sort((a, b) => {
			const byTime =
				a.at && b.at ? sign * compareInstants(a.at, b.at) : sign * (Number(!a.at) - Number(!b.at));
			return byTime || sign * (a.project.id < b.project.id ? -1 : 1);
		})
		.map(({ project }) => project);
}
