/**
 * What is between the polls of one trigger: one poll at a time, and the newest state. What n8n has saved is not always
 * the newest (n8n 2.41):
 *
 * - A state without items is saved only where the classic scheduler registers the trigger, or with durable cursors. So
 *   it is kept here, and the next poll begins from it.
 * - A state with items is saved with them, by the durable scheduler a moment later. A poll before that would deliver
 *   the same again, and is left out. After a minute n8n has dropped both (the workflow was unpublished, the database
 *   was away), and the next poll delivers them.
 *
 * Both hold while n8n has saved what those here were derived from: another main instance's state counts more. So each
 * saved state has a revision that no other process gives.
 */
import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions, Logger } from 'n8n-workflow';
import { isRecord } from '../core/contract';

/** All polls but those of the durable scheduler have this one. */
export const ORDINARY_BUDGET_MS = 5 * 60_000;

/** How long n8n lets a poll run. Older versions do not say, and do not limit it. */
export function budgetMsOf(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : ORDINARY_BUDGET_MS;
}

/** Longer than n8n takes from the end of a poll until its state is saved. */
const SAVED_WITHIN_MS = 60_000;

const WARN_EVERY_MS = 3_600_000;

/** Characters of all states kept: n8n does not tell of unpublishing. Without one, a poll begins from what is saved. */
const MOST_KEPT = 50_000_000;

/**
 * The keys are the workflow's ID and the node's name, as n8n keys its state: two nodes of a workflow may have one ID.
 * The session that polled longest ago comes first. All are gone when the main instance ends.
 */
const sessions = new Map<string, TriggerSession>();

/** The session of the node in its workflow, whichever context it is polled with. */
export function sessionOf(context: IPollFunctions): TriggerSession {
	const trigger = `${context.getWorkflow().id}/${context.getNode().name}`;
	const session = sessions.get(trigger) ?? new TriggerSession();
	sessions.delete(trigger);
	sessions.set(trigger, session);
	return session;
}

function makeRoom(): void {
	let room = MOST_KEPT;
	for (const [trigger, { size }] of [...sessions].reverse()) {
		room -= size;
		if (room < 0) sessions.delete(trigger);
	}
}

const lengthOf = (state: unknown) => (isRecord(state) ? String(state['projects']).length : 0);

interface Delivery {
	readonly state: unknown;
	readonly items: INodeExecutionData[];
}

export class TriggerSession {
	private warnedAtMs = 0;
	private running: { readonly startedAtMs: number } | undefined;
	private newest: unknown;
	/** Its items are on their way: n8n has not shown it as saved yet. */
	private delivered: { state: unknown; revision: string; atMs: number } | undefined;

	/** Every revision given here begins with it. */
	private readonly chain = randomUUID();

	/** The revision of the last state from elsewhere; undefined where none was saved. */
	private foreignRevision: unknown;

	/** Characters of the states that it keeps: of the tables in them, beside which the rest is small. */
	get size(): number {
		return lengthOf(this.newest) + lengthOf(this.delivered?.state);
	}

	/** What is to be said after each poll is said once an hour. */
	warn(logger: Logger, warnings: readonly string[], details: IDataObject): void {
		if (warnings.length === 0 || Date.now() - this.warnedAtMs < WARN_EVERY_MS) return;
		this.warnedAtMs = Date.now();
		for (const text of warnings) logger.warn(`Collab Trigger: ${text}.`, details);
	}

	/**
	 * Runs a poll; null for nothing, as while another one is under way, which reads all that this one would. A poll that
	 * hangs must not silence its trigger: after the budget the next one runs, and what the first one finds late is
	 * dropped.
	 *
	 * @param supersedes takes the place of a poll under way
	 */
	async poll(
		context: IPollFunctions,
		supersedes: boolean,
		read: (state: unknown) => Promise<Delivery>,
	): Promise<INodeExecutionData[][] | null> {
		const { startedAtMs = -Infinity } = this.running ?? {};
		if (!supersedes && Date.now() < startedAtMs + budgetMsOf(context)) return null;
		const saved = context.getWorkflowStaticData('node');
		if (!this.begin(saved)) return null;
		const running = { startedAtMs: Date.now() };
		this.running = running;
		const reading = read(this.newest);
		await Promise.allSettled([reading]);
		// Another poll reports what is to be reported.
		if (this.running !== running) return null;
		this.running = undefined;
		const { state, items } = await reading;
		const revision = `${this.chain}/${randomUUID()}`;
		Object.assign(saved, { state, revision });
		if (items.length > 0) this.delivered = { state, revision, atMs: Date.now() };
		else this.newest = state;
		makeRoom();
		return items.length > 0 ? [items] : null;
	}

	/** Makes `newest` the state to begin a poll from. False while n8n is saving what the last poll delivered. */
	private begin({ state, revision }: IDataObject): boolean {
		const isOwn = typeof revision === 'string' && revision.startsWith(this.chain);
		if (!isOwn && revision !== this.foreignRevision) {
			this.newest = state;
			this.foreignRevision = revision;
			this.delivered = undefined;
		}
		const { delivered } = this;
		if (delivered && delivered.revision === revision) this.newest = delivered.state;
		else if (delivered && Date.now() - delivered.atMs < SAVED_WITHIN_MS) return false;
		this.delivered = undefined;
		return true;
	}
}
