import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCredential } from '../host/credentials';
import { startN8n } from '../host/n8n';
import { request, Session } from '../host/session';
import { createWorkflow, publishWorkflow } from '../host/workflows';
import type { Comparison } from './results';
import { type Access, startService } from './service';
import { COLLAB, draft, HTTP_REQUEST, type Strategy } from './workflows';

export interface Surroundings {
	/** For n8n's data; one folder below it for each n8n. */
	readonly folder: string;
	readonly signal: AbortSignal;
	/** Given what ends a started process, at once. */
	readonly onStarted: (end: () => Promise<void>) => void;
}

const OWNER = {
	email: 'owner@collab.example',
	password: 'Collab-bench-1',
	firstName: 'Olu',
	lastName: 'Owner',
};

const PATH = 'run';

/** Runs that are not counted, in which code is loaded and compiled. */
const WARM_UPS = 2;

/** What n8n does after one run is not to slow the next. */
const PAUSE_MS = 500;

/** Reads the whole list once, in an n8n that has nothing else to do; the milliseconds that it took. */
type Contender = () => Promise<number>;

/** Both ways to read one list of a given size, each in an n8n of its own. */
export async function startContest(projects: number, surroundings: Surroundings) {
	const { access, configure, stop } = await startService(projects);
	surroundings.onStarted(stop);
	const collab = await startContender(COLLAB, projects, access, surroundings);
	const httpRequest = await startContender(HTTP_REQUEST, projects, access, surroundings);
	for (let count = 0; count < WARM_UPS; count++) {
		await collab();
		await httpRequest();
	}
	return async (latencyMs: number, runs: number): Promise<Comparison> => {
		await configure({ latencyMs });
		const sides = [
			{ run: collab, ms: [] as number[] },
			{ run: httpRequest, ms: [] as number[] },
		] as const;
		// They take turns, and every other time the second goes first: what else the machine does hits both.
		for (let count = 0; count < runs; count++) {
			const turn = count % 2 === 0 ? sides : sides.toReversed();
			for (const { run, ms } of turn) ms.push(await run());
		}
		return { projects, latencyMs, collabMs: sides[0].ms, httpRequestMs: sides[1].ms };
	};
}

async function startContender(
	strategy: Strategy,
	projects: number,
	{ baseUrl, apiKey }: Access,
	{ folder, signal, onStarted }: Surroundings,
): Promise<Contender> {
	const host = await startN8n({ userFolder: await mkdtemp(join(folder, 'n8n-')), signal });
	onStarted(async () => await host.stop());
	const session = await Session.open(host.url, OWNER);
	const key = { name: 'Collab', type: 'collabApi', data: { baseUrl, apiKey } };
	const credential = await createCredential(session, key);
	const workflow = draft(strategy, { path: PATH, credential, baseUrl });
	await publishWorkflow(session, await createWorkflow(session, workflow));
	return async () => {
		await sleep(PAUSE_MS);
		const startedAt = performance.now();
		const answer = await request(`${host.url}/webhook/${PATH}`, { signal });
		const counts = (await answer.json()) as Readonly<Record<string, unknown>>;
		const ms = performance.now() - startedAt;
		// A time for less than the whole list would compare nothing.
		if (counts['count_id'] === projects && counts['unique_count_id'] === projects) return ms;
		throw new Error(`A run did not give each of ${projects} projects once`);
	};
}
