/** A trigger over a service: polls, and what becomes of what they give. */
import { SHARE_TO_READ } from '../../../../nodes/Collab/core/changes/pollReader';
import { CollabError } from '../../../../nodes/Collab/core/errors';
import { applyEdit, fill } from '../../edits';
import { HOUR, randomFrom, SECOND, Service } from '../../service';
import { POLL_TIME_MS, TestTrigger } from '../testTrigger';
import type { PollFacts } from './events';
import { Ledger } from './ledger';
import type { History, Settings, Start, Trouble } from './randomHistories';
import { LONGEST_LAG_S, NO_TROUBLE, QUICK, SINCE_MS } from './randomHistories';

/** n8n does not poll more often. */
const SHORTEST_WAIT_MS = 10 * SECOND;

export class InstalledTrigger extends TestTrigger {
	readonly ledger: Ledger;
	readonly longestLateMs: number;
	private settings: Settings;
	private start: Start;
	/** How many requests were answered before the last poll. */
	private answered = 0;

	constructor(private readonly history: History) {
		super({}, serviceOf(history));
		this.skewMs = history.clockSkewMs;
		this.ledger = new Ledger(this.service.versions);
		this.longestLateMs = longestLate(history);
		this.settings = history.settings;
		this.start = history.start;
		this.begin(1, history.start);
	}

	/** How far the service's stamps are ahead of its Date header or, without one, of this machine's clock. */
	get aheadMs(): number {
		const { clockSkewMs, service } = this.history;
		return Math.max(0, -(service.dateSkewMs ?? clockSkewMs));
	}

	/** Whether there is a state that the next poll goes on from. */
	get hasBegun(): boolean {
		return this.state?.origin === this.options.origin;
	}

	/** Whether the last poll read all projects, or some of them on the way to all; an account that looks empty is never believed. */
	get isBusy(): boolean {
		const { asked, versions } = this.service;
		const hasReadAll = asked.slice(this.answered).some(({ sortBy }) => sortBy === 'created_at');
		return !versions.isEmpty && (hasReadAll || this.isReadingAll);
	}

	edit(settings: Settings): void {
		this.settings = settings;
		this.options = { ...this.options, ...settings, inclusion: settings.status };
		this.ledger.noteSettings(settings);
	}

	/** With another account, another start, or neither. */
	begin(account: number, start: Start): void {
		this.start = start;
		const since = new Date(SINCE_MS).toISOString();
		const startFrom = start === 'since' ? { since } : start;
		this.options = { ...this.options, origin: `account ${account}, ${start}`, startFrom };
		this.edit({ ...this.settings });
	}

	/** Polls. What that saves and what it gives is kept, or both are lost, and the next poll repeats it. */
	async run(
		trouble: Trouble = NO_TROUBLE,
		requestMs = POLL_TIME_MS / this.history.requestsPerPoll,
	): Promise<PollFacts> {
		const { service, saved } = this;
		this.answered = service.asked.length;
		service.behave({ requestMs });
		const fromMs = service.nowMs + SHORTEST_WAIT_MS;
		const changes = await this.pollIn(trouble);
		const facts = this.facts(fromMs, this.isCut(trouble, fromMs));
		if (changes && !trouble.isLost) this.ledger.deliver(changes, facts);
		else this.saved = saved;
		return facts;
	}

	/** Whether the poll ended before it had read what it wanted to. */
	private isCut({ failsAt }: Trouble, fromMs: number): boolean {
		const { asked, nowMs } = this.service;
		const hasFailed = failsAt !== null && asked.length - this.answered > failsAt;
		return hasFailed || nowMs - fromMs > SHARE_TO_READ * POLL_TIME_MS;
	}

	/** Undefined when the poll fails. */
	private async pollIn(trouble: Trouble) {
		this.makeTrouble(trouble);
		try {
			return await this.poll(SHORTEST_WAIT_MS);
		} catch (error) {
			if (!(error instanceof CollabError)) throw error;
			this.noteError(error, trouble);
			return undefined;
		}
	}

	/** The trouble that the history has for the answers to one poll. */
	private makeTrouble({ edits, failsAt, lags }: Trouble): void {
		const { service, longestLateMs, history } = this;
		const first = service.asked.length + 1;
		// What comes between the count and the rows of an answer hides what was there before: from a first poll, and without
		// Look Back from all.
		const mayHide = this.hasBegun && this.settings.lookBackMs > 0;
		service.behave({ countsFirst: mayHide && history.service.countsFirst });
		service.beforeAnswer = (answered) => {
			const number = answered - first;
			if (failsAt === number) throw new CollabError('unavailable', { httpStatus: 503 });
			const lag = longestLateMs > 0 ? lags.find(({ answer }) => answer === number) : undefined;
			if (lag) this.ledger.hasLagged = true;
			service.behave({ lagMs: (lag?.seconds ?? 0) * SECOND });
		};
		service.meanwhile = (answered) => {
			for (const { answer, edit } of edits) {
				if (answer === answered - first) applyEdit(service, edit, longestLateMs);
			}
		};
	}

	/** Complains of an error that nothing has caused. */
	private noteError({ kind }: CollabError, { failsAt, edits }: Trouble): void {
		const { requestsPerMinute, falseAnswers } = this.service.behavior;
		const isCaused =
			failsAt !== null ||
			edits.length > 0 ||
			(/listUnstable|deepPagesRefused/.test(kind) && falseAnswers !== 'none') ||
			(kind === 'rateLimited' && requestsPerMinute < Infinity);
		if (!isCaused) this.ledger.complaints.push(`failed: ${kind}`);
	}

	private facts(fromMs: number, isCut: boolean): PollFacts {
		const { settings, start } = this;
		const { origin } = this.options;
		const toMs = this.service.nowMs;
		return { fromMs, toMs, clockMs: toMs - this.aheadMs, isCut, settings, start, origin };
	}
}

/** So late that every Look Back of the history covers it, behind a replica that lags, too; at a low rate, it is shortened. */
function longestLate({ requestsPerPoll, service, settings, steps }: History): number {
	if (requestsPerPoll < QUICK || service.requestsPerMinute < Infinity) return 0;
	const edited = steps.flatMap((step) => (step.do === 'settings' ? step.settings : []));
	const shortestMs = Math.min(...[settings, ...edited].map(({ lookBackMs }) => lookBackMs));
	return Math.max(0, shortestMs - (LONGEST_LAG_S + 2) * SECOND);
}

function serviceOf({ seed, service: behavior, projects, stamps }: History): Service {
	const service = new Service(behavior, randomFrom(seed));
	service.nameOf = (id) => `one ${id}`;
	fill(service, { projects, stamps }, 2 * HOUR);
	return service;
}
