import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { format, resolveConfig } from 'prettier';
import { Endings, listenForEnding } from '../demo/ending';
import { toSvg } from './chart';
import { Contest } from './contest';
import { describeMachine, duration, toMarkdown } from './report';
import { medianMs, speedUp, type Comparison, type LimitedRun, type Results } from './results';

interface Options {
	readonly sizes?: readonly number[];
	readonly latencies?: readonly number[];
	readonly runs?: number;
	readonly package: string;
}

const REPOSITORY = join(__dirname, '..', '..');
const SIZES = [80, 100, 1000, 10_000, 100_000];
const LATENCIES_MS = [0, 50];
const LIMITED_SIZE = 10_000;
const REQUESTS_PER_SECOND = 10;

/** More of the short runs, which vary more. */
function runsFor(projects: number): number {
	if (projects <= 100) return 25;
	if (projects <= 1000) return 15;
	return projects <= 10_000 ? 9 : 3;
}

class Bench {
	constructor(
		private readonly options: Options,
		private readonly folder: string,
		private readonly signal: AbortSignal,
		private readonly endings: Endings,
	) {}

	async run(): Promise<Results> {
		const comparisons: Comparison[] = [];
		for (const projects of this.options.sizes ?? SIZES) {
			comparisons.push(...(await this.withContest(projects, (contest) => this.compare(contest))));
		}
		const limited = await this.withContest(LIMITED_SIZE, (contest) => this.limit(contest));
		return { machine: describeMachine(), comparisons, limited };
	}

	private async withContest<T>(
		projects: number,
		use: (contest: Contest) => Promise<T>,
	): Promise<T> {
		console.log(
			`\n${projects.toLocaleString('en-US')} projects: starting one n8n for each workflow`,
		);
		const contest = await Contest.start(projects, {
			folder: this.folder,
			packageFolder: this.options.package,
			signal: this.signal,
			onStarted: this.endings.add,
		});
		const result = await use(contest);
		await this.endings.run();
		return result;
	}

	private async compare(contest: Contest): Promise<Comparison[]> {
		await contest.warmUp();
		const comparisons: Comparison[] = [];
		for (const latencyMs of this.options.latencies ?? LATENCIES_MS) {
			const runs = this.options.runs ?? runsFor(contest.projects);
			const comparison = await contest.compare(latencyMs, runs);
			console.log(`  ${latencyMs} ms: ${describe(comparison)}`);
			comparisons.push(comparison);
		}
		return comparisons;
	}

	private async limit(contest: Contest): Promise<LimitedRun> {
		await contest.warmUp();
		const limited = await contest.runLimited(REQUESTS_PER_SECOND);
		console.log(`  ${REQUESTS_PER_SECOND} requests a second: ${duration(limited.collab.ms)}`);
		return limited;
	}
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

async function main(options: Options): Promise<void> {
	const signal = listenForEnding();
	const endings = new Endings();
	const folder = await mkdtemp(join(tmpdir(), 'collab-bench-'));
	try {
		const results = await new Bench(options, folder, signal, endings).run();
		console.log(`\n${toMarkdown(results)}`);
		const isWhole = !options.sizes && !options.latencies && !options.runs;
		if (isWhole) await write(results);
		else console.log('Nothing was written: only a run of the whole benchmark is for the record.');
	} catch (error) {
		if (!signal.aborted) console.error(error);
		process.exitCode = 1;
	} finally {
		await endings.run();
		await rm(folder, { recursive: true, force: true });
	}
}

function wholeNumber(text: string): number {
	const value = Number(text);
	if (Number.isSafeInteger(value) && value >= 0) return value;
	throw new InvalidArgumentError('It must be a whole number.');
}

const wholeNumbers = (text: string) => text.split(',').map(wholeNumber);

void new Command('npm run bench --')
	.description('This package against an HTTP Request node with pagination, in a real n8n.')
	.option('--sizes <numbers>', `projects, such as ${SIZES.join(',')}`, wholeNumbers)
	.option('--latencies <numbers>', `in ms, such as ${LATENCIES_MS.join(',')}`, wholeNumbers)
	.option('--runs <number>', 'runs of each workflow at each size and latency', wholeNumber)
	.option('--package <folder>', 'where the built package lies', REPOSITORY)
	.action(main)
	.parseAsync();
