import { setTimeout as sleep } from 'node:timers/promises';

const ASK_AGAIN_MS = 100;

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
