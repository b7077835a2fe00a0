/** The context of a run, a poll or a list to choose from, and what the core takes from outside. */
import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { getGlobalState, sleep } from 'n8n-workflow';
import { evaluationTimeIn } from '../core/query/computedFields';
import type { Runtime } from '../core/requests/limiter';

export type Context = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export function runtimeOf(context: Context): Runtime {
	return {
		now: () => Date.now(),
		sleep: async (ms, end) =>
			await until([end, ...stopSignalsOf(context)], async (own) => sleep(ms, own)),
		random: () => Math.random(),
	};
}

/** n8n resolves no `DEFAULT` and no empty zone for nodes; its own nodes take both for the zone of the instance. */
export function evaluationTimeOf(context: Pick<Context, 'getTimezone'>, nowMs = Date.now()) {
	const set = context.getTimezone();
	const timeZone = set === '' || set === 'DEFAULT' ? getGlobalState().defaultTimezone : set;
	return evaluationTimeIn(timeZone, nowMs);
}

/** Aborted when a person stops the execution. Polls have no such signal. */
export function stopSignalsOf(context: Context): AbortSignal[] {
	const stop = 'getExecutionCancelSignal' in context && context.getExecutionCancelSignal();
	return stop ? [stop] : [];
}

/**
 * Acts with a signal that ends with any of these and with the act itself, so that no connection stays open unread.
 * Rejects as soon as one ends: n8n's token requests know no signal. Node.js warns of many listeners on a shared one.
 */
export async function until<T>(ends: AbortSignal[], act: (own: AbortSignal) => Promise<T>) {
	const done = new AbortController();
	const own = AbortSignal.any([done.signal, ...ends]);
	const ended = new Promise<never>((_, reject) => {
		const end = () => reject(own.reason as Error);
		if (own.aborted) end();
		else own.addEventListener('abort', end);
	});
	// A reason is given, because Node.js makes an error with a stack where none is.
	return await Promise.race([act(own), ended]).finally(() => done.abort('done'));
}
