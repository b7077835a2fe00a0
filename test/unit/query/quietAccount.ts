/** A list of projects that holds still, sorted and paged as the service does. */
import type { ListQuery, Page, Project, Window } from '../../../nodes/Collab/core/contract';

export class QuietAccount<Row extends Project = Project> {
	readonly asked: ListQuery[] = [];

	private readonly sorted = new Map<string, Row[]>();

	/** @param maxPerPage the service gives fewer rows when more are asked for */
	constructor(
		private readonly projects: readonly Row[],
		private readonly maxPerPage = 100,
	) {}

	list(listing: ListQuery): Row[] {
		const name = JSON.stringify(listing);
		const known = this.sorted.get(name) ?? this.sort(listing);
		this.sorted.set(name, known);
		return known;
	}

	/** Projects without the value come last, ascending. */
	private sort({ status, sortBy, order }: ListQuery): Row[] {
		const key = (project: Row) => `${JSON.stringify(project[sortBy] ?? '~')} ${project.id}`;
		const listed = this.projects.filter((project) =>
			status === 'all' ? true : project['status'] === status,
		);
		listed.sort((a, b) => (key(a) < key(b) ? -1 : 1));
		return order === 'asc' ? listed : listed.reverse();
	}

	readonly fetchWindow = async (listing: ListQuery, window: Window): Promise<Page> => {
		this.asked.push(listing);
		const { page } = window;
		const perPage = Math.min(window.perPage, this.maxPerPage);
		const all = this.list(listing);
		const totalPages = Math.ceil(all.length / perPage);
		return await Promise.resolve({
			projects: all.slice((page - 1) * perPage, page * perPage),
			pagination: { page, perPage, totalItems: all.length, totalPages, hasNext: page < totalPages },
		});
	};
}
