import type { Page, Window } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import type { Batch } from '../../../nodes/Collab/core/changes/seek';
import type { Edit, History, Step, Trouble } from './history';
import { Installation, OPTIONS, poll, type Poll } from './installation';
import { Ledger } from './ledger';
import { ListQuery } from './listing';
import { readRows } from './readRows';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const ANSWER_MS = 350;

/** Small pages, so that a short list takes several requests. */
export const PER_PAGE = 4;

const NO_TROUBLE: Trouble = { edits: [], failsAt: null, isHurried: false };

export type ReadRows = (fetchWindow: (window: Window) => Promise<Page>) => AsyncIterable<Batch>;

/** A trigger, and the way it reads: the real ones, or those that the tests must be able to tell from them. */
export interface Design {
	readonly poll: Poll;
	readonly readRows: ReadRows;
}

export const OURS: Design = {
	poll,
	readRows: (fetchWindow) => readRows(fetchWindow, { maxPerPage: PER_PAGE }),
};

/** Plays a history and gives what is wrong with its outcome: nothing, when the promise was kept. */
export async function play(history: History, design: Design = OURS): Promise<string[]> {
	const player = new Player(history, design);
	await player.publish();
	for (const step of history.steps) await player.take(step);
	await player.comeToRest();
	return player.ledger.complaints();
}

class Fault extends Error {}

class Player {
	readonly ledger = new Ledger();

	private readonly service = new ListQuery();

	private readonly n8n: Installation;

	private trouble = NO_TROUBLE;

	private answers = 0;

	constructor(
		private readonly history: History,
		private readonly design: Design,
	) {
		this.n8n = new Installation(history.rule, design.poll);
		this.service.tellsTime = history.tellsTime;
		this.service.beforeAnswer = () => this.meetTrouble();
	}

	/** The durable scheduler forgets a baseline that was set by publishing: watching begins with its first tick. */
	async publish(): Promise<void> {
		await this.run(() => this.n8n.register(this.context()), this.history.rule === 'classic');
	}

	async take(step: Step): Promise<void> {
		switch (step.do) {
			case 'wait':
				return this.wait(step.seconds * SECOND_MS + 137);
			case 'poll':
				return await this.poll(step.trouble);
			case 'poll twice at once':
				return await this.pollTwice(step.trouble);
			case 'restart':
				return await this.restart();
			case 'change all':
				return this.changeAll();
			case 'edit':
				return this.edit(step.edit);
		}
	}

	/** Long enough for what is late, and more polls than it takes to catch up. */
	async comeToRest(): Promise<void> {
		for (let round = 0; round < 6; round += 1) {
			this.wait(60 * SECOND_MS);
			await this.poll(NO_TROUBLE);
		}
	}

	private changeAll(): void {
		for (let number = 0; number < 10; number += 1) {
			this.wait(SECOND_MS);
			this.edit({ do: 'create', id: `p${number}`, name: 'one' });
			this.edit({ do: 'rename', id: `p${number}`, name: 'two' });
		}
	}

	private async poll(trouble: Trouble): Promise<void> {
		// A first poll in a hurry looks back less: that is not part of the promise.
		this.trouble = this.ledger.hasBegun ? trouble : { ...trouble, isHurried: false };
		this.answers = 0;
		await this.run(() => this.n8n.tick(this.context()), true);
	}

	/** The durable scheduler's leases keep polls apart. */
	private async pollTwice(trouble: Trouble): Promise<void> {
		if (this.history.rule === 'classic') {
			await Promise.all([this.poll(trouble), this.poll(trouble)]);
		} else {
			await this.poll(trouble);
			await this.poll(trouble);
		}
	}

	private async run(start: () => ReturnType<Poll>, keepsBaseline: boolean): Promise<void> {
		this.ledger.prepare();
		try {
			const changes = await start();
			if (keepsBaseline) this.ledger.begin();
			this.ledger.deliver(changes);
		} catch (error) {
			if (!(error instanceof Fault || error instanceof CollabError)) throw error;
		}
	}

	private async restart(): Promise<void> {
		this.n8n.restart();
		if (this.history.rule === 'durable') return;
		this.ledger.allowRepetition();
		if (!this.n8n.hasSaved) this.ledger.beginAgain();
		this.trouble = NO_TROUBLE;
		await this.publish();
	}

	private context() {
		const { lookBackMs, skewHours } = this.history;
		const { isHurried } = this.trouble;
		const fetchWindow = (order: 'asc' | 'desc') => (window: Window) =>
			Promise.resolve().then(() => this.service.answer(order, window));
		return {
			source: {
				page: (order: 'asc' | 'desc', window: Window) => fetchWindow(order)(window),
				walk: (order: 'asc' | 'desc') => this.design.readRows(fetchWindow(order)),
			},
			options: { ...OPTIONS, lookBackMs },
			nowMs: this.service.nowMs + skewHours * HOUR_MS,
			timeUsed: () => (isHurried ? 1 : 0),
		};
	}

	private meetTrouble(): void {
		const answer = this.answers;
		this.answers += 1;
		this.wait(ANSWER_MS);
		for (const planned of this.trouble.edits)
			if (planned.answer === answer) this.edit(planned.edit);
		if (this.trouble.failsAt === answer) throw new Fault('the service is down');
	}

	private wait(ms: number): void {
		this.service.nowMs += ms;
		this.ledger.observe(this.service.visible());
	}

	private edit(step: Edit): void {
		const { service } = this;
		const isThere = service.visible().some(({ id }) => id === step.id);
		if (step.do === 'create') {
			if (!isThere) service.create(step.id, { name: step.name });
		} else if (step.do === 'delete') {
			service.delete(step.id);
		} else if (step.do === 'change late' && this.history.lookBackMs > 0) {
			service.showLater(step.seconds * SECOND_MS, step.id, { name: step.name });
		} else {
			service.update(step.id, this.fieldsOf(step));
		}
		this.ledger.observe(service.visible());
	}

	private fieldsOf(step: Exclude<Edit, { do: 'create' | 'delete' }>) {
		switch (step.do) {
			case 'archive':
				return { status: 'archived' };
			case 'restore':
				return { status: 'active' };
			case 'complete':
				return { task_count: 3, completed_task_count: 3 };
			case 'date ahead':
				return { updated_at: this.service.stamp(this.service.nowMs + step.days * DAY_MS) };
			case 'rename':
			case 'change late':
				return { name: step.name };
		}
	}
}
