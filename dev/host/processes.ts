import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './waiting';

/** The options of a Node.js that is to end, with its group, when this process is gone. */
export const FOLLOW_PARENT = [`--require=${join(__dirname, 'followParent.cjs')}`];

const GRACE_MS = 12_000;

/** Asks every process of the group to end, waits, and insists when one does not. */
export async function endGroup(groupId: number): Promise<void> {
	const areGone = () => !living().some(({ group }) => group === groupId) || undefined;
	const end = (name: NodeJS.Signals) => areGone() || process.kill(-groupId, name);
	end('SIGTERM');
	await until('the end of n8n', areGone, GRACE_MS).catch(() => end('SIGKILL'));
	await until('the end of n8n', areGone);
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
	const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
	return pids.flatMap((pid) => {
		try {
			const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
			const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			return 'ZX'.includes(state) ? [] : [{ pid, parent: Number(parent), group: Number(group) }];
		} catch {
			return []; // It ended in the meantime.
		}
	});
}
