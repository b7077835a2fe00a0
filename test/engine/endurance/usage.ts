/** What this process uses, once everything that can be freed was freed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Usage {
	readonly heapBytes: number;
	/** Buffers, for the most part. */
	readonly externalBytes: number;
	readonly residentBytes: number;
	/** What keeps the process running, such as sockets and timers. */
	readonly openResources: readonly string[];
}

const COLLECTIONS = 3;
const LOOKS = 100;
const LOOK_EVERY_MS = 20;

export async function measureUsage(): Promise<Usage> {
	await untilSocketsAreClosed();
	await collectGarbage();
	const { heapUsed, external, rss } = process.memoryUsage();
	return {
		heapBytes: heapUsed,
		externalBytes: external,
		residentBytes: rss,
		openResources: process.getActiveResourcesInfo(),
	};
}

/** Connections are closed a moment after their answers; one that stays open is counted. */
async function untilSocketsAreClosed(): Promise<void> {
	const isOpen = () => process.getActiveResourcesInfo().includes('TCPSocketWrap');
	for (let look = 0; look < LOOKS && isOpen(); look += 1) {
		await sleep(LOOK_EVERY_MS);
	}
}

/** Like the option --expose-gc, without which this works too. What ends with one collection may free more for the next. */
async function collectGarbage(): Promise<void> {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	for (let round = 0; round < COLLECTIONS; round += 1) {
		collect();
		await sleep(LOOK_EVERY_MS);
	}
}
