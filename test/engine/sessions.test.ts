import type { IPollFunctions } from 'n8n-workflow';
import { sessionOf } from '../../nodes/Collab/trigger/session';

const sessionIn = (workflow: number) => {
	const context = {
		getNode: () => ({ id: 'trigger' }),
		getWorkflow: () => ({ id: `w${workflow}` }),
	};
	return sessionOf(context as unknown as IPollFunctions);
};

it('drops the session of a trigger that is gone once a hundred others have polled', () => {
	const first = sessionIn(0);
	for (let workflow = 1; workflow < 100; workflow++) sessionIn(workflow);
	expect(sessionIn(0)).toBe(first);
	for (let workflow = 1; workflow <= 100; workflow++) sessionIn(workflow);
	expect(sessionIn(0)).not.toBe(first);
});
