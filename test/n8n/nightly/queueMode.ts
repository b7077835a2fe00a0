import { rm } from 'node:fs/promises';
import type { Endings } from '../../../dev/demo/ending';
import type { Environment } from '../../../dev/host/environment';
import { type Host, startWorker } from '../../../dev/host/n8n';
import { newFolder, Stage } from '../stage';
import { type Server, startPostgres, startRedis } from './servers';

/** Workflows know them as `$env.WORKER`. */
export const WORKERS = ['one', 'two'];

/**
 * n8n in queue mode: the stage's n8n polls, two workers execute. Each has a folder, and so an installation of the package, of
 * its own: as on machines of their own.
 */
export interface QueueMode {
	readonly stage: Stage;
	readonly workers: ReadonlyMap<string, Host>;
}

export async function openQueueMode(projects: number, endings: Endings): Promise<QueueMode> {
	const redis = await startRedis();
	endings.add(redis.stop);
	const postgres = await startPostgres();
	endings.add(postgres.stop);
	const environment = environmentOf(redis, postgres);
	const stage = await Stage.open({ sandbox: { projects }, environment });
	endings.add(async () => await stage.close());
	const workers = new Map<string, Host>();
	for (const name of WORKERS) {
		const userFolder = await newFolder(`n8n-${name}`);
		endings.add(async () => await rm(userFolder, { recursive: true, force: true }));
		const worker = await startWorker({ userFolder, environment: { ...environment, WORKER: name } });
		endings.add(worker.stop);
		workers.set(name, worker);
	}
	return { stage, workers };
}

const environmentOf = (redis: Server, postgres: Server): Environment => ({
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redis.port),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(postgres.port),
	DB_POSTGRESDB_DATABASE: 'n8n',
	DB_POSTGRESDB_USER: 'n8n',
	N8N_ENCRYPTION_KEY: 'the same on every member',
	// While a worker has an execution, the next is the other's.
	N8N_CONCURRENCY_PRODUCTION_LIMIT: '1',
	// A killed worker is noticed in seconds instead of in a minute or two.
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1500',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
	// Workflows report where they ran, by $env.WORKER.
	N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
});
