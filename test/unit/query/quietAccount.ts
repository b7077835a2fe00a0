/** A list of projects that holds still. */
import { type Row as TableRow, STRICT } from '../../../dev/sandbox/projects/looseListing';
import { Table } from '../../../dev/sandbox/projects/table';
import {
	type ListQuery,
	type Page,
	parsePage,
	type Project,
	type Window,
} from '../../../nodes/Collab/core/contract';

export class QuietAccount<Row extends Project & TableRow = Project & TableRow> {
	readonly asked: ListQuery[] = [];

	private readonly table: Table<Row>;

	/** @param maxPerPage the service gives fewer rows when more are asked for */
	constructor(
		projects: readonly Row[],
		private readonly maxPerPage = 100,
	) {
		this.table = new Table(projects);
	}

	list(listing: ListQuery): readonly Row[] {
		return this.table.sorted(listing, this.looseness);
	}

	readonly fetchWindow = async (listing: ListQuery, window: Window): Promise<Page> => {
		this.asked.push(listing);
		const body = this.table.answer({ ...listing, ...window }, this.looseness, () => 0);
		return await Promise.resolve(parsePage(body));
	};

	/** Projects without the value come last, ascending. */
	private get looseness() {
		return { ...STRICT, nulls: 'postgresql' as const, maxPerPage: this.maxPerPage };
	}
}
