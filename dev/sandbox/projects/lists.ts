import { DEFAULTS } from '../options';
import type { Behavior } from '../options';
import type { ListQuery, ProjectList } from './listing';
import { answer, sortRows, windowOf } from './looseListing';
import type { ProjectRecord } from './record';
import { drawFrom, drawName, drawShare } from './seed';
import type { Draw } from './seed';
import type { ProjectStore } from './store';

/** With other values than the defaults, the store's indexes do not have the answer. */
const LOOSE = [
	'ties',
	'nulls',
	'perPageReport',
	'totalOffset',
	'createBeforeSelectRate',
	'beforeSelect',
	'staleTotalChanges',
	'replicaLagChanges',
	'replicaLagMs',
] as const satisfies ReadonlyArray<keyof Behavior>;

const KEPT = 20;

/** Answers list requests, as strictly or as loosely as the service's behavior says. */
export class Lists {
	private readonly draw: Draw;

	/** Rows in order, by state and query. */
	private readonly sorted = new Map<string, ProjectRecord[]>();

	constructor(
		private readonly projects: ProjectStore,
		private readonly behavior: Behavior,
		seed: number,
	) {
		this.draw = drawFrom(seed);
	}

	/** `query.perPage` is what was asked for. */
	answer(query: ListQuery): ProjectList {
		const { behavior, projects } = this;
		if (LOOSE.every((name) => behavior[name] === DEFAULTS[name])) {
			const perPage = Math.min(query.perPage, behavior.maxPerPage);
			return projects.list({ ...query, perPage });
		}
		const changesAgo = this.drawLag();
		const total = this.sortedRows(query, changesAgo + behavior.staleTotalChanges).length;
		behavior.beforeSelect(projects);
		if (drawShare(this.draw) < behavior.createBeforeSelectRate) {
			projects.create({ name: drawName(this.draw) });
		}
		const sorted = this.sortedRows(query, changesAgo);
		const selected = windowOf(sorted, query, behavior, () => drawShare(this.draw));
		return answer(total, selected, query, behavior);
	}

	/** How many changes the replica that answers this request is behind. */
	private drawLag(): number {
		const { replicaLagChanges, replicaLagMs } = this.behavior;
		const recent = replicaLagMs > 0 ? this.projects.changesWithin(replicaLagMs) : 0;
		return this.draw(Math.max(replicaLagChanges, recent) + 1);
	}

	private sortedRows(query: ListQuery, changesAgo: number): ProjectRecord[] {
		const { ties, nulls, hiddenColumn } = this.behavior;
		const state = this.projects.revision - changesAgo;
		const order = [query.status, query.sortBy, query.order];
		const name = JSON.stringify([state, ties, nulls, hiddenColumn, ...order]);
		const known = this.sorted.get(name);
		if (known) return known;
		const rows = sortRows(this.projects.before(changesAgo), query, this.behavior);
		this.sorted.set(name, rows);
		const [oldest] = this.sorted.keys();
		if (this.sorted.size > KEPT && oldest !== undefined) this.sorted.delete(oldest);
		return rows;
	}
}
