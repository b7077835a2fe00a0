import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { format } from 'prettier';
import { type Row, Stage } from '../../test/n8n/stage';
import { Endings, runProgram } from '../demo/ending';
import { draft, STRATEGIES } from './workflows';

/** Numbers of projects, and how many runs each gets: short ones vary more. */
const RUNS = { 100: 25, 1000: 15, 10_000: 9, 100_000: 1 };

const LATENCIES_MS = [0, 50];

/** These runs do not count: they load and compile code. */
const WARM_UPS = 2;

/** n8n still works after a run has ended, which would slow the next. */
const PAUSE_MS = 500;

type Cells = readonly string[];

/** Gives a row of the table for each latency. This process serves the list. */
async function compare(projects: number, runs: number, signal: AbortSignal, endings: Endings) {
	const stage = await Stage.open({ projects });
	endings.add(async () => await stage.close());
	const { apiKey } = stage.credentials;
	const paths: string[] = [];
	for (const read of Object.values(STRATEGIES)) {
		const path = `run-${paths.length}`;
		await stage.publish(draft(path, read(apiKey, stage.sandbox.baseUrl, projects)));
		paths.push(path);
	}
	const timeOf = async (path: string) => {
		await sleep(PAUSE_MS, undefined, { signal });
		const startedAt = performance.now();
		const counts = await stage.ask<Row>(path);
		const ms = performance.now() - startedAt;
		// A time for less than the whole list would compare nothing.
		if (counts['count_id'] === projects && counts['unique_count_id'] === projects) return ms;
		throw new Error(`A run did not give each of ${projects} projects once`);
	};
	for (let run = 0; run < WARM_UPS; run++) for (const path of paths) await timeOf(path);
	const rows: Cells[] = [];
	for (const latencyMs of LATENCIES_MS) {
		stage.sandbox.behavior.latencyMs = latencyMs;
		const times = paths.map((path) => ({ path, ms: [] as number[] }));
		// They take turns, and every other time the last goes first, so that other load hits all.
		for (let run = 0; run < runs; run++)
			for (const { path, ms } of run % 2 === 0 ? times : times.toReversed())
				ms.push(await timeOf(path));
		const medians = times.map(({ ms }) => duration(median(ms)));
		rows.push([projects.toLocaleString('en-US'), `${latencyMs} ms`, ...medians]);
	}
	return rows;
}

/** The number of values must be odd. */
function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[(values.length - 1) / 2] ?? NaN;
}

function duration(ms: number): string {
	if (ms < 995) return `${Math.round(ms)} ms`;
	return `${(ms / 1000).toFixed(ms < 9_950 ? 2 : 1)} s`;
}

function toMarkdown(rows: readonly Cells[]): string {
	const head = ['Projects', 'Latency', ...Object.keys(STRATEGIES)];
	const line = (cells: Cells) => `| ${cells.join(' | ')} |`;
	const memory = Math.round(totalmem() / 1024 ** 3);
	const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, ${memory} GB`;
	return [
		'# Benchmark',
		`Made by \`npm run bench\` on ${machine}: the pinned n8n with default settings, the sandbox and this program on one machine. Each figure is a median; for 100,000 projects, one run.`,
		[head, head.map(() => '---:'), ...rows].map(line).join('\n'),
		'"Alternative" is an HTTP Request node with its pagination (100 per page, no pause), then Split Out. "16 at once" knows how many pages there are, asks for 16 at once and checks nothing. Runs take turns.\n',
	].join('\n\n');
}

void runProgram(async (signal, endings) => {
	const rows: Cells[] = [];
	for (const [size, runs] of Object.entries(RUNS)) {
		console.log(`${Number(size).toLocaleString('en-US')} projects`);
		const running = new Endings();
		endings.add(() => running.run());
		rows.push(...(await compare(Number(size), runs, signal, running)));
		await running.run();
	}
	const results = await format(toMarkdown(rows), { parser: 'markdown' });
	await writeFile(join(__dirname, 'results.md'), results);
	console.log(`\n${results}\nWritten: dev/bench/results.md`);
});
