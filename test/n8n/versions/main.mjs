/**
 * Runs the checks of this folder on versions of n8n, and writes what came out: `npm run test:versions`, or
 * `npm run test:versions -- newest oldest latest 2.40.7`. Each is installed on its own, with the package from its tarball.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { attempt } from '../../../dev/scripts/install/run.mjs';
import { installVersion } from '../../../dev/scripts/install/version.mjs';
import { check } from './check.mjs';
import { chosen } from './list.mjs';
import { record } from './table.mjs';

const repository = resolve(import.meta.dirname, '..', '..', '..');

/** The package as a user's n8n gets it. */
function unpackTarball() {
	const folder = mkdtempSync(join(tmpdir(), 'collab-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	execFileSync('npm', ['pack', '--pack-destination', folder, '--silent'], { cwd: repository });
	const [tarball] = readdirSync(folder);
	execFileSync('tar', ['-xzf', tarball, '--strip-components=1'], { cwd: folder });
	rmSync(join(folder, tarball));
	return folder;
}

async function checkAndRecord(version, packageFolder) {
	const installation = await installVersion(version);
	const { checks, passes } = await check(version, { installation, packageFolder });
	if (!version.isUnlisted) record(version, checks);
	if (!passes) throw new Error(`n8n ${version.n8n} does not pass`);
}

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.once(signal, () => (isInterrupted = true));
}

await attempt(async () => {
	const versions = chosen(process.argv.slice(2));
	const packageFolder = unpackTarball();
	for (const version of versions) {
		if (isInterrupted) break;
		await attempt(async () => await checkAndRecord(version, packageFolder));
	}
});
