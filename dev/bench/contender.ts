import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoOptions } from '../demo/demo';
import { ownerOf } from '../demo/owner';
import { createCredential } from '../host/credentials';
import { startN8n } from '../host/n8n';
import { request, Session } from '../host/session';
import { createWorkflow, publishWorkflow } from '../host/workflows';
import { type Sandbox, startSandbox } from '../sandbox';
import { type Comparison, median } from './results';
import { draft, PATH, STRATEGIES, type Strategy } from './workflows';

interface Surroundings extends Pick<DemoOptions, 'signal' | 'endings'> {
	/** Each n8n keeps its data in a folder of its own below it. */
	readonly folder: string;
}

/** These runs do not count: they load and compile code. */
const WARM_UPS = 2;

/** n8n still works after a run has ended, which would slow the next. */
const PAUSE_MS = 500;

/** Starts all ways to read a list of this size, each in an n8n of its own. This process serves the list. */
export async function startContest(projects: number, surroundings: Surroundings) {
	const sandbox = await startSandbox({ projects });
	surroundings.endings.add(sandbox.close);
	const contenders: Array<() => Promise<number>> = [];
	for (const read of Object.values(STRATEGIES))
		contenders.push(await startContender(read, sandbox, surroundings));
	for (let count = 0; count < WARM_UPS; count++) for (const run of contenders) await run();
	return async (latencyMs: number, runs: number): Promise<Comparison> => {
		sandbox.clearRequests();
		sandbox.configure({ latencyMs });
		const sides = contenders.map((run) => ({ run, ms: [] as number[] }));
		// They take turns, and every other time the last goes first, so that other load hits all.
		for (let count = 0; count < runs; count++) {
			const turn = count % 2 === 0 ? sides : sides.toReversed();
			for (const { run, ms } of turn) ms.push(await run());
		}
		return { projects, latencyMs, medians: sides.map(({ ms }) => median(ms)) };
	};
}

/** Gives a function that reads the whole list once and says how many milliseconds it took. */
async function startContender(
	read: Strategy,
	{ baseUrl, apiKey, projects }: Sandbox,
	{ folder, signal, endings }: Surroundings,
) {
	const userFolder = await mkdtemp(join(folder, 'n8n-'));
	const host = await startN8n({ userFolder, signal });
	endings.add(host.stop);
	const session = await Session.open(host.url, await ownerOf(userFolder));
	const data = { baseUrl, apiKey, allowedHttpRequestDomains: 'all' };
	const key = { name: 'Collab', type: 'collabApi', data };
	const credential = await createCredential(session, key);
	const workflow = draft(read(credential, baseUrl, projects.size));
	await publishWorkflow(session, await createWorkflow(session, workflow));
	return async (): Promise<number> => {
		await sleep(PAUSE_MS);
		const startedAt = performance.now();
		const answer = await request(`${host.url}/webhook/${PATH}`, { signal });
		const counts = (await answer.json()) as Readonly<Record<string, unknown>>;
		const ms = performance.now() - startedAt;
		// A time for less than the whole list would compare nothing.
		if (counts['count_id'] === projects.size && counts['unique_count_id'] === projects.size)
			return ms;
		throw new Error(`A run did not give each of ${projects.size} projects once`);
	};
}
