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

export function median(values: readonly number[]): number {
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
export function imposedMs({ requestsPerSecond, collab }: LimitedRun): number {
	const delayed = collab.requests - collab.refused - requestsPerSecond;
	return (1000 * Math.max(0, delayed)) / requestsPerSecond;
}
