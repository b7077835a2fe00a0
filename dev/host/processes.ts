import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const GRACE_MS = 12_000;
const ASK_AGAIN_MS = 100;

export type Group = ChildProcess & { readonly pid: number };

/**
 * Starts a program in a process group of its own, so that what it starts can be ended with it. `setpriv` asks it to end
 * when this process is gone, in whatever way.
 */
export function startGroup(command: readonly string[], options: SpawnOptions = {}): Group {
	const all = { detached: true, stdio: 'ignore', ...options } as const;
	const child = spawn('setpriv', ['--pdeathsig=TERM', ...command], all);
	if (child.pid === undefined) throw new Error('setpriv (Debian: util-linux) is missing');
	return child as Group;
}

/** Asks every process of the group to end, waits, and insists when one does not. */
export async function endGroup(groupId: number): Promise<void> {
	const areGone = () => !isAlive(groupId) || undefined;
	const end = (name: NodeJS.Signals) => areGone() || process.kill(-groupId, name);
	end('SIGTERM');
	await until('the end of a program', areGone, GRACE_MS).catch(() => end('SIGKILL'));
	await until('the end of a program', areGone);
}

/**
 * Whether a process of the group still runs. One that has ended and was not collected by its parent, as often in a
 * container, does not run, though a signal to it would succeed.
 */
function isAlive(groupId: number): boolean {
	const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	return pids.some((pid) => {
		try {
			const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
			const [state = '', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			return Number(group) === groupId && !'ZX'.includes(state);
		} catch {
			return false; // It ended in the meantime.
		}
	});
}

/** Asks until something is found, and gives that; fails if it takes too long. */
export async function until<T>(
	what: string,
	find: () => Promise<T | undefined> | T | undefined,
	withinMs = 120_000,
): Promise<T> {
	for (let waitedMs = 0; waitedMs < withinMs; waitedMs += ASK_AGAIN_MS) {
		const found = await find();
		if (found !== undefined) return found;
		await sleep(ASK_AGAIN_MS);
	}
	throw new Error(`Waited ${withinMs / 1000} s for ${what}`);
}

/** The wanted port, or the next one above it that nobody listens on; 0 takes any free one. */
export async function freePort(wanted = 0): Promise<number> {
	const server = createServer().listen(wanted, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return await freePort(wanted + 1);
	}
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}
