/** The trigger's way to the service: its source, options and runtime. */
import { type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { readAuthentication } from '../fields/authentication';
import { filterContextOf } from '../fields/filters/filter';
import { readItemFormat } from '../fields/output';
import type { Read } from '../fields/parameterValues';
import { readRequestOptions } from '../fields/requestOptions';
import { toNodeError } from '../client/nodeErrors';
import { PATIENCE_MS, Service } from '../client/service';
import { poll } from '../core/changes/poll';
import { sampleChange } from '../core/changes/sample';
import { unsetOf } from './fields';
import { assertEventsPossible, changeFormatter, readChangeOptions } from './parameters';
import { budgetMsOf, isPublishing, registers, survivesFailedRegistration } from './registration';
import { sessionOf } from './session';

/** n8n's durable scheduler ends a poll after 45 s. The other one would let polls overlap instead. */
const LONGEST_MS = 45_000;
/** The rest is for the answer under way when the time is up, and for emitting the items. */
const SHARE_OF_BUDGET = 0.8;

const MAX_CONCURRENT_REQUESTS = 8;

/** Gives what a poll starts executions with, or null for nothing; in the editor, what Fetch Test Event shows. */
export async function runPoll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = this.getMode() === 'manual';
	const isRegistration = !isTest && registers(this);
	const { id: workflowId } = this.getWorkflow();
	try {
		if (isTest) return await fetchTestEvent(this);
		const session = sessionOf(this);
		return await session.poll(this, isRegistration, async (last) => {
			const { state, changes, report, format } = await readChanges(this, last, isRegistration);
			this.logger.debug(`Collab Trigger: ${report.summary}`, { workflowId });
			session.warn(this.logger, report.warnings, { workflowId });
			return { state, items: changes.map((change) => ({ json: format(change) })) };
		});
	} catch (error) {
		const nodeError = toNodeError(this, error, isTest || isRegistration ? 'setup' : 'trigger');
		const { message, description } = nodeError;
		if (!isRegistration) throw nodeError;
		if (!survivesFailedRegistration(this, error)) {
			// Where a person publishes, n8n shows the message alone.
			nodeError.message = [message, description].filter(Boolean).join('. ');
			throw nodeError;
		}
		const details = { workflowId, description };
		this.logger.warn(`Collab Trigger: ${message}. The next poll tries again.`, details);
		return null;
	}
}

async function readChanges(context: IPollFunctions, lastState: unknown, isRegistration: boolean) {
	const budgetMs = SHARE_OF_BUDGET * Math.min(budgetMsOf(context), LONGEST_MS);
	const isSettingUp = isPublishing(context, isRegistration);
	const opened = await openSource(context, budgetMs, isRegistration, isSettingUp);
	const { source, options, format, runtime } = opened;
	const polling = poll(lastState, source.fetchPage, options, runtime).finally(source.end);
	return { ...(await polling), format };
}

/** Gives one item, which says that it is none of a change, and saves nothing. */
async function fetchTestEvent(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const { source, options, format, runtime } = await openSource(context, PATIENCE_MS, true, true);
	const change = await sampleChange(source.fetchPage, options, runtime).finally(source.end);
	return [[{ json: { ...format(change), is_test: true } }]];
}

/**
 * @param isWatched n8n or a person waits for the end of this poll
 * @param isPublishing a person publishes or tests the trigger
 */
async function openSource(
	context: IPollFunctions,
	budgetMs: number,
	isWatched: boolean,
	isPublishing: boolean,
) {
	const startedAtMs = Date.now();
	const read: Read = (name) => context.getNodeParameter(name, unsetOf(name));
	const source = await new Service(context).projects(undefined, readAuthentication(read), {
		...readRequestOptions(read),
		maxConcurrentRequests: MAX_CONCURRENT_REQUESTS,
		deadlineMs: startedAtMs + budgetMs,
		isWatched,
	});
	const entered: Read = (name) => context.getNode().parameters[name];
	const filterContext = filterContextOf(context, startedAtMs);
	const options = readChangeOptions(read, entered, source.account, filterContext);
	if (isPublishing) assertEventsPossible(read, options, filterContext);
	const format = changeFormatter(readItemFormat(read, filterContext.at), options);
	const timeUsed = () => (Date.now() - startedAtMs) / budgetMs;
	const runtime = { now: () => Date.now(), timeUsed, isPublishing };
	return { source, options, format, runtime };
}
