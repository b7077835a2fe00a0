/**
 * Makes ready what a command needs and does not find: `node dev/scripts/setup.mjs host build chromium`. The development tools
 * always. Plain Node, no dependencies: it runs before anything is installed.
 */
import { existsSync } from 'node:fs';
import { installHost, installLocked, repository, run } from './install.mjs';

/** What is no package of Debian's. */
const OURS = ['host', 'build'];

/** The file of a program that people also have from elsewhere. Of other packages, Debian's own record of them counts. */
const PROGRAMS = {
	chromium: '/usr/bin/chromium',
	postgresql: '/usr/lib/postgresql',
};

const fileOf = (name) => PROGRAMS[name] ?? `/usr/share/doc/${name}`;

/** Nothing is installed on a person's system unasked; a machine of CI is made for it. */
function ensurePrograms(names) {
	if (names.length === 0) return;
	const apt = `apt-get install ${names.join(' ')}`;
	if (process.env.CI !== 'true') {
		const places = names.map((name) => `${name} (${fileOf(name)})`).join(', ');
		throw new Error(`This needs ${places}. On Debian: sudo ${apt}`);
	}
	process.env.DEBIAN_FRONTEND = 'noninteractive';
	run('Looking for Debian packages', 'apt-get', ['update', '-qq']);
	run(apt, 'apt-get', ['install', '-qq', '-y', ...names]);
}

const wanted = process.argv.slice(2);
try {
	ensurePrograms(wanted.filter((name) => !OURS.includes(name) && !existsSync(fileOf(name))));
	installLocked(repository, 'Installing the development tools (0.5 GB, about a minute)');
	if (wanted.includes('host')) installHost();
	if (wanted.includes('build')) {
		run('Building the package', 'npm', ['run', 'build', '--silent'], repository);
	}
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
