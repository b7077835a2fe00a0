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
const polled = new WeakSet<IPollFunctions>();

/**
 * What a poll is for:
 *
 * - test: a person fetches a test event.
 * - publish: n8n registers the trigger, since a person publishes the workflow.
 * - start: n8n registers it when it starts, or when this main instance takes over. Nobody is there to see an error, or to
 *   publish again.
 * - changes: any other.
 */
export type Purpose = 'test' | 'publish' | 'start' | 'changes';

/**
 * To be asked once for each poll. The durable scheduler makes a context for each, in mode `update`, which a registration
 * may have, too: only the budget tells the two apart.
 */
export function purposeOf(context: IPollFunctions): Purpose {
	if (context.getMode() === 'manual') return 'test';
	const isFirst = !polled.has(context);
	polled.add(context);
	const mode = context.getActivationMode();
	const isDurable = mode === 'update' && budgetMsOf(context) !== ORDINARY_BUDGET_MS;
	if (!isFirst || isDurable) return 'changes';
	return mode === 'init' || mode === 'leadershipChange' ? 'start' : 'publish';
}

/**
 * Whether the trigger may live although its registration's poll failed: always when n8n starts; when a person publishes,
 * only if the error passes by itself. The next polls report what lasts.
 */
export const survives = (purpose: Purpose, error: unknown): boolean =>
	purpose === 'start' || (error instanceof CollabError && error.isPassing && !error.isLasting);
