import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { Installation, OPTIONS } from './installation';
import { ListQuery, START_MS } from './listing';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export class Story {
	readonly service = new ListQuery();

	readonly n8n = new Installation('classic');

	options: ChangeOptions = OPTIONS;

	/** How far this machine's clock is off. */
	skewMs = 0;

	/** Gives what was emitted, like all polls: event and project. */
	async publish() {
		return told(await this.n8n.register(this.context()));
	}

	async poll(afterMs = MINUTE) {
		this.service.nowMs += afterMs;
		return told(await this.n8n.tick(this.context()));
	}

	context() {
		const { source, nowMs } = this.service;
		return { source, options: this.options, nowMs: nowMs + this.skewMs };
	}
}

export function told(changes: ReadonlyArray<{ project: { id: string }; event: string }>): string[] {
	return changes.map(({ project, event }) => `${event} ${project.id}`);
}

export function withProjects(count: number): Story {
	const story = new Story();
	story.service.nowMs -= HOUR;
	for (let number = 1; number <= count; number += 1) {
		story.service.nowMs += 1000;
		story.service.create(`old-${number}`);
	}
	story.service.nowMs = START_MS;
	return story;
}
