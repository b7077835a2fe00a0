import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(__dirname, '..', '..');

const INSTALL =
	'install --install-links --legacy-peer-deps --ignore-scripts --package-lock=false --audit=false';

export const installedIn = (userFolder: string) =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-collab');

/** Packs and installs the package as people do without the editor, whose installer takes packages from a registry only. */
export async function installPackage(userFolder: string): Promise<void> {
	const folder = installedIn(userFolder);
	// npm would take what it installed before for the same.
	await rm(folder, { recursive: true, force: true });
	const nodes = join(folder, '..', '..');
	await mkdir(nodes, { recursive: true });
	// Without a prefix, npm installs into the repository where the folder lies below it.
	const place = ['--prefix', nodes];
	await promisify(execFile)('npm', [...INSTALL.split(' '), ...place, REPOSITORY], { cwd: nodes });
}
