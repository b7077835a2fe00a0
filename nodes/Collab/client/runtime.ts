/** The context of a run, a poll or a list to choose from, and what the core takes from outside. */
import {
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	sleep,
} from 'n8n-workflow';

import type { Runtime } from '../core/requests/limiter';
import { eitherOf, until } from './signals';

export type Context = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export function runtimeOf(context: Context): Runtime {
	return {
		now: () => Date.now(),
		sleep: async (ms, signal) => {
			const end = eitherOf(signal, stopSignalOf(context));
			// The oldest n8n's own sleep knows no signal.
			await until(end, sleep(ms, end));
		},
		random: () => Math.random(),
	};
}

/** Aborted when a person stops the execution. Polls have no such signal. */
export function stopSignalOf(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
