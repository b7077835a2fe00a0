/** What a process uses, as Linux reports it. */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const BYTES_PER_KB = 1024;
/** Linux counts CPU time in hundredths of a second, on every architecture. */
const MS_PER_TICK = 10;
const RESET_PEAK = '5';

const LOOK_EVERY_MS = 100;
const IDLE_LOOKS = 3;
const IDLE_WITHIN_MS = 60_000;

/** From here on `peakBytes` is the peak since now. */
export async function resetPeak(processId: number): Promise<void> {
	await writeFile(`/proc/${processId}/clear_refs`, RESET_PEAK);
}

export async function peakBytes(processId: number): Promise<number> {
	return await readStatus(processId, 'VmHWM');
}

export async function residentBytes(processId: number): Promise<number> {
	return await readStatus(processId, 'VmRSS');
}

async function readStatus(processId: number, field: string): Promise<number> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	const value = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
	if (value === undefined) throw new Error(`Process ${processId} has no ${field}`);
	return Number(value) * BYTES_PER_KB;
}

/** The process's own, in user and in system mode. */
export async function cpuMs(processId: number): Promise<number> {
	const stat = await readFile(`/proc/${processId}/stat`, 'utf8');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** Waits until the process has come to rest, so that what it does after one run does not slow the next. */
export async function untilIdle(processId: number): Promise<void> {
	let before = await cpuMs(processId);
	let idleLooks = 0;
	for (let waitedMs = 0; waitedMs < IDLE_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
		await sleep(LOOK_EVERY_MS);
		const now = await cpuMs(processId);
		idleLooks = now - before <= MS_PER_TICK ? idleLooks + 1 : 0;
		if (idleLooks === IDLE_LOOKS) return;
		before = now;
	}
}
