/**
 * `classic`: polls share one live object, which is saved when items are emitted and at registration.
 * `durable`: each poll gets a copy, which is saved together with what it emits; and, with durable cursors, without, too.
 */
export type Scheduler = 'classic' | 'durable' | 'durable without cursors';

/** The trigger's state, and the number of the oracle's book that belongs to it. */
interface Data {
	state?: unknown;
	book?: number;
}

/** An n8n that runs one trigger, with n8n's ways of keeping what a poll has saved. */
export class N8n {
	private saved = '{}';
	private live: Data = {};

	constructor(private readonly scheduler: Scheduler) {}

	/** Whether a workflow is polled when it is published. */
	get hasRegistrationPoll(): boolean {
		return this.scheduler === 'classic';
	}

	/** Whether items and state are saved in one transaction: both or none. */
	get commitsBoth(): boolean {
		return this.scheduler !== 'classic';
	}

	/** What a poll finds, and writes to. */
	open(): Data {
		return this.commitsBoth ? (JSON.parse(this.saved) as Data) : this.live;
	}

	/** After a poll that ended well. */
	keep(data: Data, emits: boolean, isRegistration: boolean): void {
		const savesIdle = this.commitsBoth ? this.scheduler === 'durable' : isRegistration;
		if (emits || savesIdle) this.saved = JSON.stringify(data);
	}

	/** Only what was saved survives. */
	restart(): void {
		this.live = JSON.parse(this.saved) as Data;
	}
}
