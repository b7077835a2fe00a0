/** What the benchmark finds out. Times in milliseconds, memory in bytes. */
export interface Run {
	readonly ms: number;
	/** CPU time of n8n. */
	readonly cpuMs: number;
	/** Memory of n8n before the run, and at its peak during the run. */
	readonly restBytes: number;
	readonly peakBytes: number;
	readonly requests: number;
	/** How many of the requests were refused with status 429. */
	readonly refused: number;
	/** Whether every project came out once. */
	readonly isComplete: boolean;
}

export interface Comparison {
	readonly projects: number;
	readonly latencyMs: number;
	readonly collab: readonly Run[];
	readonly httpRequest: readonly Run[];
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

export type Figure = Exclude<keyof Run, 'isComplete'>;

export function median(runs: readonly Run[], figure: Figure): number {
	const sorted = runs.map((run) => run[figure]).sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** How many times faster the package is. */
export function speedUp({ collab, httpRequest }: Comparison): number {
	return median(httpRequest, 'ms') / median(collab, 'ms');
}

/** The least time in which the limit lets through the successful requests of the run. */
export function imposedMs({ requestsPerSecond, collab }: LimitedRun): number {
	const delayed = collab.requests - collab.refused - requestsPerSecond;
	return (1000 * Math.max(0, delayed)) / requestsPerSecond;
}
