import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { Endings, runProgram } from '../demo/ending';
import { startContest } from './contender';
import { toMarkdown, type Comparison } from './results';

/** Numbers of projects, and how many runs each gets: short ones vary more. */
const RUNS = { 80: 25, 100: 25, 1000: 15, 10_000: 9, 100_000: 1 };

const LATENCIES_MS = [0, 50];

/** Ends what it started after each list. */
async function main(signal: AbortSignal, endings: Endings): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'collab-bench-'));
	endings.add(() => rm(folder, { recursive: true, force: true }));
	const comparisons: Comparison[] = [];
	for (const [size, runs] of Object.entries(RUNS)) {
		const projects = Number(size);
		console.log(`${projects.toLocaleString('en-US')} projects: starting one n8n for each workflow`);
		const running = new Endings();
		endings.add(() => running.run());
		const compare = await startContest(projects, { folder, signal, endings: running });
		for (const latency of LATENCIES_MS) comparisons.push(await compare(latency, runs));
		await running.run();
	}
	const results = await format(toMarkdown(comparisons), { parser: 'markdown' });
	await writeFile(join(__dirname, 'results.md'), results);
	console.log(`\n${results}\nWritten: dev/bench/results.md`);
}

void runProgram(main);
