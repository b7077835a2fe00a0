import { execFile } from 'node:child_process';
import { cp, mkdtemp, mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesIn, root } from './repository';

const run = promisify(execFile);

/** Jest's NODE_ENV would make n8n's lint rules take every file for a test of their own. */
const env = { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined };

export interface PackedPackage {
	/** A copy of what is published from. */
	readonly sourceFolder: string;
	/** The unpacked tarball: what a user's n8n gets. */
	readonly folder: string;
	/** Paths inside the tarball. */
	readonly files: readonly string[];
	remove(): Promise<void>;
}

/** Builds and packs a copy of the sources, with the commands that a release uses. */
export async function packPackage(): Promise<PackedPackage> {
	const temporary = await realpath(await mkdtemp(join(tmpdir(), 'n8n-nodes-collab-')));
	const sourceFolder = join(temporary, 'source');
	await mkdir(sourceFolder);
	await Promise.all(
		filesIn('nodes', 'credentials', 'icons', ':(glob)*').map(
			async (path) => await cp(join(root, path), join(sourceFolder, path)),
		),
	);
	// Both the build and the unpacked package find their modules here, the peer n8n-workflow included.
	await symlink(join(root, 'node_modules'), join(temporary, 'node_modules'));
	await symlink(join(root, 'node_modules'), join(sourceFolder, 'node_modules'));
	await run('npm', ['run', 'build'], { cwd: sourceFolder, env });
	await run('npm', ['pack', '--pack-destination', temporary], { cwd: sourceFolder, env });
	const { stdout } = await run('sh', ['-c', 'tar -xzvf n8n-nodes-collab-*.tgz'], {
		cwd: temporary,
	});
	return {
		sourceFolder,
		folder: join(temporary, 'package'),
		files: stdout
			.trim()
			.split('\n')
			.map((path) => path.replace(/^package\//, '')),
		remove: async () => await rm(temporary, { recursive: true, force: true }),
	};
}

/** n8n's own review of each folder's files; in a process of its own, for it is an ES module. */
export async function reviews(
	...folders: ReadonlyArray<readonly [folder: string, patterns: readonly string[]]>
): Promise<unknown> {
	const script = `
		import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';
		const results = [];
		for (const folder of JSON.parse(process.argv[1])) results.push(await analyzePackage(...folder));
		process.stdout.write(JSON.stringify(results));
	`;
	const flags = ['--input-type=module', '--eval', script, JSON.stringify(folders)];
	return JSON.parse((await run(process.execPath, flags, { cwd: root, env })).stdout);
}
