import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PackageDirectoryLoader, loadOutputSchema } from 'n8n-core';
import { filesIn, page, root } from './repository';

const run = promisify(execFile);

/** Jest's NODE_ENV would make n8n's lint rules take every file for a test of their own. */
const env = { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined };

/** Holds `package`, the unpacked tarball that a user's n8n gets. */
let place: string;
let loader: PackageDirectoryLoader;

/** Builds and packs a copy of the sources, with the commands that a release uses. */
beforeAll(async () => {
	place = await realpath(await mkdtemp(join(tmpdir(), 'n8n-nodes-collab-')));
	const source = join(place, 'source');
	await mkdir(source);
	const files = filesIn('nodes', 'credentials', 'icons', ':(glob)*');
	await run('cp', ['--parents', ...files, source], { cwd: root });
	// Both the build and the unpacked package find their modules here, the peer n8n-workflow included.
	for (const folder of [place, source]) {
		await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
	}
	const packing = 'npm run build && npm pack && tar -xzf *.tgz -C ..';
	await run('sh', ['-c', packing], { cwd: source, env });
	loader = new PackageDirectoryLoader(join(place, 'package'));
	await loader.loadAll();
});
afterAll(async () => await rm(place, { recursive: true, force: true }));

it('the tarball holds each built file, the documents for people, and nothing else', async () => {
	const { stdout } = await run('find', ['.', '-type', 'f'], { cwd: join(place, 'package') });
	const found = stdout.match(/(?<=^\.\/).+/gm);
	const documents = ['CHANGELOG.md', 'LICENSE.md', 'README.md', 'package.json'];
	const sources = filesIn('nodes', 'credentials', 'icons').filter((path) => !path.endsWith('.md'));
	const built = sources.map((path) => `dist/${path.replace(/\.ts$/, '.js')}`);
	expect(found?.sort()).toEqual([...documents, ...built].sort());
});

it("the tarball passes n8n's scan", async () => {
	// The scanner is an ES module, so it runs in a process of its own.
	const script = `
		import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';
		console.log(JSON.stringify(await analyzePackage(process.argv[1], ['**/*.js', 'package.json'])));
	`;
	const flags = ['--input-type=module', '--eval', script, join(place, 'package')];
	const { stdout } = await run(process.execPath, flags, { cwd: root, env });
	expect(stdout).toBe('{"passed":true}\n');
});

it("n8n's own loader finds the address of the documentation of both nodes", () => {
	const pages = loader.types.nodes.map(
		({ codex }) => codex?.resources?.primaryDocumentation?.[0]?.url,
	);
	const ours = expect.stringContaining(page) as string;
	expect(pages).toEqual([ours, ours]);
});

it.each([
	['total', { resource: 'project', operation: 'summarize' }],
	['updated_at', { resource: 'project', operation: 'list' }],
	['revoked', { resource: 'authorization', operation: 'revoke' }],
	// Of a node without resources.
	['event', {}],
])('the loader finds a schema with %s for %j', (field, chosen) => {
	const nodeDir = join(place, 'package/dist/nodes/Collab');
	const schema = loadOutputSchema({ nodeDir, version: 1, ...chosen });
	expect(Object.keys(schema?.properties ?? {})).toContain(field);
});
