import type { IPollFunctions } from 'n8n-workflow';
import { sessionOf } from '../../../nodes/Collab/trigger/session';

/** As many as the trigger keeps. */
const SESSIONS = 500;

/**
 * Where n8n restarts, its process ends. Here the sessions of its triggers stay, each with a state, until as many others as
 * are kept have polled. To be called between polls only: those of the present triggers go, too.
 */
export function endSessions(): void {
	for (let number = 0; number < SESSIONS; number += 1) {
		const trigger = {
			getNode: () => ({ id: `nobody’s ${number}`, name: '' }),
			getWorkflow: () => ({ id: '' }),
		};
		sessionOf(trigger as unknown as IPollFunctions);
	}
}
