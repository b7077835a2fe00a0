import { cpus, totalmem } from 'node:os';

/** The median times of a run, in milliseconds. */
export interface Comparison {
	readonly projects: number;
	readonly latencyMs: number;
	readonly collabMs: number;
	readonly httpRequestMs: number;
}

/** The number of values must be odd. */
export function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[(values.length - 1) / 2] ?? NaN;
}

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
		`Made by \`npm run bench\` on ${machine}: the pinned n8n with default settings, the sandbox and this program on one machine. Each figure is a median; for 100,000 projects, one run.`,
		tableOf(comparisons),
		'"Alternative" is an HTTP Request node with its pagination (100 projects per page, no pause), then Split Out. A webhook starts both workflows, which answer with a count. Runs take turns, each in an n8n of its own.\n',
	].join('\n\n');
}

function tableOf(comparisons: readonly Comparison[]): string {
	const head = ['Projects', 'Latency', 'Collab', 'Alternative', 'Times faster'];
	const rows = comparisons.map(({ projects, latencyMs, collabMs, httpRequestMs }) => [
		projects.toLocaleString('en-US'),
		`${latencyMs} ms`,
		duration(collabMs),
		duration(httpRequestMs),
		(httpRequestMs / collabMs).toFixed(2),
	]);
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [head, head.map(() => '---:'), ...rows].map(line).join('\n');
}
