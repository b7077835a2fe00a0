/** One poll: what n8n runs it for, what it asks the service, and what becomes of an error. */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { readItemFormat } from '../fields/output';
import type { Read } from '../fields/parameterValues';
import { readRequestSettings } from '../fields/requests';
import { toNodeError } from '../client/nodeErrors';
import { evaluationTimeOf } from '../client/runtime';
import { PATIENCE_MS, Service } from '../client/service';
import { poll } from '../core/changes/poll';
import { CollabError } from '../core/errors';
import { reportOn } from '../core/messages';
import { unsetOf } from './fields';
import { assertEventsPossible } from './impossibleEvents';
import { changeFormatter, readChangeOptions } from './parameters';
import { budgetMsOf, ORDINARY_BUDGET_MS, sessionOf } from './session';
import { testEventOf } from './testEvent';

type Purpose =
	/** A person fetches a test event. */
	| 'test'
	/** n8n registers the trigger, since a person publishes the workflow. */
	| 'publish'
	/** n8n registers it as n8n starts, or this main instance takes over. Nobody sees an error, or publishes again. */
	| 'start'
	/** Any other. */
	| 'changes';

/** n8n's durable scheduler ends a poll after 45 s. The other one would let polls overlap instead. */
const LONGEST_MS = 45_000;
/** The rest is for the answer under way when the time is up, and for emitting the items. */
const SHARE_OF_BUDGET = 0.8;

/** The classic scheduler makes one context for each registration and uses it for the polls that follow. */
const polled = new WeakSet<IPollFunctions>();

/** To be asked once for each poll. Durable polls have the mode `update`, as registrations may, but another budget. */
export function purposeOf(context: IPollFunctions): Purpose {
	if (context.getMode() === 'manual') return 'test';
	const isFirst = !polled.has(context);
	polled.add(context);
	const mode = context.getActivationMode();
	const isDurable = mode === 'update' && budgetMsOf(context) !== ORDINARY_BUDGET_MS;
	if (!isFirst || isDurable) return 'changes';
	return mode === 'init' || mode === 'leadershipChange' ? 'start' : 'publish';
}

/** Gives what a poll starts executions with, or null for nothing; in the editor, what Fetch Test Event shows. */
export async function runPoll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const purpose = purposeOf(this);
	const isRegistration = purpose === 'publish' || purpose === 'start';
	const { id: workflowId } = this.getWorkflow();
	try {
		if (purpose === 'test') return await fetchTestEvent(this);
		const session = sessionOf(this);
		return await session.poll(this, isRegistration, async (last) => {
			const { source, options, format, runtime } = await openSource(this, purpose);
			const polling = poll(last, source.fetchPage, options, runtime).finally(source.end);
			const { state, changes, facts } = await polling;
			const { summary, warnings } = reportOn(facts, changes);
			this.logger.debug(`Collab Trigger: ${summary}`, { workflowId });
			session.warn(this.logger, warnings, { workflowId });
			return { state, items: changes.map((change) => ({ json: format(change) })) };
		});
	} catch (error) {
		const nodeError = toNodeError(this, error, purpose === 'changes' ? 'trigger' : 'setup');
		const { message, description } = nodeError;
		if (!isRegistration) throw nodeError;
		if (!survives(purpose, error)) {
			// Where a person publishes, n8n shows the message alone.
			nodeError.message = [message, description].filter(Boolean).join('. ');
			throw nodeError;
		}
		const details = { workflowId, description };
		this.logger.warn(`Collab Trigger: ${message}. The next poll tries again.`, details);
		return null;
	}
}

/**
 * Whether the trigger may live although its registration's poll failed; if that poll keeps failing, n8n gives it up
 * until a person publishes it again. It may when n8n starts, and when a person publishes if the error passes by itself.
 * The next polls report what lasts.
 */
const survives = (purpose: Purpose, error: unknown): boolean =>
	purpose === 'start' || (error instanceof CollabError && error.isPassing && !error.isLasting);

/** Gives one item, which says that it is none of a change, and saves nothing. */
async function fetchTestEvent(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const { source, options, format, runtime } = await openSource(context, 'test');
	const change = await testEventOf(source.fetchPage, options, runtime).finally(source.end);
	return [[{ json: { ...format(change), is_test: true } }]];
}

async function openSource(context: IPollFunctions, purpose: Purpose) {
	const startedAtMs = Date.now();
	const pollMs = SHARE_OF_BUDGET * Math.min(budgetMsOf(context), LONGEST_MS);
	const budgetMs = purpose === 'test' ? PATIENCE_MS : pollMs;
	const read: Read = (name) => context.getNodeParameter(name, unsetOf(name));
	const source = await new Service(context).projects(undefined, {
		...readRequestSettings(read),
		deadlineMs: startedAtMs + budgetMs,
		isWatched: purpose !== 'changes',
	});
	const entered: Read = (name) => context.getNode().parameters[name];
	const at = evaluationTimeOf(context, startedAtMs);
	const options = readChangeOptions(read, entered, source.account, at);
	const isPublishing = purpose === 'publish';
	if (isPublishing || purpose === 'test') assertEventsPossible(read, options, at);
	const format = changeFormatter(readItemFormat(read, at), options);
	const timeUsed = () => (Date.now() - startedAtMs) / budgetMs;
	const runtime = { now: () => Date.now(), timeUsed, isPublishing };
	return { source, options, format, runtime };
}
