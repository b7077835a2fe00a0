/**
 * n8n polls once when it registers a trigger: when a workflow is published, and when n8n starts. If that poll keeps
 * failing, the trigger stays dead until a person publishes the workflow again, even when the service is back.
 */
import type { IPollFunctions } from 'n8n-workflow';

import { CollabError } from '../core/errors';

/** All polls but those of the durable scheduler have this one. */
const ORDINARY_BUDGET_MS = 5 * 60_000;

/** How long n8n lets a poll run. Older versions do not say, and do not limit it. */
export function budgetMsOf(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : ORDINARY_BUDGET_MS;
}

/** The classic scheduler makes one context for each registration and uses it for the polls that follow. */
const known = new WeakSet<IPollFunctions>();

/**
 * Whether n8n registers the trigger with this poll; to be asked once for each poll. The durable scheduler makes a
 * context for each poll, in mode `update`, which a registration may have, too: only the budget tells the two apart.
 */
export function registers(context: IPollFunctions): boolean {
	const isFirst = !known.has(context);
	known.add(context);
	const mayBeDurable = context.getActivationMode() === 'update';
	return isFirst && !(mayBeDurable && budgetMsOf(context) !== ORDINARY_BUDGET_MS);
}

/** Whether n8n starts, or this main instance takes over: nobody is there to see an error, or to publish again. */
function startsUp(context: IPollFunctions): boolean {
	const mode = context.getActivationMode();
	return mode === 'init' || mode === 'leadershipChange';
}

/** Whether a person publishes the workflow with this poll, which n8n `registers` the trigger with. */
export const isPublishing = (context: IPollFunctions, isRegistration: boolean) =>
	isRegistration && !startsUp(context);

/**
 * Whether the trigger may live although its registration's poll failed: always when n8n starts; when a person publishes,
 * only if the error passes by itself. The next polls report what lasts.
 */
export function survivesFailedRegistration(context: IPollFunctions, error: unknown): boolean {
	if (startsUp(context)) return true;
	return error instanceof CollabError && error.isPassing && !error.isLasting;
}
