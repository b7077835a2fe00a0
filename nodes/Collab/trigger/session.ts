/** What is between the polls of one trigger beyond its saved state: one poll at a time, and the newest state. */
import type { IDataObject, INodeExecutionData, IPollFunctions, Logger } from 'n8n-workflow';

import { Checkpoint } from './checkpoint';
import { budgetMsOf } from './registration';

/**
 * Characters of all states that are kept. n8n does not say that a workflow is unpublished, so its state stays until others
 * need the room. A trigger without its session goes on from what n8n has saved.
 */
const MOST_KEPT = 50_000_000;

const WARN_EVERY_MS = 3_600_000;

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

/** The ones that polled longest ago go, however often they poll. */
function makeRoom(): void {
	let room = MOST_KEPT;
	for (const [trigger, { checkpoint }] of [...sessions].reverse()) {
		room -= checkpoint.size;
		if (room < 0) sessions.delete(trigger);
	}
}

interface Delivery {
	readonly state: unknown;
	readonly items: INodeExecutionData[];
}

export class TriggerSession {
	readonly checkpoint = new Checkpoint();
	private warnedAtMs = 0;
	private running: { readonly startedAtMs: number } | undefined;

	/** What is to be said after each poll is said once an hour. */
	warn(logger: Logger, warnings: readonly string[], details: IDataObject): void {
		if (warnings.length === 0 || Date.now() - this.warnedAtMs < WARN_EVERY_MS) return;
		this.warnedAtMs = Date.now();
		for (const text of warnings) logger.warn(`Collab Trigger: ${text}.`, details);
	}

	/**
	 * Runs a poll; null for nothing, as while another one is under way, which reads all that this one would. A poll that
	 * hangs must not silence its trigger: after the budget the next one runs, and what the first one finds late is dropped.
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
		const begun = this.checkpoint.begin(saved);
		if (!begun) return null;
		const running = { startedAtMs: Date.now() };
		this.running = running;
		const reading = read(begun.state);
		await Promise.allSettled([reading]);
		// Another poll reports what is to be reported.
		if (this.running !== running) return null;
		this.running = undefined;
		const { state, items } = await reading;
		this.checkpoint.end(saved, state, items.length > 0);
		makeRoom();
		return items.length > 0 ? [items] : null;
	}
}
