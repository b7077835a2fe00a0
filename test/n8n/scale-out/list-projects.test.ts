import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../../../dev/host/request';
import { scriptedServer, type ScriptedServer } from '../../engine/harness/scriptedServer';
import { openStage, type Stage, WORKERS } from './stage';
import { countOnRequest } from './workflows';

const PROJECTS = 10_000;
const RUNS = 10;

/** So that ten runs at once need both workers. */
const RUNS_PER_WORKER = RUNS / WORKERS.length;

interface Count {
	readonly projects: string;
	readonly different: string;
	readonly worker: string;
}

let stage: Stage;
let startLine: ScriptedServer;
let address: string;

beforeAll(async () => {
	startLine = await openStartLine();
	stage = await openStage(PROJECTS, RUNS_PER_WORKER);
	const path = randomUUID();
	await stage.publish(countOnRequest(path, startLine.url));
	address = `${stage.main.url}/webhook/${path}`;
});
afterAll(async () => {
	await stage?.close();
	await startLine?.close();
});
beforeEach(() => stage.sandbox.clearRequests());

/** Answers once ten runs have arrived: none reads before all have begun. */
async function openStartLine(): Promise<ScriptedServer> {
	const arrived: Array<() => void> = [];
	return await scriptedServer((response) => {
		arrived.push(() => response.end('{}'));
		if (arrived.length === RUNS) for (const answer of arrived.splice(0)) answer();
	});
}

async function tenRuns(): Promise<Count[]> {
	const counts = Array.from({ length: RUNS }, async () => await (await request(address)).json());
	return (await Promise.all(counts)) as Count[];
}

const statuses = (path: string) =>
	stage.sandbox.requests.filter((request) => request.path === path).map(({ status }) => status);

/** All projects, each once, in every run; both workers took part; one refresh, which succeeded. */
function expectAllWell(counts: Count[]): void {
	const all = { projects: String(PROJECTS), different: String(PROJECTS) };
	expect(counts).toEqual(counts.map(({ worker }) => ({ ...all, worker })));
	expect(new Set(counts.map(({ worker }) => worker))).toEqual(new Set(WORKERS));
	expect(statuses('/oauth/token')).toEqual([200]);
}

it('ten runs at once refresh a token that expired before them once, and all succeed', async () => {
	stage.sandbox.expireAccessTokens();
	expectAllWell(await tenRuns());
});

it('ten runs at once refresh a token that expires under them once, and all succeed', async () => {
	const running = tenRuns();
	while (statuses('/v1/projects').length < 300) await sleep(5);
	stage.sandbox.expireAccessTokens();
	expectAllWell(await running);
	expect(statuses('/v1/projects')).toContain(401);
});
