import type { IDataObject } from 'n8n-workflow';
import { activateTrigger, type Activation, type ActiveTrigger } from '../harness/activateTrigger';
import { text } from '../harness/executions';
import type { Delivery } from './service';

/** A poll that has read for longer leaves the rest to the next one. Many faults on a busy machine take some so far. */
const TIME_TO_READ_MS = 28_000;

/** A published workflow with the trigger, in an n8n that polls, restarts and crashes. */
export class Watcher {
	polls = 0;

	itemsDelivered = 0;

	/** What the polls that failed said. */
	readonly failures: string[] = [];

	/** The largest state after a poll. */
	largestBytes = 0;

	private items: Delivery['items'] = [];

	private lostLastState = false;

	private hasReadAll = false;

	/** What n8n has saved now, and what it had saved before the items of the last delivery. */
	private saved: IDataObject;

	private savedBefore: IDataObject;

	private constructor(
		readonly remembers: boolean,
		private readonly settings: Activation,
		private trigger: ActiveTrigger,
	) {
		this.saved = trigger.savedState;
		this.savedBefore = trigger.savedState;
	}

	static async publish(remembers: boolean, settings: Activation): Promise<Watcher> {
		return new Watcher(remembers, settings, await activateTrigger(settings));
	}

	get stateBytes(): number {
		return JSON.stringify(this.trigger.state).length;
	}

	async poll(times = 1): Promise<void> {
		const { trigger } = this;
		this.polls += times;
		const startedAtMs = performance.now();
		await Promise.all(Array.from({ length: times }, async () => await trigger.tick()));
		const hadTime = performance.now() - startedAtMs < TIME_TO_READ_MS;
		this.hasReadAll = hadTime && trigger.errors.length === 0;
		this.largestBytes = Math.max(this.largestBytes, this.stateBytes);
		this.collect(trigger);
	}

	/** n8n polls once when it comes back; a failure of that poll must not end the trigger. */
	async restart(): Promise<void> {
		this.trigger.stop();
		this.collect(this.trigger);
		this.polls += 1;
		this.hasReadAll = false;
		const { saved: savedState } = this;
		this.trigger = await activateTrigger({ ...this.settings, mode: 'init', savedState });
		this.collect(this.trigger);
		this.saved = this.trigger.savedState;
	}

	/** n8n dies before it has written what it saved last. */
	async crash(): Promise<void> {
		this.saved = this.savedBefore;
		this.lostLastState = true;
		await this.restart();
	}

	/** What came of the polls since the last time. */
	deliver(trigger: number): Delivery {
		const { items, lostLastState, hasReadAll } = this;
		this.items = [];
		this.lostLastState = false;
		return { trigger, items, lostLastState, hasReadAll };
	}

	private collect({ emitted, errors, savedState }: ActiveTrigger): void {
		const items = emitted.splice(0).flat();
		this.failures.push(...errors.splice(0).map(({ message }) => message));
		if (items.length === 0) return;
		if (this.items.length === 0) this.savedBefore = this.saved;
		this.saved = savedState;
		const noted = items.map((item) => ({
			id: text(item, 'id'),
			description: text(item, 'description'),
		}));
		this.items = [...this.items, ...noted];
		this.itemsDelivered += items.length;
	}
}
