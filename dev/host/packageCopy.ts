import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

interface PackedFile {
	readonly path: string;
}

interface Packed {
	readonly name: string;
	readonly files: readonly PackedFile[];
}

/** Puts exactly the files that would be published where n8n looks for community packages. */
export async function installPackage(packageFolder: string, userFolder: string): Promise<void> {
	const { name, files } = await pack(packageFolder);
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', name);
	await rm(target, { recursive: true, force: true });
	for (const { path } of files) {
		await mkdir(dirname(join(target, path)), { recursive: true });
		await cp(join(packageFolder, path), join(target, path));
	}
}

async function pack(folder: string): Promise<Packed> {
	const { stdout } = await promisify(execFile)(
		'npm',
		['pack', '--dry-run', '--json', '--loglevel=error'],
		{ cwd: folder },
	);
	const [packed] = JSON.parse(stdout) as [Packed];
	return packed;
}
