/** How long it takes until somebody who waits is told that the service does not answer. */
import { asSomebody } from '../harness/credentials';
import { TOOL } from '../harness/engine';
import { choicesFor, type CollabRun, runCollab } from '../harness/runCollab';
import { type ScriptedServer, serve } from '../harness/scriptedServer';
import { testTrigger } from '../harness/triggers';

let service: ScriptedServer;
/** By a clock that goes on by what is waited for, so that nobody has to wait. */
let passedMs = 0;

beforeEach(async () => {
	service = await serve(() => undefined);
	const { setTimeout: start } = globalThis;
	const startedAtMs = Date.now();
	let tries = 0;
	passedMs = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => startedAtMs + passedMs);
	// The time of a try is over as soon as its request has arrived.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const end = new AbortController();
		void service.arrived(++tries).then(() => {
			passedMs += ms;
			end.abort(new DOMException('too late', 'TimeoutError'));
		});
		return end.signal;
	});
	const pause = (act: () => void, ms = 0) => {
		const isPause = ms >= 200 && ms <= 5_000;
		if (isPause) passedMs += ms;
		return start(act, isPause ? 0 : ms);
	};
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(pause);
});
afterEach(() => jest.restoreAllMocks());

const loadOwners = async (run: CollabRun) =>
	await choicesFor(run).catch((error: unknown) => ({ error }));

it.each<[who: string, mostMs: number, ask: (run: CollabRun) => Promise<unknown>]>([
	[
		'the program that called a tool',
		59_000,
		async (run) => await runCollab({ ...run, type: TOOL }),
	],
	['who opened the list of owners', 16_000, loadOwners],
	['who fetches a test event', 16_000, testTrigger],
])('%s is told within %d ms', async (_who, mostMs, ask) => {
	const message = expect.stringMatching(/^The service did not answer in time/) as string;
	expect(await ask(asSomebody(service))).toMatchObject({ error: { message } });
	expect(passedMs).toBeGreaterThan(0);
	expect(passedMs).toBeLessThan(mostMs);
});
