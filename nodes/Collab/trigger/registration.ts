/**
 * n8n polls once when it registers a trigger: when a workflow is published, and when n8n starts. If that poll keeps
 * failing, the trigger stays dead until a person publishes the workflow again, even when the service is back.
 */
import type { IPollFunctions } from 'n8n-workflow';

import { CollabError, type NetworkReason } from '../core/errors';

/** Of the classic scheduler. The durable one has a lower budget, by which it is known. */
const ORDINARY_BUDGET_MS = 5 * 60_000;

/** How long n8n lets a poll run. Older versions do not say, and do not limit it. */
export function budgetMsOf(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : ORDINARY_BUDGET_MS;
}

/** n8n's durable scheduler gives each poll a context and a copy of the saved state of its own. */
export function isDurable(context: IPollFunctions): boolean {
	return budgetMsOf(context) !== ORDINARY_BUDGET_MS;
}

/**
 * Whether the trigger may live although its registration's poll failed: always when n8n starts, since nobody is there
 * to publish again; when a person publishes, only if the error passes by itself. The next polls report what lasts.
 */
export function survivesFailedRegistration(context: IPollFunctions, error: unknown): boolean {
	const mode = context.getActivationMode();
	if (mode === 'init' || mode === 'leadershipChange') return true;
	return error instanceof CollabError && passes(error);
}

function passes({ kind, data: { reason } }: CollabError): boolean {
	return PASSING.includes(kind) && !LASTING.some((lasting) => lasting === reason);
}

const PASSING: ReadonlyArray<CollabError['kind']> = [
	'rateLimited',
	'unavailable',
	'listKeptChanging',
];

/** Of a service that is not available: the address in the credential is wrong, or its host is not set up. */
const LASTING: readonly NetworkReason[] = [
	'hostNotFound',
	'noHttps',
	'certificateOfOtherHost',
	'untrustedCertificate',
];
