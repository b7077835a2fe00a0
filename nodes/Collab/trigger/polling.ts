/**
 * n8n polls once when it registers a trigger: when a workflow is published, and when n8n starts. If that poll keeps
 * failing, the trigger stays dead until a person publishes the workflow again, even when the service is back.
 */
import { type IPollFunctions, sleep } from 'n8n-workflow';

import { CollabError } from '../core/errors';

/** n8n makes one context for each registration and uses it for the polls that follow. */
const seen = new WeakSet<IPollFunctions>();

/** Its durable scheduler makes one for each poll, and tells these apart by a budget below the ordinary one. */
const ORDINARY_BUDGET_MS = 5 * 60_000;

export function isRegistration(context: IPollFunctions): boolean {
	if (context.getMode() === 'manual' || isDurable(context)) return false;
	const isFirst = !seen.has(context);
	seen.add(context);
	return isFirst;
}

/** How long n8n lets a poll run. Older versions do not say, and do not limit it. */
export function budgetMsOf(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : ORDINARY_BUDGET_MS;
}

/** The node in its workflow, whichever context it is polled with. */
export function triggerOf(context: IPollFunctions): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}

/** n8n's durable scheduler gives each poll a context and a copy of the state of its own. */
export function isDurable(context: IPollFunctions): boolean {
	return budgetMsOf(context) !== ORDINARY_BUDGET_MS;
}

/**
 * Whether the trigger may live although its registration's poll failed: always when n8n starts, since nobody is there
 * to publish again; when a person publishes, only if the failure passes by itself. The next polls report what lasts.
 */
export function outlives(context: IPollFunctions, error: unknown): boolean {
	const mode = context.getActivationMode();
	if (mode === 'init' || mode === 'leadershipChange') return true;
	return error instanceof CollabError && PASSING.includes(error.kind);
}

const PASSING: ReadonlyArray<CollabError['kind']> = [
	'rateLimited',
	'unavailable',
	'listKeptChanging',
];

const underWay = new Map<unknown, Promise<unknown>>();

/**
 * Runs a poll unless one of the same trigger is under way, which tells all that this one could: then null, but only
 * when that one has ended. The first of two overlapping polls to end would take n8n's expressions from the other; under
 * the durable scheduler, both would begin from the same state. A trigger that was published again does not wait.
 */
export async function alone<T>(context: IPollFunctions, poll: () => Promise<T>): Promise<T | null> {
	const trigger = isDurable(context) ? triggerOf(context) : context;
	const other = underWay.get(trigger);
	if (other && (await endsWithin(budgetMsOf(context), other))) return null;
	const own = poll();
	const ended = own.catch(() => undefined);
	underWay.set(trigger, ended);
	try {
		return await own;
	} finally {
		if (underWay.get(trigger) === ended) underWay.delete(trigger);
	}
}

/** A poll that hangs must not silence its trigger for ever. */
async function endsWithin(ms: number, other: Promise<unknown>): Promise<boolean> {
	const over = new AbortController();
	const tooLong = sleep(ms, over.signal).then(() => false);
	return await Promise.race([other.then(() => true), tooLong]).finally(() => over.abort());
}
