/**
 * Makes ready what a command needs and does not find: `node dev/scripts/setup.mjs host build chromium`. The development tools
 * always. Plain Node, no dependencies: it runs before anything is installed.
 */
import { existsSync } from 'node:fs';
import { installHost, installTools, repository, run } from './install.mjs';

/** Debian's packages, and the file that each brings. */
const PROGRAMS = {
	chromium: '/usr/bin/chromium',
	postgresql: '/usr/lib/postgresql',
	'redis-server': '/usr/bin/redis-server',
};

function installPrograms(names) {
	if (names.length === 0) return;
	if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
		const places = names.map((name) => PROGRAMS[name]).join(', ');
		throw new Error(
			`This needs ${places}. On Debian an administrator installs what is missing with:\n\n  apt-get install ${names.join(' ')}\n`,
		);
	}
	process.env.DEBIAN_FRONTEND = 'noninteractive';
	run('Looking for Debian packages', 'apt-get', ['update', '-qq']);
	run(`Installing ${names.join(', ')}`, 'apt-get', ['install', '-qq', '-y', ...names]);
}

const wanted = process.argv.slice(2);
try {
	installTools();
	if (wanted.includes('host')) installHost();
	installPrograms(wanted.filter((name) => PROGRAMS[name] && !existsSync(PROGRAMS[name])));
	if (wanted.includes('build')) {
		run('Building the package', 'npm', ['run', 'build', '--silent'], repository);
	}
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
