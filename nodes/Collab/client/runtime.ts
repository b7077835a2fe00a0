/** The context of a run or a poll, and what the core takes from outside. */
import { sleep, type IExecuteFunctions, type IPollFunctions } from 'n8n-workflow';

import type { Runtime } from '../core/requests/limiter';
import { eitherOf, endOfSignal, underSignals } from './signals';

export type Context = IExecuteFunctions | IPollFunctions;

export function runtimeOf(context: Context): Runtime {
	return {
		now: () => Date.now(),
		idleMs: () => performance.eventLoopUtilization().idle,
		sleep: async (ms, signal) => await sleepUnder(ms, [signal, stopSignalOf(context)]),
		random: () => Math.random(),
	};
}

export async function sleepUnder(ms: number, signals: Array<AbortSignal | undefined>) {
	await underSignals([eitherOf(...signals)], async ({ signal }) => {
		// n8n before 2.40 sleeps on when the signal ends.
		await Promise.race([sleep(ms, signal), endOfSignal(signal)]);
	});
}

/** Aborted when a person stops the execution. Polls have no such signal. */
export function stopSignalOf(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
