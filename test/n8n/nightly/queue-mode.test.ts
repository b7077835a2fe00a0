/** Queue mode, with Redis from Debian's package and the new PostgreSQL of `pg_virtualenv`, on the loopback address. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Endings } from '../../../dev/demo/ending';
import { type Host, startWorker } from '../../../dev/host/n8n';
import { freePort } from '../../../dev/host/ports';
import { chain, node, OFTEN } from '../../../dev/host/template';
import { until } from '../../../dev/host/waiting';
import {
	type ExecutionSummary,
	listExecutions,
	publishWorkflow,
	readExecution,
	type Workflow,
} from '../../../dev/host/workflows';
import { serve } from '../../engine/harness/scriptedServer';
import { start } from '../../stacks/stacks';
import { errorOf, newFolder, type Row, Stage } from '../stage';

const PROJECTS = 5_000;

/** Workflows know them as `$env.WORKER`. */
const WORKERS = ['one', 'two'];

const { PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD } = process.env;
const SETTINGS = {
	EXECUTIONS_MODE: 'queue',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: PGHOST,
	DB_POSTGRESDB_PORT: PGPORT,
	DB_POSTGRESDB_DATABASE: PGDATABASE,
	DB_POSTGRESDB_USER: PGUSER,
	DB_POSTGRESDB_PASSWORD: PGPASSWORD,
	N8N_ENCRYPTION_KEY: 'the same on every member',
	// While a worker has an execution, the next is the other's.
	N8N_CONCURRENCY_PRODUCTION_LIMIT: '1',
	// A killed worker is noticed within half a minute; one on a busy machine is not taken for killed.
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
	// Workflows report where they ran, by $env.WORKER.
	N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
};

const endings = new Endings();
const workers = new Map<string, Host>();
let stage: Stage;

/** The stage's n8n polls, two workers execute. Each has a folder, and so an installation of the package, of its own: as on machines of their own. */
beforeAll(async () => {
	const folder = await newFolder('queue-mode');
	endings.add(async () => await rm(folder, { recursive: true }));
	const port = String(await freePort());
	const redis = ['redis-server', '--port', port, '--bind', '127.0.0.1', '--save', ''];
	const ping = async () => await promisify(execFile)('redis-cli', ['-p', port, 'ping']);
	await start(redis, ping, endings);
	const environment = { ...SETTINGS, QUEUE_BULL_REDIS_PORT: port };
	stage = await Stage.open({ projects: PROJECTS }, environment);
	endings.add(async () => await stage.close());
	for (const WORKER of WORKERS) {
		const options = { userFolder: join(folder, WORKER), environment: { ...environment, WORKER } };
		const worker = await startWorker(options);
		endings.add(worker.stop);
		workers.set(WORKER, worker);
	}
});
afterAll(async () => await endings.run());

it('two runs at once, on both workers, list all; a token that expires under them is refreshed once', async () => {
	const webhook = { path: 'count', httpMethod: 'POST', responseMode: 'lastNode' };
	const jsonOutput = `={{ {
		projects: $('Collab').all().length,
		different: new Set($('Collab').all().map((item) => item.json.id)).size,
		worker: $env.WORKER,
	} }}`;
	const once = { typeVersion: 3.4, executeOnce: true };
	await stage.publish(
		chain('Count on request', [
			node('Webhook', 'n8n-nodes-base.webhook', webhook, { typeVersion: 2 }),
			node('Collab', 'n8n-nodes-collab.collab', { authentication: 'oAuth2', returnAll: true }),
			node('Count', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput }, once),
		]),
	);
	stage.sandbox.clearRequests();
	stage.sandbox.behavior.latencyMs = 300;
	const running = Promise.all(WORKERS.map(async () => await stage.ask<Row>('count')));
	while (stage.statusesAt('/v1/projects').length < 10) await sleep(5);
	stage.sandbox.expireAccessTokens();
	const counts = await running;
	stage.sandbox.behavior.latencyMs = 0;
	const all = { projects: PROJECTS, different: PROJECTS };
	expect(counts).toMatchObject([all, all]);
	expect(counts.map(({ worker }) => worker).sort()).toEqual(WORKERS);
	expect(stage.statusesAt('/v1/projects')).toContain(401);
	expect(stage.statusesAt('/oauth/token')).toEqual([200]);
});

interface Change {
	readonly name: string;
	readonly worker: string;
}

it('the items of an execution whose worker is killed are lost; from Changed Since on, they are delivered again', async () => {
	const received: Change[] = [];
	const changedSince = new Date().toISOString();
	const names = () => received.map(({ name }) => name);
	const { url } = await serve((response, { body }) => {
		const change = JSON.parse(body) as Change;
		const worker = workers.get(change.worker);
		if (received.push(change) === 1 && worker) process.kill(-worker.processId, 'SIGKILL');
		else response.end('{}');
	});
	const jsonBody = '={{ { name: $json.name, worker: $env.WORKER } }}';
	const post = { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody };
	const workflow = await stage.publish(
		chain('Watch and post', [
			node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', { pollTimes: OFTEN }),
			node('Post', 'n8n-nodes-base.httpRequest', post, { typeVersion: 4.2 }),
		]),
	);
	stage.sandbox.projects.create({ name: 'Before the kill' });
	await until('the kill', () => received[0]);
	stage.sandbox.projects.create({ name: 'After the kill' });
	const { id } = await until('the end of what was killed', async () => {
		const executions = await listExecutions(stage.session, workflow.id);
		return executions.find(({ status }) => status === 'error');
	});
	await stage.polls(1);
	expect(names()).toEqual(['Before the kill', 'After the kill']);
	const killed = await readExecution(stage.session, id);
	expect(errorOf(killed)).toMatch(/failed to be processed too many times/);
	expect(killed.data.resultData.runData).toEqual({});
	const retried = await stage.session.post<ExecutionSummary>(`/executions/${id}/retry`, {});
	expect(retried.status).toBe('error');

	const nodes = workflow.nodes.map((one) => {
		if (one.name !== 'Collab Trigger') return one;
		return { ...one, parameters: { ...one.parameters, startFrom: 'since', changedSince } };
	});
	const at = `/workflows/${workflow.id}`;
	const changed = await stage.session.patch<Workflow>(at, { ...workflow, nodes });
	await publishWorkflow(stage.session, changed);
	await until('what was lost', () =>
		names()
			.slice(2)
			.find((name) => name === 'Before the kill'),
	);
	await stage.unpublish(workflow);
});
