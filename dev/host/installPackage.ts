import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { name, version } from '../../package.json';

const execute = promisify(execFile);

const REPOSITORY = join(__dirname, '..', '..');

/**
 * Leaves the packed package as n8n's own installer does, which takes tarballs from a registry only. It has no dependencies, so
 * npm would install nothing more.
 */
export async function installPackage(userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const folder = join(nodes, 'node_modules', name);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const packing = ['pack', '--quiet', '--pack-destination', nodes];
	const { stdout } = await execute('npm', packing, { cwd: REPOSITORY });
	const tarball = join(nodes, stdout.trim());
	await execute('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	await rm(tarball);
	const installed = { private: true, dependencies: { [name]: version } };
	await writeFile(join(nodes, 'package.json'), JSON.stringify(installed, null, 2));
}
