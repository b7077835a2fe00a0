import { setTimeout as delay } from 'node:timers/promises';
import type { FalseAnswers } from './listing';

/** All of these can be changed while the service runs. */
export const BEHAVIOR = {
	/** Wait before each answer of the list operation. */
	latencyMs: 0,
	/**
	 * List answers with status 200 that are wrong: without rows, with half of them, like those of an empty account, or like
	 * those of one that has half of the projects.
	 */
	falseAnswers: 'none' as FalseAnswers,
};

export type Behavior = typeof BEHAVIOR;

export function latencyOf(behavior: Behavior) {
	return async (): Promise<void> => {
		const { latencyMs } = behavior;
		// A closed service's wait keeps no process alive.
		if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false });
	};
}
