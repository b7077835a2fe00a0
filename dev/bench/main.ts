import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { Endings, runProgram } from '../demo/ending';
import { startContest } from './contender';
import { toMarkdown, type Comparison } from './results';

/** By numbers of projects, how many runs: more of the short ones, which vary more. */
const RUNS = { 80: 25, 100: 25, 1000: 15, 10_000: 9, 100_000: 1 };

async function write(comparisons: readonly Comparison[]): Promise<void> {
	const results = await format(toMarkdown(comparisons), { parser: 'markdown' });
	await writeFile(join(__dirname, 'results.md'), results);
	console.log('Written: dev/bench/results.md');
}

/** Ends what it started after each list. */
async function main(quick: boolean, signal: AbortSignal, endings: Endings): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'collab-bench-'));
	endings.add(() => rm(folder, { recursive: true, force: true }));
	// Quick is to see that it works; nothing is written.
	const latenciesMs = quick ? [0] : [0, 50];
	const comparisons: Comparison[] = [];
	for (const [size, runs] of Object.entries(quick ? { 100: 25 } : RUNS)) {
		const projects = Number(size);
		console.log(`${projects.toLocaleString('en-US')} projects: starting one n8n for each workflow`);
		const running = new Endings();
		endings.add(() => running.run());
		const compare = await startContest(projects, { folder, signal, endings: running });
		for (const latency of latenciesMs) comparisons.push(await compare(latency, runs));
		await running.run();
	}
	console.log(`\n${toMarkdown(comparisons)}`);
	if (!quick) await write(comparisons);
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
void runProgram((signal, endings) => main(values.quick, signal, endings));
