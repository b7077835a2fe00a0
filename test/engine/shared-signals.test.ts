import { getEventListeners } from 'node:events';
import { sleepUnder } from '../../nodes/Collab/client/runtime';

describe('requests that pause together', () => {
	const wait = (shared: AbortController) =>
		Array.from({ length: 20 }, async () => await sleepUnder(60_000, [shared.signal, undefined]));

	it('listen to the signal that they share through signals of their own, so that Node.js warns of no leak', async () => {
		const shared = new AbortController();
		const pauses = Promise.allSettled(wait(shared));
		expect(getEventListeners(shared.signal, 'abort')).toHaveLength(0);
		shared.abort();
		await pauses;
	});

	it('all end with it', async () => {
		const shared = new AbortController();
		const pauses = Promise.allSettled(wait(shared));
		shared.abort(new Error('nobody waits'));
		for (const pause of await pauses) expect(pause.status).toBe('rejected');
	});
});
