import type { Page, Window } from '../../../nodes/Collab/core/contract';
import { readPass, type ReadOptions } from '../../../nodes/Collab/core/pagination/pass';

/** One pass over what answers a window, in batches as a poll takes them. */
export async function* readRows(
	fetchWindow: (window: Window) => Promise<Page>,
	options: Omit<ReadOptions, 'query'>,
) {
	const query = { status: 'all', sortBy: 'updated_at', order: 'desc' } as const;
	const passes = readPass(async (_, window) => await fetchWindow(window), { ...options, query });
	for await (const { newRows, progress } of passes) {
		yield { projects: newRows, servedAtMs: progress.firstPage?.servedAtMs };
	}
}
