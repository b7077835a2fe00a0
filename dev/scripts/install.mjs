import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '..', '..');
export const host = join(repository, 'dev', 'host');

const OLDEST_NODE_FOR_N8N = 24;

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Runs one long command, which shows by itself what it does. */
export function run(title, command, args, cwd) {
	console.log(title);
	const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
	if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

export function installHost() {
	installLocked(host, 'Installing n8n (2,300 packages, 2.8 GB, two to five minutes)');
	ensureSqlite(host);
}

export function installLocked(folder, title) {
	const wanted = Object.entries(readJson(join(folder, 'package-lock.json')).packages);
	const installed = installedIn(folder);
	const isThere = wanted
		.filter(([path, { optional }]) => path !== '' && !optional)
		.every(([path, { integrity }]) => installed[path]?.integrity === integrity);
	if (!isThere) run(title, 'npm', ['ci', '--loglevel=error'], folder);
}

/** npm writes its own record last, so an installation that was interrupted is none. */
export function installedIn(folder) {
	const record = join(folder, 'node_modules', '.package-lock.json');
	return existsSync(record) ? readJson(record).packages : {};
}

/**
 * n8n keeps its data in SQLite through the package sqlite3, whose binary part npm does not carry: it
 * is fetched from GitHub or compiled. The same add-on, built, does come with @appthreat/sqlite3 (a
 * maintained continuation of sqlite3), so neither a compiler nor GitHub is needed where that one fits.
 */
export function ensureSqlite(folder) {
	const modules = join(folder, 'node_modules');
	const node = nodeIn(modules);
	const loads = () => spawnSync(node, ['-e', "require('sqlite3')"], { cwd: folder }).status === 0;
	if (loads()) return;
	const built = join('@appthreat', 'sqlite3', 'prebuilds', `${process.platform}-${process.arch}`);
	const addOn = join(modules, built, '@appthreat+sqlite3.glibc.node');
	const target = join(modules, 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
	mkdirSync(dirname(target), { recursive: true });
	if (existsSync(addOn)) copyFileSync(addOn, target);
	if (loads()) return;
	const title = 'Building the SQLite add-on (about a minute; it needs python3, make and g++)';
	run(title, 'npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], folder);
}

function nodeIn(modules) {
	const brought = join(modules, '.bin', 'node');
	if (existsSync(brought)) return brought;
	if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE_FOR_N8N) return process.execPath;
	throw new Error(
		`n8n needs Node ${OLDEST_NODE_FOR_N8N} or newer. This is ${process.version}, and none can be brought along ` +
			`for ${process.platform} on ${process.arch}: please install it and start again.`,
	);
}
