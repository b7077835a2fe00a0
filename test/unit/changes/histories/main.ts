/**
 * `npm run histories`: many random histories, others each time, without Jest, in which they take three times as long.
 * `HISTORIES` and `SEED` choose how many and which; ends with exit code 1 when one of them breaks the promise.
 */
import fc from 'fast-check';
import { play } from './player';
import { histories } from './randomHistories';

const HISTORIES = Number(process.env['HISTORIES'] ?? 100_000);
const FIRST_SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** A round has a seed of its own, with which it can be played again alone. */
const ROUND = 1_000;

async function main(): Promise<void> {
	let broken = 0;
	for (let played = 0; played < HISTORIES; played += ROUND) {
		const seed = FIRST_SEED + played / ROUND;
		const numRuns = Math.min(ROUND, HISTORIES - played);
		for (const [index, history] of fc.sample(histories, { numRuns, seed }).entries()) {
			const complaints = await play(history);
			if (complaints.length === 0) continue;
			broken += 1;
			console.log(`Seed ${seed}, history ${index}: ${complaints.slice(0, 3).join(' | ')}`);
		}
		console.log(`${played + numRuns} histories, ${broken} of them broken`);
	}
	process.exitCode = broken > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
