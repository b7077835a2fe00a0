/** Web frameworks as their documentation starts them, what is set up before them as its documentation shows, and databases. */
import { execFile, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Endings } from '../../dev/demo/ending';
import { endGroup, freePort, startGroup, until } from '../../dev/host/processes';

/** As one types it. Python cannot import a file that is called as the framework. */
const FRAMEWORKS = {
	django: '/usr/bin/gunicorn --bind 127.0.0.1:$PORT django_service:application',
	flask: '/usr/bin/python3 -m flask --app flask_service run --port $PORT',
	fastapi: '/usr/bin/uvicorn --port $PORT fastapi_service:app',
	rails: 'puma --bind tcp://127.0.0.1:$PORT $SERVICES/rails_service.ru',
	laravel: 'php -S 127.0.0.1:$PORT $SERVICES/laravel_service.php',
	express: 'node $SERVICES/express_service.js',
	golang: 'sh -c "go build -o service $SERVICES/golang_service.go && exec ./service"',
};

export const FRAMEWORK_NAMES = Object.keys(FRAMEWORKS);

const COMMANDS: Record<string, string> = {
	...FRAMEWORKS,
	'fixed-pages': `env PAGE_SIZE_PARAM= ${FRAMEWORKS.django}`,
	nginx: 'nginx -p $PWD -c nginx -e stderr',
	cache: 'nginx -p $PWD -c cache -e stderr',
	haproxy: 'haproxy -f haproxy',
};

/** In one process, with its files where it is started. */
const nginx = (settings: string, location: string) => `
	daemon off; master_process off; pid nginx.pid;
	events {}
	http {
		access_log off; client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c;
		uwsgi_temp_path d; scgi_temp_path e; ${settings}
		server {
			listen 127.0.0.1:$PORT;
			location / { ${location} proxy_pass http://127.0.0.1:$UPSTREAM; }
		}
	}`;

const CONFIGURATIONS: Record<string, string> = {
	// It refuses with 503.
	nginx: nginx('limit_req_zone $binary_remote_addr zone=one:10m rate=2r/s;', 'limit_req zone=one;'),
	cache: nginx(
		'proxy_cache_path pages keys_zone=pages:10m;',
		'proxy_cache pages; proxy_cache_key $uri; proxy_cache_valid 200 1m;',
	),
	// It refuses with 403, counts what it refused, too, and lets two requests at once through.
	haproxy: `
defaults
	mode http
	timeout connect 5s
	timeout client 50s
	timeout server 50s
frontend projects
	bind 127.0.0.1:$PORT
	stick-table type ip size 100k expire 30s store http_req_rate(3s)
	http-request track-sc0 src
	http-request deny if { sc_http_req_rate(0) gt 6 }
	default_backend service
backend service
	server one 127.0.0.1:$UPSTREAM maxconn 2
`,
};

/** Starts a program and waits until `ask` gets an answer. */
export async function start(
	command: string[],
	ask: () => Promise<unknown>,
	endings: Endings,
	options?: SpawnOptions,
): Promise<void> {
	const { pid } = startGroup(command, options);
	endings.add(async () => await endGroup(pid));
	await until(command.join(' '), async () => await ask().catch(() => undefined));
}

/** Starts what has that name in the folder, before what is on the port UPSTREAM, and gives its own port. */
export async function serve(
	name: string,
	environment: NodeJS.ProcessEnv,
	folder: string,
	endings: Endings,
): Promise<string> {
	const PORT = String(await freePort());
	const SERVICES = join(__dirname, 'services');
	const more = { PORT, SERVICES, PYTHONPATH: SERVICES, PYTHONDONTWRITEBYTECODE: '1' };
	const go = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };
	const env = { ...environment, ...more, ...go, API_KEY: 'secret-key' };
	const text = (CONFIGURATIONS[name] ?? '').replaceAll('$PORT', PORT);
	await writeFile(join(folder, name), text.replaceAll('$UPSTREAM', environment['UPSTREAM'] ?? ''));
	const ask = async () => await fetch(`http://127.0.0.1:${PORT}`);
	await start(['sh', '-c', `exec ${COMMANDS[name]}`], ask, endings, { cwd: folder, env });
	return PORT;
}

/** Stands before a service. What is due happens once, when a good answer is made and has not arrived yet. */
export async function passOn(port: string, endings: Endings) {
	const service = { url: '', requests: 0, due: [] as Array<() => Promise<unknown>> };
	const server = createServer(({ url: path, headers }, response) => {
		const pass = async (answer: IncomingMessage) => {
			service.requests += 1;
			if (answer.statusCode === 200) await service.due.shift()?.();
			response.writeHead(answer.statusCode ?? 0, answer.headers);
			answer.pipe(response);
		};
		const there = { host: '127.0.0.1', port, path, headers };
		request(there, (answer) => void pass(answer))
			.on('error', () => response.destroy())
			.end();
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	endings.add(async () => {
		server.closeAllConnections();
		await once(server.close(), 'close');
	});
	service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	return service;
}

const execute = promisify(execFile);

/** A new database for the services and for the test, both of which find it by their environment. */
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
