/** A trigger in an n8n, over a service: polls, and what becomes of what they give. */
import type { Change } from '../../../../nodes/Collab/core/changes/options';
import type { poll as ourPoll, StateStore } from '../../../../nodes/Collab/core/changes/poll';
import { CollabError } from '../../../../nodes/Collab/core/errors';
import { Connection } from '../connection';
import type { History, Settings, Start, Trouble } from './history';
import { LONGEST_LAG_S, NO_TROUBLE, QUICK, SAME_IN_ALL } from './history';
import { type Book, Ledger, type PollFacts } from './ledger';
import { N8n } from './n8n';
import { Service, START_MS } from './service';
import { TroubledAnswers } from './troubledAnswers';

export type Poll = typeof ourPoll;

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const BUDGET_MS = 36 * SECOND_MS;
/** n8n does not poll more often. */
const SHORTEST_WAIT_MS = 10 * SECOND_MS;
/** At lower rates a poll may run out of time; nothing is lost all the same. */
const PROMISED_REQUESTS_PER_POLL = 72;

interface Outcome {
	readonly book: Book;
	readonly facts: PollFacts;
}

export class InstalledTrigger {
	readonly service: Service;

	readonly ledger: Ledger;

	readonly longestLateMs: number;

	private readonly n8n: N8n;

	private settings: Settings;

	private start: { readonly from: Start; readonly account: string };

	constructor(
		private readonly history: History,
		private readonly poll: Poll,
	) {
		this.service = new Service(history.service, history.seed);
		this.n8n = new N8n(history.scheduler);
		this.ledger = new Ledger(this.service.versions);
		this.settings = history.settings;
		this.start = { from: history.start, account: 'account 1' };
		this.longestLateMs = longestLate(history);
		this.ledger.noteSettings(this.settings);
	}

	/** n8n polls when a workflow is published. */
	async publish(): Promise<void> {
		if (this.n8n.hasRegistrationPoll) await this.run(NO_TROUBLE, { isRegistration: true });
	}

	/** And when it starts. */
	async restart(): Promise<void> {
		this.n8n.restart();
		await this.publish();
	}

	/** The workflow is published again. */
	async edit(settings: Settings): Promise<void> {
		this.settings = settings;
		this.ledger.noteSettings(settings);
		await this.restart();
	}

	/** With another account, another start, or neither. */
	async begin(account: string, from: Start): Promise<void> {
		this.start = { from, account };
		await this.edit({ ...this.settings });
	}

	async run(
		trouble: Trouble,
		{ requestMs = BUDGET_MS / this.history.service.requestsPerPoll, isRegistration = false } = {},
	): Promise<Outcome> {
		this.service.nowMs += SHORTEST_WAIT_MS;
		this.service.requestMs = requestMs;
		const fromMs = this.service.nowMs;
		const { store, book } = this.n8n.begin();
		const changes = await this.pollOnce(store, trouble, fromMs);
		const facts = this.facts(fromMs);
		if (changes) await this.emit(book, changes, facts, { ...trouble, isRegistration });
		return { book, facts };
	}

	/** Undefined when the poll fails. */
	private async pollOnce(
		store: StateStore,
		trouble: Trouble,
		fromMs: number,
	): Promise<readonly Change[] | undefined> {
		const { service, longestLateMs } = this;
		const endMs = fromMs + BUDGET_MS;
		const answers = new TroubledAnswers(service, { trouble, longestLateMs, endMs });
		const connection = new Connection(answers.answer);
		const { fetchWindow } = connection;
		try {
			return await this.poll(store, fetchWindow, this.options(), this.runtime(fromMs));
		} catch (error) {
			if (!(error instanceof CollabError)) throw error;
			this.noteError(error, trouble, answers);
			return undefined;
		} finally {
			connection.close();
		}
	}

	private async emit(
		book: Book,
		changes: readonly Change[],
		facts: PollFacts,
		{ losesSave, isRegistration }: { losesSave: boolean; isRegistration: boolean },
	): Promise<void> {
		const { n8n, ledger } = this;
		const emits = changes.length > 0;
		const isLost = losesSave && emits;
		if (isLost && n8n.commitsBoth) return;
		ledger.deliver(book, changes, facts);
		if (isLost) return await this.restart();
		n8n.keep({ emits, isRegistration });
	}

	private noteError(
		{ kind }: CollabError,
		{ failsAt, edits }: Trouble,
		{ isTooLate }: TroubledAnswers,
	): void {
		if (isTooLate) {
			if (this.isPromisedRate) this.ledger.complaints.push('failed: out of time');
		} else if (failsAt === null && edits.length === 0 && !this.maySayUnstable(kind))
			this.ledger.complaints.push(`failed: ${kind}`);
	}

	/** Rows with equal stamps and equal names, in an order that is random for each request: a poll may end with an error. */
	private maySayUnstable(kind: CollabError['kind']): boolean {
		const { ties } = this.history.service.looseness;
		return ties === 'random' && (kind === 'listKeptChanging' || kind === 'listUnstable');
	}

	get isPromisedRate(): boolean {
		return this.history.service.requestsPerPoll >= PROMISED_REQUESTS_PER_POLL;
	}

	private options(): Parameters<Poll>[2] {
		const { from, account } = this.start;
		const since = new Date(this.facts(0).sinceMs).toISOString();
		return {
			...this.settings,
			...SAME_IN_ALL,
			account,
			startFrom: from === 'since' ? { since } : from,
		};
	}

	private runtime(fromMs: number): Parameters<Poll>[3] {
		const { service } = this;
		return {
			now: () => service.nowMs + this.history.clockSkewMs,
			timeUsed: () => (service.nowMs - fromMs) / BUDGET_MS,
			yieldToEventLoop: async () => await Promise.resolve(),
		};
	}

	private facts(fromMs: number): PollFacts {
		const { from: start, account } = this.start;
		const startName = `${account} ${start}`;
		// Between two stamps, so that it does not matter on which side equal ones belong.
		const sinceMs = START_MS - HOUR_MS - 500;
		return { fromMs, toMs: this.service.nowMs, settings: this.settings, start, startName, sinceMs };
	}
}

/** So late that every Look Back of the history covers it, behind a replica that lags, too. */
/** At a low rate, Look Back is shortened to what a poll can read again. */
function longestLate({ service, settings, steps }: History): number {
	if (service.requestsPerPoll < QUICK) return 0;
	const edited = steps.flatMap((step) => (step.do === 'settings' ? step.settings : []));
	const shortestMs = Math.min(...[settings, ...edited].map(({ lookBackMs }) => lookBackMs));
	return Math.max(0, shortestMs - (LONGEST_LAG_S + 2) * SECOND_MS);
}
