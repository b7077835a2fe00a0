import { cpus, totalmem } from 'node:os';

/** What the benchmark finds out: the times of each run, in milliseconds. */
export interface Comparison {
	readonly projects: number;
	readonly latencyMs: number;
	readonly collabMs: readonly number[];
	readonly httpRequestMs: readonly number[];
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** How many times faster the package is. */
export const speedUp = ({ collabMs, httpRequestMs }: Comparison) =>
	median(httpRequestMs) / median(collabMs);

export function duration(ms: number): string {
	if (ms < 995) return `${Math.round(ms)} ms`;
	return `${(ms / 1000).toFixed(ms < 9_950 ? 2 : 1)} s`;
}

export function toMarkdown(comparisons: readonly Comparison[]): string {
	const [cpu] = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${memory} GB`;
	return [
		'# Benchmark',
		`Made by \`npm run bench\` on ${machine}: the pinned n8n with its default settings, the sandbox service and this program on one machine. Each figure is a median; of 100,000 projects, it is one run.`,
		tableOf(comparisons),
		'"Alternative" is an HTTP Request node with its own pagination (100 projects per page, no pause) and Split Out. Both workflows are started by a webhook and answer with a count. Runs take turns, each way of reading in an n8n of its own.\n',
	].join('\n\n');
}

function tableOf(comparisons: readonly Comparison[]): string {
	const head = ['Projects', 'Latency', 'Collab', 'Alternative', 'Times faster'];
	const rows = comparisons.map((comparison) => [
		comparison.projects.toLocaleString('en-US'),
		`${comparison.latencyMs} ms`,
		duration(median(comparison.collabMs)),
		duration(median(comparison.httpRequestMs)),
		speedUp(comparison).toFixed(2),
	]);
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [head, head.map(() => '---:'), ...rows].map(line).join('\n');
}
