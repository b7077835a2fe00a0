import { cpus, totalmem } from 'node:os';
import { STRATEGIES } from './workflows';

export interface Comparison {
	readonly projects: number;
	readonly latencyMs: number;
	/** The median time of a run of each strategy, in milliseconds. */
	readonly medians: readonly number[];
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
		'"Alternative" is an HTTP Request node with its pagination (100 projects per page, no pause), then Split Out. "16 at once" is an HTTP Request node that is told how many pages there are, asks for 16 of them at once and checks nothing. A webhook starts each workflow, which answers with a count. Runs take turns, each in an n8n of its own.\n',
	].join('\n\n');
}

function tableOf(comparisons: readonly Comparison[]): string {
	const head = ['Projects', 'Latency', ...Object.keys(STRATEGIES)];
	const rows = comparisons.map(({ projects, latencyMs, medians }) => [
		projects.toLocaleString('en-US'),
		`${latencyMs} ms`,
		...medians.map(duration),
	]);
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [head, head.map(() => '---:'), ...rows].map(line).join('\n');
}
