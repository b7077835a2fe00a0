/** Queue mode, with Redis from Debian's package and the new PostgreSQL of `pg_virtualenv`, on the loopback address. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Endings } from '../../../dev/demo/ending';
import { startWorker } from '../../../dev/host/n8n';
import { freePort } from '../../../dev/host/ports';
import { chain, node } from '../../../dev/host/template';
import { start } from '../../stacks/stacks';
import { newFolder, type Row, Stage } from '../stage';

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
	// Workflows report where they ran, by $env.WORKER.
	N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
};

const endings = new Endings();
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
	stage = await Stage.open({ projects: PROJECTS }, { environment });
	endings.add(async () => await stage.close());
	for (const WORKER of WORKERS) {
		const options = { userFolder: join(folder, WORKER), environment: { ...environment, WORKER } };
		endings.add((await startWorker(options)).stop);
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
