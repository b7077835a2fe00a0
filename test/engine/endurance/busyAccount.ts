import type { ProjectRecord, ProjectStore } from '../../../dev/sandbox';
import { drawFrom, drawName, type Draw } from '../../../dev/sandbox/projects/seed';
import { Ledger, Versions, type Delivery } from './ledger';
import { WATCHERS, type WatcherName } from './watchers';

/** No other field of a project changes here, the stamps aside. */
const CHANGING_FIELDS = ['name', 'status', 'task_count', 'completed_task_count'] as const;

/** People at work in the account, drawn by lot, and the books on what the triggers have to deliver of it. */
export class BusyAccount {
	private readonly versions = new Versions();

	private readonly ledgers: ReadonlyMap<WatcherName, Ledger>;

	private readonly draw: Draw;

	private readonly usualSize: number;

	projectsEver: number;

	constructor(
		private readonly projects: ProjectStore,
		seed: number,
	) {
		this.draw = drawFrom(seed);
		this.usualSize = projects.size;
		this.projectsEver = projects.size;
		const current = (id: string) => projects.get(id);
		const baseline = projects.all();
		const ledgerOf = (remembers: boolean) =>
			new Ledger(this.versions, current, remembers ? CHANGING_FIELDS : [], baseline);
		this.ledgers = new Map(WATCHERS.map(({ name, remembers }) => [name, ledgerOf(remembers)]));
	}

	/** How many there were. */
	get changes(): number {
		return this.versions.total;
	}

	deliver({ watcher, ...delivery }: Delivery): string[] {
		const complaints = this.ledgers.get(watcher)?.note(delivery) ?? ['nobody knows it'];
		return complaints.map((complaint) => `${watcher}: ${complaint}`);
	}

	changeSomething(): void {
		const project = this.projects.any(this.draw);
		const ticket = this.draw(20);
		if (!project || ticket < 3) this.growOrShrink(project);
		else this.note(this.changed(project, ticket), project);
	}

	private changed({ id, ...before }: ProjectRecord, ticket: number): ProjectRecord {
		const { projects } = this;
		const { task_count, completed_task_count } = before;
		if (ticket < 6) return projects.archive(id);
		if (ticket < 9) return projects.restore(id);
		if (ticket < 11) return projects.update(id, { completed_task_count: task_count });
		if (ticket < 15) return projects.update(id, { task_count: task_count + 1 });
		if (ticket < 17 && completed_task_count < task_count)
			return projects.update(id, { completed_task_count: completed_task_count + 1 });
		return projects.update(id, { name: drawName(this.draw) });
	}

	/** As many come as go. */
	private growOrShrink(project: ProjectRecord | undefined): void {
		if (project && this.draw(2 * this.usualSize) < this.projects.size) {
			this.projects.remove(project.id);
			for (const ledger of this.ledgers.values()) ledger.noteRemoval(project.id);
			return;
		}
		this.projectsEver += 1;
		this.note(this.projects.create({ name: drawName(this.draw), task_count: this.draw(9) }));
	}

	/** Done again within a second, it leaves nothing to see. */
	private note(project: ProjectRecord, before?: ProjectRecord): void {
		if (before && JSON.stringify(before) === JSON.stringify(project)) return;
		const number = this.versions.add(project);
		for (const ledger of this.ledgers.values()) ledger.noteChange(project.id, number);
	}
}
