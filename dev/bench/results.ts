import { cpus, totalmem } from 'node:os';

const BYTES_PER_MB = 1024 ** 2;
const BYTES_PER_KB = 1024;
/** Below it, what every run needs hides what the rows need. */
const GROWTH_FROM = 1000;

/** What the benchmark finds out. Times in milliseconds, memory in bytes. */
export interface Run {
	readonly ms: number;
	/** CPU time of n8n. */
	readonly cpuMs: number;
	readonly requests: number;
	/** How many of the requests were refused with status 429. */
	readonly refused: number;
	/** Whether every project came out once. */
	readonly isComplete: boolean;
}

/** Memory of n8n before a run, and at its peak during the run. */
export interface MemoryUse {
	readonly restBytes: number;
	readonly peakBytes: number;
}

export interface Series {
	readonly runs: Run[];
	/** Of runs that are not timed: n8n is slower after its memory was freed. */
	readonly memory: MemoryUse[];
}

export interface Comparison {
	readonly projects: number;
	readonly latencyMs: number;
	readonly collab: Series;
	readonly httpRequest: Series;
}

/** A run against a service that limits requests, by a bucket that holds one second's worth. */
export interface LimitedRun {
	readonly projects: number;
	readonly requestsPerSecond: number;
	readonly collab: Run;
	readonly httpRequest: Run;
}

export interface Results {
	readonly machine: string;
	readonly comparisons: readonly Comparison[];
	readonly limited: LimitedRun;
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

export const medianMs = ({ runs }: Series) => median(runs.map(({ ms }) => ms));

/** How many times faster the package is. */
export function speedUp({ collab, httpRequest }: Comparison): number {
	return medianMs(httpRequest) / medianMs(collab);
}

/** The least time in which the limit lets through the successful requests of the run. */
function imposedMs({ requestsPerSecond, collab }: LimitedRun): number {
	const delayed = collab.requests - collab.refused - requestsPerSecond;
	return (1000 * Math.max(0, delayed)) / requestsPerSecond;
}

export function describeMachine(): string {
	const [cpu] = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	return `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${memory} GB`;
}

export function toMarkdown({ machine, comparisons, limited }: Results): string {
	const parts = [
		'# Benchmark',
		`Made by \`npm run bench\` on ${machine}: the pinned n8n with its default settings, the sandbox service and this program on one machine. Each figure is a median.`,
		'## Reading the whole list',
		compareTable(comparisons),
		'"Alternative" is an HTTP Request node with its own pagination (100 projects per page, no pause) and Split Out. Both workflows are started by a webhook and answer with a count. Runs take turns, each way of reading in an n8n of its own. Memory is the peak of the n8n process during a run that begins when n8n has freed all memory that it can.',
		'## Growth',
		'What one project costs the Collab workflow, and how much memory n8n takes on for it.',
		growthTable(comparisons),
		'## Under a rate limit',
		describeLimited(limited),
	];
	return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function compareTable(comparisons: readonly Comparison[]): string {
	return table(
		[
			'Projects',
			'Latency',
			'Collab',
			'Alternative',
			'Times faster',
			'Requests',
			'Alternative',
			'CPU of n8n',
			'Alternative',
			'Peak memory',
			'Alternative',
		],
		comparisons.map((comparison) => {
			const pair = (describe: (series: Series) => string) => [
				describe(comparison.collab),
				describe(comparison.httpRequest),
			];
			return [
				count(comparison.projects),
				`${comparison.latencyMs} ms`,
				...pair((series) => duration(medianMs(series))),
				speedUp(comparison).toFixed(2),
				...pair(({ runs }) => count(median(runs.map(({ requests }) => requests)))),
				...pair(({ runs }) => duration(median(runs.map(({ cpuMs }) => cpuMs)))),
				...pair(({ memory }) => megabytes(median(memory.map(({ peakBytes }) => peakBytes)))),
			];
		}),
	);
}

function growthTable(comparisons: readonly Comparison[]): string {
	return table(
		['Projects', 'Latency', 'Time', 'per project', 'Memory taken on', 'per project'],
		comparisons
			.filter(({ projects }) => projects >= GROWTH_FROM)
			.sort((a, b) => a.latencyMs - b.latencyMs || a.projects - b.projects)
			.map(({ projects, latencyMs, collab }) => {
				const ms = medianMs(collab);
				const bytes = median(collab.memory.map((use) => use.peakBytes - use.restBytes));
				return [
					count(projects),
					`${latencyMs} ms`,
					duration(ms),
					`${((1000 * ms) / projects).toFixed(0)} µs`,
					megabytes(bytes),
					`${(bytes / projects / BYTES_PER_KB).toFixed(1)} KB`,
				];
			}),
	);
}

function describeLimited(limited: LimitedRun): string {
	const { projects, requestsPerSecond, collab, httpRequest } = limited;
	const imposed = imposedMs(limited);
	const factor = imposed > 0 ? ` That is ${(collab.ms / imposed).toFixed(2)} times as long.` : '';
	const alternative = httpRequest.isComplete
		? `finished after ${duration(httpRequest.ms)}`
		: `failed after ${count(httpRequest.requests)} requests`;
	return [
		`${count(projects)} projects from a service that allows ${requestsPerSecond} requests a second:`,
		`the Collab workflow finished without a failure in ${duration(collab.ms)}, with ${count(collab.requests - collab.refused)} requests and ${count(collab.refused)} that were refused and sent again;`,
		`the limit itself imposes ${duration(imposed)}.${factor} The alternative ${alternative}.`,
	].join(' ');
}

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---:')), ...rows.map(line)].join('\n');
}

const count = (value: number) => value.toLocaleString('en-US');

export function duration(ms: number): string {
	if (ms < 995) return `${Math.round(ms)} ms`;
	return `${(ms / 1000).toFixed(ms < 9_950 ? 2 : 1)} s`;
}

const megabytes = (bytes: number) => `${count(Math.round(bytes / BYTES_PER_MB))} MB`;
