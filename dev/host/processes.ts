import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const ASK_AGAIN_MS = 50;

/** Asks every process of the group to end, waits, and insists when one does not. */
export async function endGroup(groupId: number, graceMs = 12_000): Promise<void> {
	const isAlive = () => living().some(({ group }) => group === groupId);
	const end = (name: NodeJS.Signals) => {
		try {
			process.kill(-groupId, name);
		} catch {
			// It has ended.
		}
	};
	end('SIGTERM');
	for (let waitedMs = 0; isAlive() && waitedMs < graceMs; waitedMs += ASK_AGAIN_MS) {
		await sleep(ASK_AGAIN_MS);
	}
	end('SIGKILL');
	while (isAlive()) await sleep(ASK_AGAIN_MS);
}

/** The processes that this one has started, and what those have started, as far as they still run. */
export function livingDescendants(ancestor = process.pid): number[] {
	const all = living();
	const below = (ancestors: number[]): number[] => {
		const children = all.flatMap(({ pid, parent }) => (ancestors.includes(parent) ? [pid] : []));
		return children.length === 0 ? [] : [...children, ...below(children)];
	};
	return below([ancestor]);
}

export const isRunning = (pid: number) => living().some((process) => process.pid === pid);

/**
 * One that has ended but was not collected by its parent (in a container, often for ever) counts as
 * ended, which a signal to it would not show.
 */
function living() {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => readProcess(Number(name)));
}

function readProcess(pid: number) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return 'ZX'.includes(state) ? [] : [{ pid, parent: Number(parent), group: Number(group) }];
	} catch {
		return []; // It ended in the meantime.
	}
}
