import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../dev/sandbox';
import { text } from '../harness/outcomes';
import { activateTrigger, type Activation, type ActiveTrigger } from '../harness/triggers';

/** A poll that has read for longer leaves the rest to the next one. */
const TIME_TO_READ_MS = 28_000;

/** The number of a project's last change, which is its description: no version is like another. */
const numberIn = (description = '') => Number(/^Change (\d+)$/.exec(description)?.[1] ?? 0);

/** A published trigger in an n8n that polls, restarts and crashes. */
export class Watcher {
	polls = 0;
	items = 0;
	failures: string[] = [];
	largestBytes = 0;
	private hasReadAll = false;
	/** What n8n has kept, and by project the last change delivered; `before`: both without the last delivery. */
	private kept = { state: {} as IDataObject, books: new Map<string, number>() };
	private before = this.kept;
	private wrong: string[] = [];

	constructor(
		private readonly settings: Activation,
		readonly mostBytes: number,
		private trigger: ActiveTrigger,
	) {
		this.kept.state = trigger.savedState;
	}

	get bytes(): number {
		return JSON.stringify(this.trigger.state()).length;
	}

	async poll(times = 1): Promise<void> {
		const { trigger } = this;
		this.polls += times;
		const startedAtMs = performance.now();
		await Promise.all(Array.from({ length: times }, async () => await trigger.tick()));
		const hadTime = performance.now() - startedAtMs < TIME_TO_READ_MS;
		this.hasReadAll = hadTime && trigger.errors.length === 0;
		this.largestBytes = Math.max(this.largestBytes, this.bytes);
		this.collect();
	}

	/** n8n polls once when it comes back; a failure of that poll must not end the trigger. */
	async restart(): Promise<void> {
		this.trigger.stop();
		this.collect();
		this.hasReadAll = false;
		this.polls += 1;
		const savedState = this.kept.state;
		this.trigger = await activateTrigger({ ...this.settings, mode: 'init', savedState });
		this.collect();
		this.kept = { ...this.kept, state: this.trigger.savedState };
	}

	/** n8n dies before it has written what it saved last. */
	async crash(): Promise<void> {
		this.kept = this.before;
		await this.restart();
	}

	private collect(): void {
		const { emitted, errors, savedState } = this.trigger;
		this.failures.push(...errors.splice(0).map(({ message }) => message));
		const items = emitted.splice(0).flat();
		if (items.length === 0) return;
		this.items += items.length;
		this.before = this.kept;
		const books = new Map(this.kept.books);
		for (const item of items) {
			const [id, change] = [text(item, 'id'), numberIn(text(item, 'description'))];
			if (change <= (books.get(id) ?? 0)) this.wrong.push(`twice: ${id}, change ${change}`);
			books.set(id, change);
		}
		this.kept = { state: savedState, books };
	}

	/** What is wrong since the last time. @param due the number of the last change before the polls began */
	check({ projects }: Sandbox, due: number): string[] {
		const wrong = this.wrong.splice(0);
		const { books } = this.kept;
		for (const id of books.keys()) if (!projects.get(id)) books.delete(id);
		if (!this.hasReadAll) return wrong;
		const lost = projects.all().filter(({ id, description }) => {
			const change = numberIn(description);
			return change <= due && change > (books.get(id) ?? 0);
		});
		return [...wrong, ...lost.map(({ id, description }) => `lost: ${id}, ${description}`)];
	}
}
