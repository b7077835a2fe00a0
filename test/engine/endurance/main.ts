/** The endurance run at full length, without Jest, which keeps things of its own in memory. */
import '../../sourceBeforeJson';
import '../harness/environment';
import { growth, oversizedStates } from './bounds';
import { endure } from './endurance';
import { head, incidentsIn, row } from './figures';

const POLLS = Number(process.env['POLLS'] ?? 10_000);
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

async function main(): Promise<void> {
	console.log(`${POLLS} polls (seed ${SEED})\n${head()}`);
	const figures = await endure({
		seed: SEED,
		polls: POLLS,
		projects: 4000,
		calmRounds: 150,
		longOutages: true,
		measureAt: [POLLS / 10, POLLS / 2, POLLS],
		onMeasured: (measured) => console.log(row(measured)),
	});
	const last = figures.at(-1);
	if (last) console.log(`Rounds: ${incidentsIn(last)}.`);
	const faults = [...figures.flatMap(oversizedStates), ...growth(figures)];
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) process.exitCode = 1;
	else console.log('Nothing was lost, nothing was delivered twice, nothing has grown.');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
