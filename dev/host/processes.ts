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
	return membersOf(groupId).length > 0;
}

function isGone(error: unknown): boolean {
	// Not `instanceof Error`: in Jest, Node's own errors come from another world.
	return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH';
}

function membersOf(groupId: number): number[] {
	return living().flatMap(({ pid, group }) => (group === groupId ? [pid] : []));
}

/** The processes that this one has started, and what those have started, as far as they still run. */
export function livingDescendants(ancestor = process.pid): number[] {
	const all = living();
	const childrenOf = (parents: number[]): number[] =>
		all.flatMap(({ pid, parent }) => (parents.includes(parent) ? [pid] : []));
	const found: number[] = [];
	for (let next = childrenOf([ancestor]); next.length > 0; next = childrenOf(next)) {
		found.push(...next);
	}
	return found;
}

export function isRunning(pid: number): boolean {
	return living().some((process) => process.pid === pid);
}

interface Process {
	readonly pid: number;
	readonly parent: number;
	readonly group: number;
}

/**
 * One that has ended but was not collected by its parent (in a container, often for ever) counts as
 * ended, which a signal to it would not show.
 */
function living(): Process[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => readProcess(Number(name)));
}

function readProcess(pid: number): Process[] {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return state === 'Z' || state === 'X'
			? []
			: [{ pid, parent: Number(parent), group: Number(group) }];
	} catch {
		return []; // It ended in the meantime.
	}
}
