import type { StateStore } from '../../../nodes/Collab/core/changes/poll';

/**
 * `classic`: polls share one live object, which is saved when items are emitted and at registration.
 * `durable`: each poll gets a copy, which is saved together with what it emits, and when it emits nothing, too.
 */
export type Scheduler = 'classic' | 'durable';

/** An n8n that runs one trigger, with n8n's two ways of keeping what a poll has saved. */
export class N8n {
	private live: { state?: unknown } = {};

	private saved = '{}';

	constructor(readonly scheduler: Scheduler) {}

	/** Characters that the database holds. */
	get savedSize(): number {
		return this.saved.length;
	}

	/** What a poll finds. */
	get state(): unknown {
		return this.open().state;
	}

	/** Runs a poll and keeps what it saved as n8n does; a poll that throws has saved nothing. */
	async run<T>(
		poll: (store: StateStore) => Promise<readonly T[]>,
		isRegistration = false,
	): Promise<readonly T[]> {
		const data = this.open();
		const emitted = await poll({
			load: () => data.state,
			save: (state) => {
				data.state = state;
			},
		});
		const savesIdle = (this.scheduler === 'classic') === isRegistration;
		if (savesIdle || emitted.length > 0) this.saved = JSON.stringify(data);
		return emitted;
	}

	/** Only what was saved survives. */
	restart(): void {
		this.live = JSON.parse(this.saved) as { state?: unknown };
	}

	private open(): { state?: unknown } {
		return this.scheduler === 'classic'
			? this.live
			: (JSON.parse(this.saved) as { state?: unknown });
	}
}
