/** How long it takes until somebody who waits is told that the service does not answer. */
import { asSomebody } from '../harness/credentials';
import { TOOL } from '../harness/engine';
import { choicesFor, type CollabRun, limitClock, runCollab } from '../harness/runCollab';
import { serve } from '../harness/scriptedServer';
import { testTrigger } from '../harness/triggers';

const limits = limitClock();

const loadOwners = async (run: CollabRun) =>
	await choicesFor(run).catch((error: unknown) => ({ error }));

it.each<[who: string, seconds: number, ask: (run: CollabRun) => Promise<unknown>]>([
	['the program that called a tool', 50, async (run) => await runCollab({ ...run, type: TOOL })],
	['who opened the list of owners', 15, loadOwners],
	['who fetches a test event', 15, testTrigger],
])('%s is told after %d seconds, whatever Timeout is', async (_who, seconds, ask) => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
	const service = await serve((response) => {
		clock.mockReturnValue(Date.now() + seconds * 1_000);
		limits.unending(response);
	});
	const message = expect.stringMatching(/^The service did not answer in time/) as string;
	const run = asSomebody(service, { options: { timeout: 300 } });
	expect(await ask(run)).toMatchObject({ error: { message } });
	// Of one request, which nothing follows.
	expect(limits.set()).toEqual([seconds]);
});
