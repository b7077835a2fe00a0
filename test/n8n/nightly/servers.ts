/** Redis and PostgreSQL from Debian's packages, on the loopback address. */
import { execFile, spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../dev/host/ports';
import { endGroup } from '../../../dev/host/processes';
import { until } from '../../../dev/host/waiting';
import { newFolder } from '../stage';

const execute = promisify(execFile);

export interface Server {
	readonly port: number;
	readonly stop: () => Promise<void>;
}

const PROGRAMS = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
const AS_POSTGRES =
	process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : [];

/** Without a file: the queue of one run. */
export async function startRedis(): Promise<Server> {
	const port = await freePort();
	const folder = await newFolder('redis');
	const inMemory = ['--save', '', '--appendonly', 'no', '--dir', folder];
	const stop = start(['redis-server', '--port', `${port}`, '--bind', '127.0.0.1', ...inMemory]);
	const ask = async () => await execute('redis-cli', ['-p', `${port}`, 'ping']);
	return await answering({ port, stop }, folder, ask);
}

/** With an empty database "n8n" of the user "n8n", reachable without a password. */
export async function startPostgres(): Promise<Server> {
	const [version = ''] = (await readdir(PROGRAMS)).sort((a, b) => Number(b) - Number(a));
	const program = (name: string) => join(PROGRAMS, version, 'bin', name);
	const folder = await newFolder('postgres');
	if (AS_POSTGRES.length > 0) await execute('chown', ['postgres:postgres', folder]);
	const data = join(folder, 'data');
	const settings = ['--no-sync', '--auth=trust', '--locale=C.UTF-8', '--username=n8n'];
	await execute('setpriv', [...AS_POSTGRES, program('initdb'), ...settings, data]);
	const port = await freePort();
	const address = ['-h', '127.0.0.1', '-p', `${port}`];
	const stop = start([...AS_POSTGRES, program('postgres'), '-D', data, '-k', '', ...address]);
	const ask = async () => await execute(program('pg_isready'), address);
	const server = await answering({ port, stop }, folder, ask);
	await execute(program('createdb'), [...address, '-U', 'n8n', 'n8n']);
	return server;
}

/** `setpriv` lets the server end when this process is gone, in whatever way. */
function start(command: readonly string[]): () => Promise<void> {
	const options = { detached: true, stdio: 'ignore' } as const;
	const { pid } = spawn('setpriv', ['--pdeathsig=KILL', ...command], options);
	if (pid === undefined) throw new Error('setpriv (Debian: util-linux) is missing');
	return async () => await endGroup(pid);
}

async function answering(
	{ port, stop }: Server,
	folder: string,
	ask: () => Promise<unknown>,
): Promise<Server> {
	await until('an answer of the server', async () => await ask().catch(() => undefined));
	const stopAndRemove = async () => {
		await stop();
		await rm(folder, { recursive: true, force: true });
	};
	return { port, stop: stopAndRemove };
}
