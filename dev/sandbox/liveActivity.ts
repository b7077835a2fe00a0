import type { Behavior } from './options';
import { drawFrom, drawName } from './projects/seed';
import type { Draw } from './projects/seed';
import type { ProjectStore } from './projects/store';

const TICK_MS = 100;
const TICKS_PER_SECOND = 1000 / TICK_MS;

/** Projects that change by themselves, as if people were at work. */
export class LiveActivity {
	private readonly draw: Draw;

	private readonly timer: NodeJS.Timeout;

	private due = 0;

	constructor(
		private readonly behavior: Pick<Behavior, 'changesPerSecond'>,
		private readonly projects: ProjectStore,
		seed: number,
	) {
		this.draw = drawFrom(seed);
		this.timer = setInterval(() => this.tick(), TICK_MS).unref();
	}

	stop(): void {
		clearInterval(this.timer);
	}

	private tick(): void {
		this.due += this.behavior.changesPerSecond / TICKS_PER_SECOND;
		for (; this.due >= 1; this.due -= 1) this.changeSomething();
	}

	private changeSomething(): void {
		const ticket = this.draw(20);
		const project = this.projects.any(this.draw);
		if (!project || ticket === 0) this.projects.create({ name: drawName(this.draw) });
		else if (ticket === 1) this.projects.remove(project.id);
		else if (ticket === 2) this.projects.archive(project.id);
		else if (ticket === 3) this.projects.restore(project.id);
		else if (ticket < 8) this.projects.update(project.id, { name: drawName(this.draw) });
		else this.projects.update(project.id, { task_count: project.task_count + 1 });
	}
}
