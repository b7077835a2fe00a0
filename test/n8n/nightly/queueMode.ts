/** Queue mode, with Redis and PostgreSQL from Debian's packages, on the loopback address. */
import { execFile, spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Endings } from '../../../dev/demo/ending';
import { type Host, startWorker } from '../../../dev/host/n8n';
import { freePort } from '../../../dev/host/ports';
import { endGroup } from '../../../dev/host/processes';
import { until } from '../../../dev/host/waiting';
import { newFolder, Stage } from '../stage';

const execute = promisify(execFile);

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
	// A killed worker is noticed in seconds instead of in a minute or two.
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1500',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
	// Workflows report where they ran, by $env.WORKER.
	N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
};

/** Starts Redis without a file, and gives its port. */
async function startRedis(endings: Endings): Promise<string> {
	const port = String(await freePort());
	const settings = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	await start(['redis-server', ...settings], ['redis-cli', '-p', port, 'ping'], endings);
	return port;
}

const PROGRAMS = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
const AS_POSTGRES =
	process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : [];

/** Starts a new PostgreSQL whose user "n8n" needs no password, and gives its port. */
async function startPostgres(folder: string, endings: Endings): Promise<string> {
	const [version = ''] = (await readdir(PROGRAMS)).sort((a, b) => Number(b) - Number(a));
	const program = (name: string) => join(PROGRAMS, version, 'bin', name);
	if (AS_POSTGRES.length > 0) await execute('chown', ['postgres', folder]);
	const data = join(folder, 'postgres');
	const settings = ['--no-sync', '--auth=trust', '--locale=C.UTF-8', '--username=n8n', data];
	await execute('setpriv', [...AS_POSTGRES, program('initdb'), ...settings]);
	const port = String(await freePort());
	const address = ['-h', '127.0.0.1', '-p', port];
	const server = [...AS_POSTGRES, program('postgres'), '-D', data, '-k', '', ...address];
	await start(server, [program('pg_isready'), ...address], endings);
	return port;
}

/** Waits until the second command succeeds. `setpriv` ends the server when this process is gone, in whatever way. */
async function start(command: string[], [program = '', ...ask]: string[], endings: Endings) {
	const options = { detached: true, stdio: 'ignore' } as const;
	const { pid } = spawn('setpriv', ['--pdeathsig=KILL', ...command], options);
	if (pid === undefined) throw new Error('setpriv (Debian: util-linux) is missing');
	endings.add(async () => await endGroup(pid));
	await until(program, async () => await execute(program, ask).catch(() => undefined));
}
