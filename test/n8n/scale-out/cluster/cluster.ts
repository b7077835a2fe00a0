import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Endings } from '../../../../dev/demo/ending';
import { type Host, type HostOptions, startN8n, startWorker } from '../../../../dev/host/n8n';
import { Session } from '../../../../dev/host/session';
import { DATABASE, startPostgres } from './postgres';
import { startRedis } from './redis';
import { newFolder, type Server } from './server';
import { OWNER } from '../../../owner';

/** n8n in queue mode: a main instance that polls, and workers that execute. */
export interface Cluster {
	readonly main: Host;
	readonly session: Session;
	/** One more worker, which workflows know as `$env.WORKER`; it executes at most `concurrency` at once. */
	addWorker(name: string, concurrency: number): Promise<Host>;
	stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const PACKAGE_FOLDER = join(__dirname, '..', '..', '..', '..');

export async function startCluster(): Promise<Cluster> {
	const endings = new Endings();
	try {
		const environment = await startServers(endings);
		const join = async (start: typeof startN8n, name: string, more: Environment = {}) =>
			await startMember(start, name, { ...environment, ...more }, endings);
		const main = await join(startN8n, 'main');
		return {
			main,
			session: await Session.open(main.url, OWNER),
			addWorker: async (name, concurrency) =>
				await join(startWorker, name, { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(concurrency) }),
			stop: async () => await endings.run(),
		};
	} catch (error) {
		await endings.run();
		throw error;
	}
}

async function startServers(endings: Endings): Promise<Environment> {
	const redis = await startRedis();
	endings.add(redis.stop);
	const postgres = await startPostgres();
	endings.add(postgres.stop);
	return environmentOf(redis, postgres);
}

/** Every member has a folder, and so an installation of the package, of its own: as on machines of their own. */
async function startMember(
	start: (options: HostOptions) => Promise<Host>,
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
