import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareCredentials } from '../../../dev/demo/credentials';
import { Endings } from '../../../dev/demo/ending';
import { type Host, startN8n, startWorker } from '../../../dev/host/n8n';
import { freePort } from '../../../dev/host/ports';
import { Session } from '../../../dev/host/session';
import type { WorkflowDraft } from '../../../dev/host/template';
import type { Workflow } from '../../../dev/host/workflows';
import { type Sandbox, startSandbox } from '../../../dev/sandbox';
import { OWNER } from '../../owner';
import { publish } from '../stage';
import { DATABASE, startPostgres } from './postgres';
import { execute, newFolder, startServer, type Server } from './server';

/** n8n in queue mode: a main instance that polls, two workers that execute, and a service that they are connected to. */
export interface Stage {
	readonly main: Host;
	readonly workers: ReadonlyMap<string, Host>;
	readonly session: Session;
	readonly sandbox: Sandbox;
	publish(draft: WorkflowDraft): Promise<Workflow>;
	close(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Workflows know them as `$env.WORKER`. */
export const WORKERS = ['one', 'two'];

const PACKAGE_FOLDER = join(__dirname, '..', '..', '..');

/** @param concurrency executions at once on each worker, at most: what one worker cannot take, the other must */
export async function openStage(projects: number, concurrency: number): Promise<Stage> {
	const endings = new Endings();
	try {
		return await open(projects, String(concurrency), endings);
	} catch (error) {
		await endings.run();
		throw error;
	}
}

async function open(projects: number, concurrency: string, endings: Endings): Promise<Stage> {
	const redis = await startRedis();
	endings.add(redis.stop);
	const postgres = await startPostgres();
	endings.add(postgres.stop);
	const environment = environmentOf(redis, postgres);
	const main = await startMember(startN8n, 'main', environment, endings);
	const limited = { ...environment, N8N_CONCURRENCY_PRODUCTION_LIMIT: concurrency };
	const starting = WORKERS.map(
		async (name) => [name, await startMember(startWorker, name, limited, endings)] as const,
	);
	const workers = new Map(await Promise.all(starting));
	const session = await Session.open(main.url, OWNER);
	const redirectUris = [`${main.url}/rest/oauth2-credential/callback`];
	const sandbox = await startSandbox({ projects, seed: 5, redirectUris });
	endings.add(async () => await sandbox.close());
	const credentials = await prepareCredentials(session, sandbox);
	return {
		main,
		workers,
		session,
		sandbox,
		publish: async (draft) => await publish(session, draft, credentials),
		close: async () => await endings.run(),
	};
}

/** Every member has a folder, and so an installation of the package, of its own: as on machines of their own. */
async function startMember(
	start: typeof startN8n,
	name: string,
	environment: Environment,
	endings: Endings,
): Promise<Host> {
	const userFolder = await newFolder(`n8n-${name}`);
	endings.add(async () => await rm(userFolder, { recursive: true, force: true }));
	const host = await start({
		userFolder,
		packageFolder: PACKAGE_FOLDER,
		environment: { ...environment, WORKER: name },
	});
	endings.add(host.stop);
	return host;
}

/** Redis without a file: the queue of one run. */
async function startRedis(): Promise<Server> {
	const port = await freePort();
	const folder = await newFolder('redis');
	const address = ['--port', String(port), '--bind', '127.0.0.1'];
	const inMemory = ['--save', '', '--appendonly', 'no', '--dir', folder];
	return await startServer({
		command: ['redis-server', ...address, ...inMemory],
		port,
		folder,
		ask: async () => await execute('redis-cli', ['-p', String(port), 'ping']),
	});
}

function environmentOf(redis: Server, postgres: Server): Environment {
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: DATABASE.name,
		DB_POSTGRESDB_USER: DATABASE.user,
		N8N_ENCRYPTION_KEY: 'the same on every member',
		// A killed worker is noticed in seconds instead of in a minute or two.
		QUEUE_WORKER_LOCK_DURATION: '6000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '1500',
		QUEUE_WORKER_STALLED_INTERVAL: '3000',
		// Workflows report where they ran, by $env.WORKER.
		N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
	};
}
