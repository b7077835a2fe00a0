/** The memory of a process, as Linux counts it. */
import { readFile, writeFile } from 'node:fs/promises';

const KB_PER_MB = 1024;

/** In megabytes: what the process has in memory now, and the most it had since the peak was last reset. */
export async function memoryOf(processId: number): Promise<{ nowMb: number; peakMb: number }> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	const read = (name: string) =>
		Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / KB_PER_MB;
	return { nowMb: read('VmRSS'), peakMb: read('VmHWM') };
}

/** From now on, the peak is that of what follows. */
export async function resetPeak(processId: number): Promise<void> {
	await writeFile(`/proc/${processId}/clear_refs`, '5');
}
