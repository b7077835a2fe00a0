/**
 * Installs what is missing: `node scripts/install.mjs root host`.
 * Plain Node, no dependencies: it runs before anything is installed.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lock } from './install/lock.mjs';
import { attempt, run } from './install/run.mjs';
import { ensureSqlite } from './install/sqlite.mjs';

const repository = resolve(import.meta.dirname, '..', '..');

const places = {
	root: {
		folder: repository,
		title: 'Installing the development tools (0.5 GB, about a minute)',
		finish: async () => {},
	},
	host: {
		folder: join(repository, 'dev', 'host'),
		title: 'Installing n8n (2,300 packages, 2.8 GB, two to five minutes)',
		finish: ensureSqlite,
	},
};

/**
 * npm records what it has put into node_modules in a lockfile of its own there, as the last thing it
 * does. So this also notices an installation that was interrupted, and accepts one made by hand.
 */
function isInstalled(folder) {
	const record = recordOf(folder);
	if (!existsSync(record)) return false;
	const installed = readPackages(record);
	return Object.entries(readPackages(join(folder, 'package-lock.json')))
		.filter(([path, wanted]) => path !== '' && !wanted.optional)
		.every(([path, wanted]) => installed[path]?.integrity === wanted.integrity);
}

function recordOf(folder) {
	return join(folder, 'node_modules', '.package-lock.json');
}

function readPackages(lockfile) {
	return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

async function install({ folder, title, finish }) {
	const unlock = await lock(folder);
	try {
		if (!isInstalled(folder)) {
			rmSync(recordOf(folder), { force: true });
			await run(title, 'npm', ['ci', '--loglevel=error'], { cwd: folder });
		}
		await finish(folder);
	} finally {
		unlock();
	}
}

await attempt(async () => {
	for (const name of process.argv.slice(2)) {
		if (!Object.hasOwn(places, name)) throw new Error(`Nothing to install is called "${name}"`);
		await install(places[name]);
	}
});
