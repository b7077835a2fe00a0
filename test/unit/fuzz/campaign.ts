/** How many random cases are tried, and with which seed: `CASES=1000000 SEED=7 npm run jest -- fuzz`. */
export const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const asked = process.env['CASES'];

/** For `fc.assert`; the count of a usual run is as many as take a few seconds. */
export const campaign = (usualCount: number) => ({
	seed: SEED,
	numRuns: asked === undefined ? usualCount : Number(asked),
});

/** Counts how the cases of one campaign ended, and prints it. */
export class Tally {
	private readonly counts = new Map<string, number>();

	constructor(private readonly name: string) {}

	count(ending: string): void {
		this.counts.set(ending, (this.counts.get(ending) ?? 0) + 1);
	}

	print(): void {
		const total = Array.from(this.counts.values()).reduce((sum, count) => sum + count, 0);
		const endings = Array.from(this.counts, ([ending, count]) => `${count} ${ending}`).sort();
		process.stdout.write(`${this.name}: ${total} cases (seed ${SEED}): ${endings.join(', ')}\n`);
	}
}
