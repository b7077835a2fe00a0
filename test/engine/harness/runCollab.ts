import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INodeParameters,
	type IRun,
	type NodeApiError,
	type NodeOperationError,
	type OnError,
} from 'n8n-workflow';
import { chain } from '../../../dev/host/template';
import { Collab } from '../../../nodes/Collab/Collab.node';
import { asSomebody, type CredentialStore } from './credentials';
import { additionalDataFor, nodeOf, workflowOf, type NodeCredentials } from './engine';

export interface CollabRun {
	readonly store: CredentialStore;
	readonly credentials: NodeCredentials;
	readonly parameters?: INodeParameters;
	/** The items that reach the node; one empty item without them. */
	readonly items?: IDataObject[];
	readonly onError?: OnError;
	/** Another node type than Collab itself. */
	readonly type?: string | undefined;
	/** The workflow's, instead of UTC. */
	readonly timezone?: string;
}

export type Outcome = ReturnType<typeof outcomeOf>;

export const CONFIRMED = {
	resource: 'authorization',
	operation: 'revoke',
	confirmRevocation: true,
};

export const runCollab = async (run: CollabRun): Promise<Outcome> => await startCollab(run).outcome;

/** Runs a workflow of two nodes: Manual Trigger, then Collab. */
export function startCollab(run: CollabRun) {
	const { store, items = [{}], type = 'n8n-nodes-collab.collab', ...rest } = run;
	const { parameters, timezone, ...more } = rest;
	const pinData = { Start: items.map((json) => ({ json })) };
	const nodes = [
		nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
		nodeOf('Collab', type, parameters, more),
	];
	const { connections } = chain('Run', nodes);
	const workflow = workflowOf(nodes, { connections, pinData, timezone });
	const data = createRunExecutionData({ resultData: { pinData } });
	const engine = new WorkflowExecute(additionalDataFor(store, 'manual'), 'manual', data);
	const execution = engine.run({ workflow, pinData });
	return {
		outcome: execution.then((ended) => outcomeOf(ended, 'Collab')),
		/** What the stop button does. */
		cancel: () => execution.cancel(),
	};
}

export function outcomeOf(run: IRun, nodeName: string) {
	const task = run.data.resultData.runData[nodeName]?.[0];
	const [items, errorItems] = task?.data?.['main'] ?? [];
	return {
		items: items ?? [],
		/** The error output, with `onError: 'continueErrorOutput'`. */
		errorItems: errorItems ?? [],
		error: task?.error as NodeApiError | NodeOperationError | undefined,
		hints: task?.hints ?? [],
		/** Everything n8n would keep of the execution. */
		run,
	};
}

/** What the editor shows to choose from. */
export async function choicesFor(
	{ store, credentials, parameters }: CollabRun,
	method: 'getOwners' | 'getStatuses' = 'getOwners',
	node: Pick<Collab, 'methods'> = new Collab(),
) {
	const collab = nodeOf('Collab', 'n8n-nodes-collab.collab', parameters, { credentials });
	const data = additionalDataFor(store, 'manual');
	data.currentNodeParameters = { authentication: 'apiKey', ...parameters };
	const context = new LoadOptionsContext(workflowOf([collab]), collab, data, '');
	return await node.methods.loadOptions[method].call(context);
}

/** Lists projects from that address; without a retry, unless `options` say otherwise. */
export const listFrom = async (baseUrl: string, options = {}, parameters = {}) =>
	await runCollab(
		asSomebody({ baseUrl }, { ...parameters, options: { maxRetryWait: 0, ...options } }),
	);

/** What every error has in common, whatever its cause. */
export function expectFailure(outcome: Outcome, happened: RegExp, advice: RegExp): void {
	expect(outcome.error?.message).toMatch(happened);
	expect(outcome.error?.description).toMatch(advice);
	expect(outcome.error?.context['itemIndex']).toBe(0);
	expect(outcome.items).toEqual([]);
	expect(outcome.run.status).toBe('error');
	expectNoSecretIn(outcome);
}

/** Not in what JSON hides either: messages, stacks and causes. @param more secrets beside those of `credentials.ts` */
export function expectNoSecretIn(value: unknown, more: string[] = []): void {
	const limits = { depth: null, maxStringLength: null, maxArrayLength: null };
	const all = inspect(value, { ...limits, showHidden: true, customInspect: false });
	for (const secret of ['secret-key', 'secret-token', 'secret-refresh', 'secret-client', ...more])
		expect(all).not.toContain(secret);
}

/**
 * For the tests of a file: the time limit of a request ends when a test lets time pass, not by the machine's clock. So no
 * outcome depends on how fast the machine is.
 */
export function limitClock() {
	const limits: Array<{ readonly ms: number; readonly end: AbortController }> = [];
	beforeEach(() => {
		limits.length = 0;
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const end = new AbortController();
			limits.push({ ms, end });
			return end.signal;
		});
	});
	afterEach(() => jest.restoreAllMocks());
	const pass = (seconds: number) => {
		const timeout = new DOMException('The time is over', 'TimeoutError');
		for (const { ms, end } of limits) if (ms <= seconds * 1_000) end.abort(timeout);
	};
	return {
		pass,
		/** A service that begins an answer and never ends it, until a minute has passed. */
		unending: (response: ServerResponse) => void response.write(' ', () => pass(60)),
		/** What was set in the test, in seconds. */
		set: () => limits.map(({ ms }) => ms / 1_000),
	};
}
