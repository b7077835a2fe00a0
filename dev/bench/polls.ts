/**
 * What an idle poll costs where 25,000 projects are known with ten watched fields, beside another checkout's in one run:
 * `node --expose-gc --max-semi-space-size=256 --import tsx dev/bench/polls.ts [folder]`.
 */
import { join } from 'node:path';
import type { poll as Poll } from '../../nodes/Collab/core/changes/poll';
import type { FetchPage, Project } from '../../nodes/Collab/core/contract';
import { median } from './median';

const PROJECTS = 25_000;
const RUNS = 21;
const START_MS = Date.UTC(2026, 0, 1);
const FIELDS = Array.from({ length: 10 }, (_, index) => `field_${index}`);

const projects = Array.from({ length: PROJECTS }, (_, index): Project => {
	const stamp = new Date(START_MS + index * 1000).toISOString();
	const values = FIELDS.map((field) => [field, index % 7]);
	const id = `proj_${10_000_000 + index}`;
	return { id, created_at: stamp, updated_at: stamp, ...Object.fromEntries(values) } as Project;
});
const newestFirst = projects.toReversed();

const fetchPage: FetchPage = async ({ order }, { page, perPage }) => {
	const rows = (order === 'asc' ? projects : newestFirst).slice(
		(page - 1) * perPage,
		page * perPage,
	);
	const hasNext = page * perPage < PROJECTS;
	// Older checkouts call them projects.
	return await Promise.resolve({
		rows,
		projects: rows,
		pagination: { perPage, totalItems: PROJECTS, hasNext },
	});
};

const OPTIONS: Parameters<typeof Poll>[2] = {
	origin: 'bench',
	status: 'all',
	events: ['updated'],
	matches: undefined,
	inclusion: '',
	dueSoonDays: 7,
	staleDays: 30,
	timeZone: 'UTC',
	fieldsToWatch: FIELDS,
	includePreviousValues: false,
	startFrom: 'now',
	lookBackMs: 300_000,
};

/** Gives a function that polls once, and says what that took and what is kept after it. */
async function triggerOf(folder: string) {
	const { poll } = (await import(join(folder, 'nodes/Collab/core/changes/poll'))) as {
		poll: typeof Poll;
	};
	let nowMs = START_MS + PROJECTS * 1000;
	const kept: { state?: unknown } = {};
	const store = { load: () => kept.state, save: (state: unknown) => void (kept.state = state) };
	const run = async () => {
		nowMs += 600_000;
		await poll(store, fetchPage, OPTIONS, { now: () => nowMs, timeUsed: () => 0 });
	};
	for (let warmUp = 0; warmUp < 6; warmUp++) await run();
	return async () => {
		globalThis.gc?.();
		const [cpu, heap] = [process.cpuUsage(), process.memoryUsage().heapUsed];
		await run();
		const { user, system } = process.cpuUsage(cpu);
		const allocatedMb = (process.memoryUsage().heapUsed - heap) / 1e6;
		const saved = Buffer.from(JSON.stringify(kept.state));
		kept.state = undefined;
		globalThis.gc?.();
		const without = process.memoryUsage().heapUsed;
		kept.state = JSON.parse(saved.toString()) as unknown;
		globalThis.gc?.();
		const keptMb = (process.memoryUsage().heapUsed - without) / 1e6;
		return { cpuMs: (user + system) / 1000, allocatedMb, keptMb };
	};
}

async function main(): Promise<void> {
	const folders = [join(__dirname, '../..'), ...process.argv.slice(2)];
	const triggers = await Promise.all(folders.map(triggerOf));
	const results = folders.map((): Array<Awaited<ReturnType<(typeof triggers)[0]>>> => []);
	for (let run = 0; run < RUNS; run++)
		for (const [index, measure] of triggers.entries()) results[index]!.push(await measure());
	for (const [index, folder] of folders.entries()) {
		const of = (what: 'cpuMs' | 'allocatedMb' | 'keptMb') =>
			median(results[index]!.map((result) => result[what])).toFixed(1);
		console.log(`${folder}: ${of('cpuMs')} ms, ${of('allocatedMb')} MB, keeps ${of('keptMb')} MB`);
	}
}

void main();
