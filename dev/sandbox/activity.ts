import type { ProjectStore } from './projects';
import { type Draw, drawFrom, drawName, drawStatus } from './seed';

/** Projects that change by themselves, as if people were at work. Gives what ends it. */
export function startLiveActivity(
	behavior: { readonly changesPerSecond: number },
	projects: ProjectStore,
	seed: number,
): () => void {
	const draw = drawFrom(seed);
	let due = 0;
	const timer = setInterval(() => {
		due += behavior.changesPerSecond / 10;
		for (; due >= 1; due -= 1) changeSomething(projects, draw);
	}, 100).unref();
	return () => clearInterval(timer);
}

function changeSomething(projects: ProjectStore, draw: Draw): void {
	const project = projects.all()[draw(projects.size + 1)];
	const ticket = draw(10);
	if (!project || ticket === 0) projects.create({ name: drawName(draw) });
	else if (ticket === 1) projects.remove(project.id);
	else if (ticket < 4) projects.update(project.id, { status: drawStatus(draw) });
	else projects.update(project.id, { task_count: project.task_count + 1 });
}
