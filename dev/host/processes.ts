import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { until } from './waiting';

const GRACE_MS = 12_000;

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
