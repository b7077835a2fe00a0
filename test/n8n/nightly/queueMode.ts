/** Queue mode, with Redis and PostgreSQL from Debian's packages, on the loopback address. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endings } from '../../../dev/demo/ending';
import { type Host, startWorker } from '../../../dev/host/n8n';
import { newFolder, Stage } from '../stage';
import { startPostgres, startRedis } from './databases';

/** Workflows know them as `$env.WORKER`. */
export const WORKERS = ['one', 'two'];

/**
 * n8n in queue mode: the stage's n8n polls, two workers execute. Each has a folder, and so an installation of the package, of
 * its own: as on machines of their own.
 */
export async function openQueueMode(projects: number, endings: Endings) {
	const folder = await newFolder('queue-mode');
	endings.add(async () => await rm(folder, { recursive: true }));
	const environment = {
		...SETTINGS,
		QUEUE_BULL_REDIS_PORT: await startRedis(endings),
		DB_POSTGRESDB_PORT: await startPostgres(folder, endings),
	};
	const stage = await Stage.open({ projects }, environment);
	endings.add(async () => await stage.close());
	const workers = new Map<string, Host>();
	for (const WORKER of WORKERS) {
		const options = { userFolder: join(folder, WORKER), environment: { ...environment, WORKER } };
		const worker = await startWorker(options);
		endings.add(worker.stop);
		workers.set(WORKER, worker);
	}
	return { stage, workers };
}

const SETTINGS = {
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: 'n8n',
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
