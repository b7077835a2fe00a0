import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { until } from './waiting';

const GRACE_MS = 12_000;

export type Group = ChildProcess & { readonly pid: number };

/** Starts a program in a process group of its own, so that what it starts can be ended with it. `setpriv` asks it to end when this process is gone, in whatever way. */
export function startGroup(command: readonly string[], options: SpawnOptions = {}): Group {
	const all = { detached: true, stdio: 'ignore', ...options } as const;
	const child = spawn('setpriv', ['--pdeathsig=TERM', ...command], all);
	if (child.pid === undefined) throw new Error('setpriv (Debian: util-linux) is missing');
	return child as Group;
}

/** Asks every process of the group to end, waits, and insists when one does not. */
export async function endGroup(groupId: number): Promise<void> {
	const areGone = () => !living().some(({ group }) => group === groupId) || undefined;
	const end = (name: NodeJS.Signals) => areGone() || process.kill(-groupId, name);
	end('SIGTERM');
	await until('the end of n8n', areGone, GRACE_MS).catch(() => end('SIGKILL'));
	await until('the end of n8n', areGone);
}

export const isRunning = (pid: number) => living().some((process) => process.pid === pid);

/**
 * One that has ended but was not collected by its parent (in a container, often for ever) counts as
 * ended, which a signal to it would not show.
 */
function living() {
	const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
	return pids.flatMap((pid) => {
		try {
			const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
			const [state = '', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			return 'ZX'.includes(state) ? [] : [{ pid, group: Number(group) }];
		} catch {
			return []; // It ended in the meantime.
		}
	});
}
