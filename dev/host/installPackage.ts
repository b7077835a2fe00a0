import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const REPOSITORY = join(__dirname, '..', '..');

/** n8n's own installer of community packages calls npm like this. */
const INSTALL =
	'install --audit=false --fund=false --bin-links=false --install-strategy=shallow --ignore-scripts=true --package-lock=false';

/** That installer drops these from package.json. */
const DROPPED = /^(dev|peer|optional)Dependencies$/;

export const installedIn = (userFolder: string) =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-collab');

/** Installs the packed package as n8n's own installer does; that one takes tarballs from a registry only. */
export async function installPackage(userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	const packing = ['pack', '--quiet', '--pack-destination', nodes];
	const { stdout } = await execute('npm', packing, { cwd: REPOSITORY });
	const tarball = join(nodes, stdout.trim());
	const folder = installedIn(userFolder);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await execute('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	await rm(tarball);
	const file = join(folder, 'package.json');
	const metadata = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
	const kept = Object.entries(metadata).filter(([key]) => !DROPPED.test(key));
	await writeFile(file, JSON.stringify(Object.fromEntries(kept), null, 2));
	await execute('npm', INSTALL.split(' '), { cwd: folder });
	const installed = { private: true, dependencies: { 'n8n-nodes-collab': metadata['version'] } };
	await writeFile(join(nodes, 'package.json'), JSON.stringify(installed, null, 2));
}
