import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PackageDirectoryLoader, loadOutputSchema } from 'n8n-core';
import { declaredOperations } from '../engine/harness/declaredFields';
import { reachOf } from './globals';
import { packPackage, reviews, type PackedPackage } from './pack';
import { filesIn } from './repository';

let packed: PackedPackage;
let loader: PackageDirectoryLoader;

beforeAll(async () => {
	packed = await packPackage();
	loader = new PackageDirectoryLoader(packed.folder);
	await loader.loadAll();
});

afterAll(async () => await packed.remove());

const pathOfIcon = (icon: string) =>
	join(packed.folder, icon.replace(`icons/${loader.packageName}/`, ''));

const toPublished = (path: string) => `dist/${path.replace(/\.ts$/, '.js')}`;

describe('the tarball', () => {
	it('holds what n8n loads, and the documents for people', () => {
		const outside = packed.files.filter((path) => !path.startsWith('dist/'));
		expect(outside.sort()).toEqual(['CHANGELOG.md', 'LICENSE.md', 'README.md', 'package.json']);
	});

	it('holds in dist what is made of the sources, file by file, and nothing else', () => {
		const inside = packed.files.filter((path) => path.startsWith('dist/'));
		expect(inside.sort()).toEqual(filesIn('nodes', 'credentials', 'icons').map(toPublished).sort());
	});

	it('asks for no files and no environment variables: its own modules, hashes and n8n are all', () => {
		const scripts = packed.files.filter((path) => path.endsWith('.js'));
		expect(scripts.length).toBeGreaterThan(50);
		const reaches = scripts.map((path) => reachOf(join(packed.folder, path)));
		const modules = new Set(reaches.flatMap((reach) => reach.modules));
		expect([...modules].filter((name) => !name.startsWith('.')).sort()).toEqual([
			'n8n-workflow',
			'node:crypto',
		]);
		expect(reaches.flatMap(({ globals }) => globals)).toEqual([]);
		expect(new Set(reaches.flatMap(({ helpers }) => helpers))).toEqual(
			new Set(['httpRequest', 'httpRequestWithAuthentication']),
		);
	});

	it("passes n8n's review, as published and as source", async () => {
		// The patterns are those with which n8n reviews a package before it verifies it.
		const results = await reviews(
			[packed.folder, ['**/*.js', 'package.json']],
			[packed.sourceFolder, ['package.json', '{nodes,credentials}/**/*.{js,ts,json}']],
		);
		expect(results).toEqual([{ passed: true }, { passed: true }]);
	});
});

describe("n8n's own loader", () => {
	it('finds both nodes and both credentials', () => {
		expect(loader.packageName).toBe('n8n-nodes-collab');
		expect(Object.keys(loader.known.nodes).sort()).toEqual(['collab', 'collabTrigger']);
		expect(Object.keys(loader.known.credentials).sort()).toEqual(['collabApi', 'collabOAuth2Api']);
	});

	it('connects each credential with both nodes', () => {
		for (const name of ['collabApi', 'collabOAuth2Api']) {
			expect(loader.known.credentials[name]?.supportedNodes?.sort()).toEqual([
				'collab',
				'collabTrigger',
			]);
		}
	});

	it('finds an icon for light and for dark themes', () => {
		const types = [...loader.types.nodes, ...loader.types.credentials];
		expect(types).toHaveLength(4);
		for (const { iconUrl } of types) {
			if (typeof iconUrl !== 'object') throw new Error('One icon for both themes');
			const { light, dark } = iconUrl;
			expect([light, dark].map(pathOfIcon).every(existsSync)).toBe(true);
			expect(light).not.toBe(dark);
		}
	});

	it('finds the codex, with words that people search for', () => {
		for (const { codex } of loader.types.nodes) {
			expect(codex?.categories).not.toHaveLength(0);
			expect(codex?.resources?.primaryDocumentation).not.toHaveLength(0);
		}
		expect(loader.getNode('collab').type.description.codex?.alias).toContain('get many projects');
	});

	it.each(declaredOperations())(
		'finds the schema of what $resource, $operation gives',
		(chosen) => {
			const nodeDir = join(packed.folder, 'dist/nodes/Collab');
			const schema = loadOutputSchema({ nodeDir, version: 1, ...chosen });
			expect(schema).toMatchObject({ type: 'object' });
			expect(schema?.properties).not.toEqual({});
		},
	);
});
