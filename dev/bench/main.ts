import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { Endings, runProgram } from '../demo/ending';
import { toSvg } from './chart';
import { startContest } from './contender';
import { toMarkdown, type Comparison } from './results';

const WHOLE = { sizes: [80, 100, 1000, 10_000, 100_000], latenciesMs: [0, 50] };
/** To see that it works; nothing is written. */
const QUICK = { sizes: [100], latenciesMs: [0] };

/** More of the short runs, which vary more. */
function runsFor(projects: number): number {
	if (projects <= 100) return 25;
	if (projects <= 1000) return 15;
	return projects <= 10_000 ? 9 : 1;
}

async function write(comparisons: readonly Comparison[]): Promise<void> {
	const file = join(__dirname, 'results.md');
	const style = await resolveConfig(file, { editorconfig: true });
	await writeFile(file, await format(toMarkdown(comparisons), { ...style, filepath: file }));
	await writeFile(join(__dirname, '..', '..', 'docs', 'benchmark.svg'), toSvg(comparisons));
	console.log('Written: dev/bench/results.md, docs/benchmark.svg');
}

/** Ends what it started after each list. */
async function main(quick: boolean, signal: AbortSignal, endings: Endings): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'collab-bench-'));
	endings.add(() => rm(folder, { recursive: true, force: true }));
	const { sizes, latenciesMs } = quick ? QUICK : WHOLE;
	const comparisons: Comparison[] = [];
	for (const projects of sizes) {
		console.log(`${projects.toLocaleString('en-US')} projects: starting one n8n for each workflow`);
		const running = new Endings();
		endings.add(() => running.run());
		const compare = await startContest(projects, { folder, signal, endings: running });
		for (const latency of latenciesMs) comparisons.push(await compare(latency, runsFor(projects)));
		await running.run();
	}
	console.log(`\n${toMarkdown(comparisons)}`);
	if (!quick) await write(comparisons);
}

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
void runProgram((signal, endings) => main(values.quick, signal, endings));
