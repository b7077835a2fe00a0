import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const ASK_AGAIN_MS = 50;
const GRACE_MS = 12_000;

/** Asks every process of the group to end, waits, and insists when one does not. */
export async function endGroup(groupId: number, graceMs = GRACE_MS): Promise<void> {
	signal(groupId, 'SIGTERM');
	for (let waitedMs = 0; isAlive(groupId) && waitedMs < graceMs; waitedMs += ASK_AGAIN_MS) {
		await sleep(ASK_AGAIN_MS);
	}
	signal(groupId, 'SIGKILL');
	while (isAlive(groupId)) await sleep(ASK_AGAIN_MS);
}

function signal(groupId: number, name: 'SIGTERM' | 'SIGKILL'): void {
	try {
		process.kill(-groupId, name);
	} catch (error) {
		if (!isGone(error)) throw error;
	}
}

function isAlive(groupId: number): boolean {
	if (process.platform === 'linux') return membersOf(groupId).length > 0;
	try {
		process.kill(-groupId, 0);
		return true;
	} catch (error) {
		return !isGone(error);
	}
}

function isGone(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'ESRCH';
}

/**
 * The group's processes that still run. One that has ended but was not collected by its parent (in a
 * container, often for ever) counts as ended, which a signal to it would not tell.
 */
export function membersOf(groupId: number): number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((pid) => {
			const { group, state } = readStat(pid);
			return group === groupId && state !== 'Z' && state !== 'X';
		});
}

function readStat(pid: number): { state?: string; group?: number } {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return { state, group: Number(group) };
	} catch {
		return {};
	}
}
