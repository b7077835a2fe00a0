import type { IDataObject } from 'n8n-workflow';
import type { ProjectRecord } from '../../../dev/sandbox';
import { activateTrigger, type Activation, type ActiveTrigger } from '../harness/activateTrigger';
import type { Delivery, DeliveredItem } from './ledger';
import type { WatcherKind, WatcherName } from './watchers';

/** A poll that has read for longer leaves the rest to the next one. Many faults on a busy machine take some so far. */
const TIME_TO_READ_MS = 28_000;

/** A published workflow with the trigger, in an n8n that polls, restarts and crashes. */
export class Watcher {
	polls = 0;

	itemsDelivered = 0;

	/** Polls that failed, and what the last of them said. */
	failures = 0;

	lastFailure = '';

	/** The largest state after a poll. */
	largestBytes = 0;

	private items: DeliveredItem[] = [];

	private lostLastState = false;

	private hasReadAll = false;

	/** What n8n has saved now, and what it had saved before the items of the last delivery. */
	private saved: IDataObject;

	private savedBefore: IDataObject;

	private constructor(
		private readonly kind: WatcherKind,
		private readonly settings: Activation,
		private trigger: ActiveTrigger,
	) {
		this.saved = trigger.savedState;
		this.savedBefore = trigger.savedState;
	}

	static async publish(kind: WatcherKind, settings: Activation): Promise<Watcher> {
		const watcher = new Watcher(kind, settings, await activateTrigger(settings));
		watcher.polls += 1;
		return watcher;
	}

	get stateBytes(): number {
		return JSON.stringify(this.trigger.state).length;
	}

	get name(): WatcherName {
		return this.kind.name;
	}

	get remembers(): boolean {
		return this.kind.remembers;
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
		this.trigger = await activateTrigger({
			...this.settings,
			mode: 'init',
			savedState: this.saved,
		});
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
	deliver(changesBefore: number): Delivery {
		const { name: watcher, items, lostLastState } = this;
		const dueChanges = this.hasReadAll ? changesBefore : undefined;
		this.items = [];
		this.lostLastState = false;
		return { watcher, items, lostLastState, dueChanges };
	}

	private collect({ emitted, errors, savedState }: ActiveTrigger): void {
		const items = emitted
			.splice(0)
			.flatMap((list) => list.map(({ json }) => toDeliveredItem(json)));
		const failures = errors.splice(0);
		this.failures += failures.length;
		this.lastFailure = failures.at(-1)?.message ?? this.lastFailure;
		if (items.length === 0) return;
		if (this.items.length === 0) this.savedBefore = this.saved;
		this.saved = savedState;
		this.items = [...this.items, ...items];
		this.itemsDelivered += items.length;
	}
}

function toDeliveredItem(json: IDataObject): DeliveredItem {
	const {
		event,
		changes = {},
		...project
	} = json as unknown as ProjectRecord &
		Pick<DeliveredItem, 'event'> &
		Partial<Pick<DeliveredItem, 'changes'>>;
	return { event, changes, project };
}
