import type { Behavior } from '../options';
import { answer, sortRows, windowOf } from './looseListing';
import type { LooseQuery } from './looseListing';
import type { ProjectRecord } from './record';
import { drawFrom, drawName, drawShare } from './seed';
import type { Draw } from './seed';
import type { ProjectList, ProjectStore } from './store';

/** Answers list requests, as strictly or as loosely as the service's behavior says. */
export class Lists {
	private readonly draw: Draw;

	constructor(
		private readonly projects: ProjectStore,
		private readonly behavior: Behavior,
		seed: number,
	) {
		this.draw = drawFrom(seed);
	}

	/** `query.perPage` is what was asked for. */
	answer(query: LooseQuery): ProjectList {
		const { behavior, projects } = this;
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

	private sortedRows(query: LooseQuery, changesAgo: number): readonly ProjectRecord[] {
		const { projects, behavior } = this;
		if (changesAgo === 0) return projects.sorted(query, behavior);
		return sortRows(projects.before(changesAgo), query, behavior);
	}
}
