import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { scriptedServers, type Script } from '../harness/scriptedServer';
import { expectFailure, listFrom } from './failing';

const serve = scriptedServers();

/** One byte at a time, for ever: no pause is as long as the timeout. */
const drips: Script = (response) => {
	const drip = setInterval(() => response.write(' '), 10);
	response.on('close', () => clearInterval(drip));
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('an answer’s deadline holds although memory is freed meanwhile', async () => {
	const service = await serve(drips);
	const listing = listFrom(service.baseUrl, { options: { timeout: 0.5 } });
	await service.arrived(1);
	// Two rounds: what the first one finds unreachable is gone after the second.
	for (let round = 0; round < 2; round += 1) {
		collectGarbage();
		await nextTurn();
	}
	expectFailure(await listing, /did not answer in time/, /Try again later/);
});
