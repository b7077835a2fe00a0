import type { ProjectRecord } from './record';

interface Change {
	readonly id: string;
	/** undefined for a project that was created. */
	readonly before: ProjectRecord | undefined;
	readonly atMs: number;
}

const KEPT = 10_000;

/** The last changes of the store, so that replicas can answer from an earlier state. */
export class ChangeLog {
	private readonly changes: Change[] = [];

	add(change: Change): void {
		this.changes.push(change);
		if (this.changes.length > 2 * KEPT) this.changes.splice(0, KEPT);
	}

	/** How many of the changes happened after an instant, in milliseconds since 1970. */
	countAfter(instantMs: number): number {
		const last = this.changes.findLastIndex(({ atMs }) => atMs <= instantMs);
		return this.changes.length - 1 - last;
	}

	/** The projects without the last changes, as many of these as are known. */
	undo(projects: readonly ProjectRecord[], count: number): ProjectRecord[] {
		const state = new Map(projects.map((project) => [project.id, project]));
		const undone = this.changes.slice(Math.max(0, this.changes.length - count)).reverse();
		for (const { id, before } of undone) {
			if (before) state.set(id, before);
			else state.delete(id);
		}
		return Array.from(state.values());
	}
}
