/**
 * Runs the checks of this folder on versions of n8n, and writes what came out: `npm run test:versions`, or
 * `npm run test:versions -- newest oldest latest 1.123.81`. Each is installed on its own, with the package from its tarball.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { output } from '../../../dev/scripts/install/run.mjs';
import { installVersion } from '../../../dev/scripts/install/version.mjs';
import { check } from './check.mjs';
import { chosen } from './list.mjs';
import { record } from './table.mjs';

const repository = resolve(import.meta.dirname, '..', '..', '..');

/** The package as a user's n8n gets it. */
async function unpackTarball() {
	const folder = mkdtempSync(join(tmpdir(), 'collab-package-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	await output('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], {
		cwd: repository,
	});
	const [tarball] = readdirSync(folder);
	await output('tar', ['-xzf', tarball, '--strip-components=1'], { cwd: folder });
	rmSync(join(folder, tarball));
	return folder;
}

async function checkAndRecord(version, packageFolder) {
	const installation = await installVersion(version);
	const { checks, passes, report } = await check(version, { installation, packageFolder });
	if (!version.isUnlisted) record(version, checks);
	if (!passes && version.unsupported) {
		console.log(`  as expected: n8n ${version.n8n} ${version.unsupported}`);
	} else if (!passes || version.unsupported) {
		throw new Error(report ?? `n8n ${version.n8n} passes, although it is listed as unsupported`);
	}
}

async function attempt(action) {
	try {
		return await action();
	} catch (error) {
		console.error(`\n${error.message}`);
		process.exitCode = 1;
	}
}

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.once(signal, () => (isInterrupted = true));
}

await attempt(async () => {
	const versions = chosen(process.argv.slice(2));
	const packageFolder = await unpackTarball();
	for (const version of versions) {
		if (isInterrupted) break;
		await attempt(async () => await checkAndRecord(version, packageFolder));
	}
});
