import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../dev/host/ports';
import { execute, newFolder, startServer, type Server } from './server';

/** The database and its owner. */
export const DATABASE = { name: 'n8n', user: 'n8n' };

const VERSIONS = '/usr/lib/postgresql';

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
const AS_POSTGRES =
	process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : [];

/** A new PostgreSQL with an empty database, reachable without a password. */
export async function startPostgres(): Promise<Server> {
	const programs = await newestPrograms();
	const folder = await newFolder('postgres');
	if (AS_POSTGRES.length > 0) await execute('chown', ['postgres:postgres', folder]);
	const data = join(folder, 'data');
	await initialise(join(programs, 'initdb'), data);
	const port = await freePort();
	const address = ['-h', '127.0.0.1', '-p', String(port)];
	const server = await startServer({
		command: [join(programs, 'postgres'), '-D', data, '-k', '', ...address],
		privileges: AS_POSTGRES,
		port,
		folder,
		ask: async () => await execute(join(programs, 'pg_isready'), address),
	});
	await execute(join(programs, 'createdb'), [...address, '-U', DATABASE.user, DATABASE.name]);
	return server;
}

async function initialise(initdb: string, data: string): Promise<void> {
	const settings = ['--no-sync', '--auth=trust', '--locale=C.UTF-8', `--username=${DATABASE.user}`];
	await execute('setpriv', [...AS_POSTGRES, initdb, ...settings, data]);
}

async function newestPrograms(): Promise<string> {
	const versions = (await readdir(VERSIONS)).sort((a, b) => Number(b) - Number(a));
	return join(VERSIONS, versions[0] ?? '', 'bin');
}
