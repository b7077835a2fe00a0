/** A new database for the services and for the test, both of which find it by their environment. */
import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Endings } from '../../dev/demo/ending';
import { freePort } from '../../dev/host/processes';
import { start } from './stacks';

const execute = promisify(execFile);

export type Database = Awaited<ReturnType<typeof postgres | typeof mariadb>>;

/** Its one table, as the migrations of the frameworks make it. */
const tableWith = (stamp: string) =>
	`CREATE TABLE projects (id varchar(40) PRIMARY KEY, name varchar(200), status varchar(20),
		created_at ${stamp}, updated_at ${stamp})`;

function databaseOf(environment: NodeJS.ProcessEnv, [client = '', ...parameters]: string[]) {
	const env = { ...process.env, TZ: 'UTC', ...environment };
	/** Gives the rows, each with a tab between its values. */
	const sql = async (statements: string): Promise<string[]> => {
		const { stdout } = await execute(client, [...parameters, statements], { env });
		return stdout.split('\n').slice(0, -1);
	};
	return { env, sql };
}

/** Of the new PostgreSQL of `pg_virtualenv`, in which the tests run. */
export async function postgres() {
	const client = ['psql', '-qtA', '-F', '\t', '-c'];
	// Go's driver knows no PGSYSCONFDIR.
	const environment = { PGTZ: 'UTC', PGSSLMODE: 'disable', PGSYSCONFDIR: undefined };
	const database = databaseOf(environment, client);
	await database.sql(`DROP TABLE IF EXISTS projects; ${tableWith('timestamptz')}`);
	return database;
}

export async function mariadb(folder: string, endings: Endings) {
	const MYSQL_TCP_PORT = String(await freePort());
	const place = [`--datadir=${join(folder, 'mariadb')}`, `--user=${userInfo().username}`];
	const settings = ['--no-defaults', '--auth-root-authentication-method=normal', ...place];
	await execute('mariadb-install-db', settings);
	const socket = `--socket=${join(folder, 'mariadb.sock')}`;
	const client = ['--no-defaults', '--user=root', socket, '--batch', '--skip-column-names'];
	const make = async () =>
		await execute('mariadb', [...client, '--execute=CREATE DATABASE projects']);
	const server = ['--no-defaults', ...place, socket, `--port=${MYSQL_TCP_PORT}`];
	await start(['mariadbd', ...server, '--bind-address=127.0.0.1'], make, endings);
	const database = databaseOf({ MYSQL_TCP_PORT }, ['mariadb', ...client, 'projects', '-e']);
	await database.sql(tableWith('timestamp NULL'));
	return database;
}
