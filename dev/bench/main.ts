import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { format, resolveConfig } from 'prettier';
import { Endings, listenForEnding } from '../demo/ending';
import { toSvg } from './chart';
import type { Surroundings } from './contender';
import { Contest } from './contest';
import { describeMachine, duration, medianMs, speedUp, toMarkdown } from './results';
import type { Comparison, Results } from './results';

const REPOSITORY = join(__dirname, '..', '..');

const WHOLE = { sizes: [80, 100, 1000, 10_000, 100_000], latenciesMs: [0, 50], limited: 10_000 };
const QUICK = { sizes: [100], latenciesMs: [0], limited: 1000 };

const REQUESTS_PER_SECOND = 10;

/** More of the short runs, which vary more. */
function runsFor(projects: number): number {
	if (projects <= 100) return 25;
	if (projects <= 1000) return 15;
	return projects <= 10_000 ? 9 : 3;
}

/** Ends what it started after each list. */
async function bench(
	{ sizes, latenciesMs, limited }: typeof WHOLE,
	{ endings, ...surroundings }: Omit<Surroundings, 'onStarted'> & { endings: Endings },
): Promise<Results> {
	const start = async (projects: number) => {
		await endings.run();
		const size = projects.toLocaleString('en-US');
		console.log(`\n${size} projects: starting one n8n for each workflow`);
		const contest = await Contest.start(projects, { ...surroundings, onStarted: endings.add });
		await contest.warmUp();
		return contest;
	};
	const comparisons: Comparison[] = [];
	for (const projects of sizes) {
		const contest = await start(projects);
		for (const latencyMs of latenciesMs) {
			const comparison = await contest.compare(latencyMs, runsFor(projects));
			console.log(`  ${latencyMs} ms: ${describe(comparison)}`);
			comparisons.push(comparison);
		}
	}
	const contest = await start(limited);
	const run = await contest.runLimited(REQUESTS_PER_SECOND);
	console.log(`  ${REQUESTS_PER_SECOND} requests a second: ${duration(run.collab.ms)}`);
	return { machine: describeMachine(), comparisons, limited: run };
}

function describe(comparison: Comparison): string {
	const [collab, other] = [comparison.collab, comparison.httpRequest].map((series) =>
		duration(medianMs(series)),
	);
	return `Collab ${collab}, HTTP Request ${other}, ${speedUp(comparison).toFixed(2)} times faster`;
}

async function write(results: Results): Promise<void> {
	const file = join(__dirname, 'results.md');
	const style = await resolveConfig(file, { editorconfig: true });
	await writeFile(file, await format(toMarkdown(results), { ...style, filepath: file }));
	await mkdir(join(REPOSITORY, 'docs'), { recursive: true });
	await writeFile(join(REPOSITORY, 'docs', 'benchmark.svg'), toSvg(results.comparisons));
	console.log('Written: bench/results.md, docs/benchmark.svg');
}

async function main({ quick }: { quick?: true }): Promise<void> {
	const signal = listenForEnding();
	const endings = new Endings();
	const folder = await mkdtemp(join(tmpdir(), 'collab-bench-'));
	const surroundings = { folder, packageFolder: REPOSITORY, signal, endings };
	try {
		const results = await bench(quick ? QUICK : WHOLE, surroundings);
		console.log(`\n${toMarkdown(results)}`);
		if (!quick) await write(results);
	} catch (error) {
		if (!signal.aborted) console.error(error);
		process.exitCode = 1;
	} finally {
		await endings.run();
		await rm(folder, { recursive: true, force: true });
	}
}

void new Command('npm run bench --')
	.description('This package against an HTTP Request node with pagination, in a real n8n.')
	.option('--quick', 'one short list, to see that it works; nothing is written')
	.action(main)
	.parseAsync();
