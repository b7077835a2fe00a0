/** Installs programs that some tests need and npm does not carry: `node scripts/debian.mjs chromium`. */
import { existsSync } from 'node:fs';
import { attempt, run } from './install/run.mjs';

/** By the name of Debian's package, what has to be there. */
const PROGRAMS = {
	chromium: '/usr/bin/chromium',
	postgresql: '/usr/lib/postgresql',
	'redis-server': '/usr/bin/redis-server',
};

const isDebian = existsSync('/usr/bin/apt-get');
const isRoot = process.getuid?.() === 0;

async function install(packages) {
	const names = packages.join(' ');
	if (!isDebian || !isRoot) {
		const places = packages.map((name) => PROGRAMS[name]).join(', ');
		throw new Error(
			`These tests need ${places}. On Debian an administrator installs what is missing with:\n\n  apt-get install ${names}\n`,
		);
	}
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	await run('Looking for Debian packages', 'apt-get', ['update', '-qq'], { env });
	await run(`Installing ${names}`, 'apt-get', ['install', '-qq', '-y', ...packages], { env });
}

const missing = process.argv.slice(2).filter((name) => !existsSync(PROGRAMS[name]));
if (missing.length > 0) await attempt(() => install(missing));
