/** What is between the polls of one trigger beyond its saved state. */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { ChangeFormat } from '../core/changes/events';
import type { Change, ChangeOptions } from '../core/changes/options';
import type { StateStore } from '../core/changes/poll';
import { nameOf, type TriggerState } from '../core/changes/state';
import { Checkpoint, revisionOf } from './checkpoint';
import { Deliveries, type Delivery, type Failed } from './deliveries';
import { type Decision, type Outcome, watchEmissions } from './emission';
import { Exclusive } from './exclusive';
import { budgetMsOf, isDurable } from './registration';

/**
 * Reads what changed. It opens the state with its options once it has them; undefined means that another poll is
 * delivering what this one would find.
 */
export type ReadChanges = (
	open: (options: ChangeOptions) => StateStore | undefined,
) => Promise<PollResult>;

export interface PollResult {
	readonly changes: readonly Change[];
	/** As the node's parameters are now; what is delivered again gets it, too. */
	readonly format: ChangeFormat;
}

/** What a poll delivers, until its execution has ended. */
interface Emission {
	readonly deliveries: readonly Delivery[];
	readonly state: TriggerState;
	/** Names the saved state that the poll began from. */
	readonly revision: string | undefined;
	readonly atMs: number;
	isEmitted: boolean;
	/** Whether n8n has said what became of its execution. */
	hasEnded: boolean;
}

/** What a poll began from, and what it saved. */
interface OpenedState {
	revision?: string | undefined;
	next?: TriggerState;
}

/** Longer than n8n takes from the end of a poll until its state is saved. */
const SAVED_WITHIN_MS = 60_000;

/** Each holds a state (2 MB at most) and what is undelivered: a bound on triggers that are gone. */
const MAX_SESSIONS = 500;

const MAX_LOGGED_IDS = 20;
const MAX_LOGGED_ID_LENGTH = 100;

/** By workflow and node; the one that polled longest ago first. In memory: gone when the main instance ends. */
const sessions = new Map<string, TriggerSession>();

/** The session of the node in its workflow, whichever context it is polled with. */
export function sessionOf(context: IPollFunctions): TriggerSession {
	const { id, name } = context.getNode();
	const trigger = `${context.getWorkflow().id}/${id || name}`;
	const session = sessions.get(trigger) ?? new TriggerSession();
	sessions.delete(trigger);
	sessions.set(trigger, session);
	for (const [other, { isPolling }] of sessions) {
		if (sessions.size <= MAX_SESSIONS) break;
		if (!isPolling) sessions.delete(other);
	}
	return session;
}

export class TriggerSession {
	private readonly exclusive = new Exclusive();

	private readonly checkpoint = new Checkpoint();

	private readonly deliveries = new Deliveries();

	/** n8n's classic scheduler makes one context for each registration and uses it for the polls that follow. */
	private readonly contexts = new WeakSet<IPollFunctions>();

	/** The latest until its execution has ended: it may hold 20,000 items. */
	private latest: Emission | undefined;

	/** Those that n8n has not emitted yet. */
	private readonly emissions = new WeakMap<IPollFunctions, Emission>();

	/** Account and starting point of all that is kept here. */
	private scope = '';

	get isPolling(): boolean {
		return this.exclusive.isRunning;
	}

	/** Whether a poll is the one by which n8n registers the trigger. To be asked once for each poll, before it. */
	registers(context: IPollFunctions): boolean {
		const isFirst = !this.contexts.has(context);
		this.contexts.add(context);
		if (isFirst) watchEmissions(context, () => this.emit(context));
		return isFirst && !isDurable(context);
	}

	/** One poll: what is undelivered, then what changed since the last poll, oldest change first; null for nothing. */
	async poll(
		context: IPollFunctions,
		isRegistration: boolean,
		read: ReadChanges,
	): Promise<INodeExecutionData[][] | null> {
		// A trigger that was published again does not wait for what the old one began.
		const precedence = { budgetMs: budgetMsOf(context), supersedes: isRegistration };
		return await this.exclusive.run(precedence, async (isCurrent) => {
			const opened: OpenedState = {};
			const result = await read((options) => this.open(context, options, opened, isCurrent));
			return isCurrent() ? this.itemsOf(context, opened, result) : null;
		});
	}

	private open(
		context: IPollFunctions,
		options: ChangeOptions,
		opened: OpenedState,
		isCurrent: () => boolean,
	): StateStore | undefined {
		if (!isCurrent()) return undefined;
		this.keepTo(scopeOf(options));
		const saved = context.getWorkflowStaticData('node');
		opened.revision = revisionOf(saved);
		if (isDurable(context) && this.isBeingSaved(opened.revision)) return undefined;
		return {
			load: () => this.checkpoint.load(saved),
			save: (state) => {
				if (!isCurrent()) return;
				this.checkpoint.write(saved, state);
				opened.next = state;
			},
		};
	}

	/** Under the durable scheduler a poll may have its copy of the state from before the last poll's state was saved. */
	private isBeingSaved(revision: string | undefined): boolean {
		const { latest } = this;
		if (!latest || Date.now() - latest.atMs > SAVED_WITHIN_MS) return false;
		return !latest.isEmitted || latest.revision === revision;
	}

	private itemsOf(
		context: IPollFunctions,
		{ next, revision }: OpenedState,
		{ changes, format }: PollResult,
	): INodeExecutionData[][] | null {
		if (!next) return null;
		const deliveries = this.deliveries.next(changes);
		if (deliveries.length === 0) {
			this.checkpoint.adopt(next);
			return null;
		}
		const progress = { atMs: Date.now(), isEmitted: false, hasEnded: false };
		const emission = { deliveries, state: next, revision, ...progress };
		this.latest = emission;
		this.emissions.set(context, emission);
		return [deliveries.map(({ change }) => ({ json: format(change) }))];
	}

	/** n8n emits what a poll gave, unless it has unpublished the trigger meanwhile: only now its state counts. */
	private emit(context: IPollFunctions): Decision {
		const emission = this.emissions.get(context);
		if (!emission) return 'pass';
		this.emissions.delete(context);
		if (emission !== this.latest) return 'drop';
		emission.isEmitted = true;
		this.checkpoint.adopt(emission.state);
		this.deliveries.start(emission.deliveries);
		return (outcome) => this.executionEnded(context, emission, outcome);
	}

	private executionEnded(context: IPollFunctions, emission: Emission, outcome: Outcome): void {
		if (emission.hasEnded) return;
		emission.hasEnded = true;
		if (this.latest === emission) this.latest = undefined;
		const { deliveries, state } = emission;
		if (outcome === 'ran') {
			this.deliveries.end(deliveries);
			return;
		}
		// What is new is found again by the next poll that begins from the saved state.
		const isReadAgain = outcome === 'leaseLost' && this.checkpoint.dropIfNewest(state);
		if (isReadAgain) this.deliveries.end(deliveries.filter(({ hasEarlier }) => !hasEarlier));
		logFailed(context, this.deliveries.fail(deliveries));
	}

	/** Nothing of one account or starting point is delivered under another. */
	private keepTo(scope: string): void {
		if (this.scope === scope) return;
		this.scope = scope;
		this.checkpoint.forget();
		this.deliveries.forget();
		this.latest = undefined;
	}
}

function scopeOf({ account, startFrom }: ChangeOptions): string {
	return JSON.stringify([account, nameOf(startFrom)]);
}

function logFailed({ logger }: IPollFunctions, { again, givenUp }: Failed): void {
	if (again > 0) {
		const text = 'An execution did not begin; the next poll delivers its changes again';
		logger.warn(`Collab Trigger: ${text}`, { changes: again });
	}
	if (givenUp.length > 0) {
		const ids = givenUp.slice(0, MAX_LOGGED_IDS).map((id) => id.slice(0, MAX_LOGGED_ID_LENGTH));
		const text = 'Changes are given up, since no execution with them began';
		logger.warn(`Collab Trigger: ${text}`, { changes: givenUp.length, ids });
	}
}
