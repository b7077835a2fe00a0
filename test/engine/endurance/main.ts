/** The endurance run at full length, without Jest, which keeps things of its own in memory. */
import '../../sourceBeforeJson';
import '../harness/environment';
import { endure } from './endurance';

/** A leak of 1 kB in each poll would come to nine times as much between the first 1,000 polls and all 10,000. */
const HEAP_MARGIN_MB = 8;

async function main(): Promise<void> {
	const polls = Number(process.env['POLLS'] ?? 10_000);
	const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
	console.log(`${polls} polls (seed ${seed})`);
	const plan = { seed, polls, projects: 4000, busyRounds: 25, measurements: 10, longOutages: true };
	let first: { heapMB: number; openResources: number } | undefined;
	for await (const figures of endure(plan)) {
		console.log(figures);
		first ??= figures;
		const { faults, heapMB, openResources } = figures;
		if (heapMB > first.heapMB + HEAP_MARGIN_MB) faults.push('the heap has grown');
		if (openResources > first.openResources) faults.push('more is open than at first');
		if (faults.length > 0) throw new Error(faults.join('\n'));
	}
	console.log('Nothing was lost, nothing was delivered twice, nothing has grown.');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
