/** The endurance run at full length, without Jest, which keeps things of its own in memory. */
import '../../sourceBeforeJson';
import '../harness/environment';
import { endure, type Figures } from './endurance';

const POLLS = Number(process.env['POLLS'] ?? 10_000);
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** A leak of 1 kB in each poll would come to nine times as much between 1,000 and 10,000 polls. */
const HEAP_MARGIN_MB = 8;

async function main(): Promise<void> {
	console.log(`${POLLS} polls (seed ${SEED})`);
	const measureAt = [POLLS / 10, POLLS / 2, POLLS];
	const plan = { seed: SEED, busyRounds: 25, longOutages: true };
	const figures: Figures[] = [];
	for await (const measured of endure({ ...plan, polls: POLLS, projects: 4000, measureAt })) {
		console.log(measured);
		figures.push(measured);
	}
	const [first, last] = [figures[0], figures.at(-1)];
	if (!first || !last) throw new Error('nothing was measured');
	const faults = figures.flatMap((measured) => measured.faults);
	if (last.heapMB > first.heapMB + HEAP_MARGIN_MB) faults.push('the heap has grown');
	if (last.openResources > first.openResources) faults.push('more is open than at first');
	if (faults.length > 0) throw new Error(faults.join('\n'));
	console.log('Nothing was lost, nothing was delivered twice, nothing has grown.');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
