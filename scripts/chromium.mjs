/** Installs Debian's Chromium, which the end-to-end tests drive, when it is missing. */
import { existsSync } from 'node:fs';
import { run } from './install/run.mjs';

const CHROMIUM = '/usr/bin/chromium';
const PACKAGE = 'chromium';

const isDebian = existsSync('/usr/bin/apt-get');
const isRoot = process.getuid?.() === 0;

try {
	if (!existsSync(CHROMIUM)) {
		if (!isDebian || !isRoot) {
			throw new Error(
				`The end-to-end tests need Chromium as ${CHROMIUM}. On Debian an administrator installs it with:\n\n  apt-get install ${PACKAGE}\n`,
			);
		}
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		await run('Looking for Chromium', 'apt-get', ['update', '-q'], { env });
		await run('Installing Chromium', 'apt-get', ['install', '-q', '-y', PACKAGE], { env });
	}
} catch (error) {
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
