/**
 * The service, the people who work with it, and the books on what the triggers deliver, in a process of their own: all of these
 * grow, and the memory that is measured is to be that of n8n and the triggers alone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../../../dev/bench/child';
import {
	startSandbox,
	type ProjectStore,
	type Sandbox,
	type SandboxOptions,
} from '../../../dev/sandbox';
import { drawFrom, drawName, type Draw } from '../../../dev/sandbox/seed';
import type { Account } from '../harness/asSomebody';

/** What came of the polls of one trigger in one round. */
export interface Delivery {
	readonly trigger: number;
	/** Each item's project, as far as the books need it. */
	readonly items: ReadonlyArray<{ readonly id: string; readonly description: string }>;
	/** n8n came back with the state before the items of the delivery before: they have to come again. */
	readonly lostLastState: boolean;
	/** The last poll ended well and had the time to read all: what changed before it has to be delivered by now. */
	readonly hasReadAll: boolean;
}

/** Obeyed in the order in which it is written here; answered with a report. */
export interface Command {
	readonly deliveries?: readonly Delivery[];
	readonly listening?: boolean;
	readonly behavior?: Pick<SandboxOptions, 'faultRate' | 'requestsPerSecond'>;
	readonly tokensExpire?: boolean;
	readonly waitSeconds?: number;
	readonly changes?: { readonly count: number; readonly withinSeconds?: number };
	/** Made one by one, while the triggers may read. */
	readonly changesMeanwhile?: number;
}

export interface Report {
	/** What was wrong with the deliveries. */
	readonly complaints: readonly string[];
	readonly changes: number;
	readonly projectsEver: number;
}

export type Access = Required<Account>;

const CHANGE_EVERY_MS = 2;

/** Each change gives the project's description the change's number, so that no version is like another. */
const numberIn = (description: string) => Number(/^Change (\d+)$/.exec(description)?.[1] ?? 0);

/** What one trigger owes and has delivered, kept without knowing how it works. */
class Books {
	private readonly delivered = new Set<number>();

	/** By project: the number of its last change, which was not delivered yet. */
	readonly owed = new Map<string, number>();

	private last: Delivery['items'] = [];

	/** Gives what is wrong: nothing, as long as the trigger keeps its promise. */
	note(
		{ items, lostLastState, hasReadAll }: Delivery,
		projects: ProjectStore,
		due: number,
	): string[] {
		if (lostLastState) this.forgetLast(projects);
		if (items.length > 0) this.last = items;
		const twice = items.filter(({ id, description }) => !this.isNew(id, numberIn(description)));
		const lost = hasReadAll ? [...this.owed].filter(([, change]) => change <= due) : [];
		return [
			...twice.map((item) => `delivered without a change: ${JSON.stringify(item)}`),
			...lost.map(([id]) => `lost: ${JSON.stringify(projects.get(id))}`),
		];
	}

	private isNew(id: string, change: number): boolean {
		const isNew = change > 0 && !this.delivered.has(change);
		this.delivered.add(change);
		if (this.owed.get(id) === change) this.owed.delete(id);
		return isNew;
	}

	private forgetLast(projects: ProjectStore): void {
		for (const { id, description } of this.last) {
			this.delivered.delete(numberIn(description));
			const newest = numberIn(projects.get(id)?.description ?? '');
			if (newest > 0 && !this.delivered.has(newest)) this.owed.set(id, newest);
		}
		this.last = [];
	}
}

interface Options {
	readonly seed: number;
	readonly projects: number;
	readonly triggers: number;
}

class BusyService {
	private changes = 0;

	/** How many there were when the last polls began. */
	private due = 0;

	private projectsEver: number;

	private readonly draw: Draw;

	private readonly books: readonly Books[];

	constructor(
		private readonly sandbox: Sandbox,
		private readonly clock: { aheadMs: number },
		private readonly options: Options,
	) {
		this.projectsEver = options.projects;
		this.draw = drawFrom(options.seed);
		this.books = Array.from({ length: options.triggers }, () => new Books());
	}

	async obey(command: Command): Promise<Report> {
		const { sandbox } = this;
		const { deliveries = [], listening, behavior, waitSeconds = 0, changes } = command;
		const complaints = deliveries.flatMap((delivery) => this.deliver(delivery));
		sandbox.clearRequests();
		if (listening === true) await sandbox.listenAgain();
		if (listening === false) await sandbox.stopListening();
		if (behavior) sandbox.configure(behavior);
		if (command.tokensExpire) sandbox.expireAccessTokens();
		this.clock.aheadMs += waitSeconds * 1_000;
		if (changes) this.change(changes);
		// The first command of a round: the polls begin after it.
		if (behavior) this.due = this.changes;
		await this.changeSlowly(command.changesMeanwhile);
		return { complaints, changes: this.changes, projectsEver: this.projectsEver };
	}

	private deliver(delivery: Delivery): string[] {
		const books = this.books[delivery.trigger];
		const wrong = books?.note(delivery, this.sandbox.projects, this.due) ?? ['nobody knows it'];
		return wrong.map((complaint) => `trigger ${delivery.trigger}: ${complaint}`);
	}

	private change({ count, withinSeconds = 0 }: Required<Command>['changes']): void {
		for (let number = 0; number < count; number += 1) {
			this.clock.aheadMs += (withinSeconds * 1_000) / count;
			this.changeSomething(this.sandbox.projects);
		}
	}

	private async changeSlowly(count = 0): Promise<void> {
		for (let number = 0; number < count; number += 1) {
			await sleep(CHANGE_EVERY_MS);
			this.changeSomething(this.sandbox.projects);
		}
	}

	private changeSomething(projects: ProjectStore): void {
		this.changes += 1;
		const description = `Change ${this.changes}`;
		const project = projects.any(this.draw);
		const ticket = this.draw(20);
		if (project && ticket > 2) {
			const { task_count, completed_task_count } = project;
			const isDone = completed_task_count >= task_count;
			const fields =
				ticket < 9
					? { status: project.status === 'archived' ? 'active' : 'archived' }
					: { name: drawName(this.draw), completed_task_count: isDone ? 0 : task_count };
			this.owe(projects.update(project.id, { description, ...fields }).id);
		} else if (project && this.draw(2 * this.options.projects) < projects.size) {
			// As many come as go.
			projects.remove(project.id);
			for (const { owed } of this.books) owed.delete(project.id);
		} else {
			this.projectsEver += 1;
			this.owe(projects.create({ description, task_count: this.draw(9) }).id);
		}
	}

	private owe(id: string): void {
		for (const { owed } of this.books) owed.set(id, this.changes);
	}
}

void serve(async (options: Options) => {
	const { seed, projects } = options;
	const clock = { aheadMs: 0 };
	const now = () => Date.now() + clock.aheadMs;
	const sandbox = await startSandbox({ seed, projects, tokenLifetimeSeconds: 150, now });
	const service = new BusyService(sandbox, clock, options);
	const { baseUrl, url, apiKey, clientId, clientSecret } = sandbox;
	const greeting: Access = {
		baseUrl,
		url,
		apiKey,
		clientId,
		clientSecret,
		token: await sandbox.issueToken(),
	};
	return {
		greeting,
		obey: async (command: Command) => await service.obey(command),
		close: async () => await sandbox.close(),
	};
});
