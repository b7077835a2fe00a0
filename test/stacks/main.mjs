/** Runs lists and triggers on real stacks: `npm run test:stacks` on all, or `npm run test:stacks -- django nginx`. */
import { spawnSync } from 'node:child_process';
import { repository } from '../../dev/scripts/install.mjs';

const DJANGO = ['postgresql', 'python3-djangorestframework', 'python3-psycopg2', 'gunicorn'];

/** What each needs of Debian; the proxies stand before Django. */
const PACKAGES = {
	django: DJANGO,
	'fixed-pages': DJANGO,
	flask: ['postgresql', 'python3-flask-sqlalchemy', 'python3-psycopg2'],
	fastapi: ['postgresql', 'python3-fastapi', 'python3-sqlalchemy', 'python3-psycopg2', 'uvicorn'],
	rails: ['postgresql', 'ruby-rails', 'ruby-kaminari', 'ruby-pg', 'puma'],
	laravel: ['mariadb-server', 'php-cli', 'php-laravel-framework', 'php-mysql'],
	express: ['postgresql'],
	golang: ['postgresql', 'golang-go', 'golang-github-lib-pq-dev'],
	nginx: [...DJANGO, 'nginx-light'],
	cache: [...DJANGO, 'nginx-light'],
	haproxy: [...DJANGO, 'haproxy'],
};

const named = process.argv.slice(2);
const stacks = named.length > 0 ? named : Object.keys(PACKAGES);
const packages = stacks.flatMap((name) => PACKAGES[name] ?? []);
const database = packages.includes('postgresql') ? ['pg_virtualenv', '-t'] : [];
const test = 'npm run jest -- --config test/n8n/jest.config.js --selectProjects stacks';
for (const [command, ...parameters] of [
	['node', 'dev/scripts/setup.mjs', ...new Set(packages)],
	[...database, ...test.split(' ')],
]) {
	const env = { ...process.env, STACKS: stacks.join() };
	process.exitCode ||=
		spawnSync(command, parameters, { cwd: repository, stdio: 'inherit', env }).status ?? 1;
}
