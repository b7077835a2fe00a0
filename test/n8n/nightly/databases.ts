/** Servers from Debian's packages, on the loopback address: children of this process. */
import { execFile, spawn, type SpawnOptions } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Endings } from '../../../dev/demo/ending';
import { freePort } from '../../../dev/host/ports';
import { endGroup } from '../../../dev/host/processes';
import { until } from '../../../dev/host/waiting';

const execute = promisify(execFile);

/** Starts Redis without a file, and gives its port. */
export async function startRedis(endings: Endings): Promise<string> {
	const port = String(await freePort());
	const settings = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	const ping = async () => await execute('redis-cli', ['-p', port, 'ping']);
	await start(['redis-server', ...settings], ping, endings);
	return port;
}

const PROGRAMS = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
const AS_POSTGRES =
	process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : [];

/** Starts a new PostgreSQL whose user "n8n" needs no password, and gives its port. */
export async function startPostgres(folder: string, endings: Endings): Promise<string> {
	const [version = ''] = (await readdir(PROGRAMS)).sort((a, b) => Number(b) - Number(a));
	const program = (name: string) => join(PROGRAMS, version, 'bin', name);
	if (AS_POSTGRES.length > 0) await execute('chown', ['postgres', folder]);
	const data = join(folder, 'postgres');
	const settings = ['--no-sync', '--auth=trust', '--locale=C.UTF-8', '--username=n8n', data];
	await execute('setpriv', [...AS_POSTGRES, program('initdb'), ...settings]);
	const port = String(await freePort());
	const address = ['-h', '127.0.0.1', '-p', port];
	const server = [...AS_POSTGRES, program('postgres'), '-D', data, '-k', '', ...address];
	await start(server, async () => await execute(program('pg_isready'), address), endings);
	return port;
}

/** Waits until `ask` gets an answer. `setpriv` ends the server when this process is gone, in whatever way. */
export async function start(
	command: string[],
	ask: () => Promise<unknown>,
	endings: Endings,
	more: SpawnOptions = {},
): Promise<void> {
	const options = { detached: true, stdio: 'ignore', ...more } as const;
	const { pid } = spawn('setpriv', ['--pdeathsig=KILL', ...command], options);
	if (pid === undefined) throw new Error('setpriv (Debian: util-linux) is missing');
	endings.add(async () => await endGroup(pid));
	await until(command.join(' '), async () => await ask().catch(() => undefined));
}
