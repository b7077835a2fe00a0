/** What names other files, and how. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { preProcessFile } from 'typescript';
import metadata from '../../package.json';
import { filesIn, page as address, read, root } from './repository';

const pages = filesIn('*.md');

it('the address of the repository is the same wherever it stands', () => {
	const { homepage, bugs } = metadata;
	expect({ homepage, bugs }).toEqual({ homepage: `${address}#readme`, bugs: `${address}/issues` });
	const files = filesIn('*.ts', '*.json', '*.md', '*.yml', '*.yaml', ':!*package-lock.json');
	const others = files.flatMap((file) => {
		const own = read(file).match(/https:\/\/[\w.-]+\/[\w.-]+\/n8n-nodes-collab\b/g) ?? [];
		return own.filter((other) => other !== address).map((other) => [file, other]);
	});
	expect(others).toEqual([]);
});

const withoutCode = (markdown: string) => markdown.replace(/^```[^]*?^```/gm, '');

/** GitHub makes them like this: https://docs.github.com/en/get-started/writing-on-github, section links. */
function anchorsOf(markdown: string): string[] {
	return [...withoutCode(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
		const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
		return text.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
	});
}

function isBroken(page: string, target: string): boolean {
	const [path = '', anchor] = target.split('#');
	const file = path === '' ? page : relative(root, join(root, dirname(page), path));
	if (!existsSync(join(root, file))) return true;
	return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
}

/** A path in the text may begin in one of these. */
const BASES = ['', 'nodes/Collab', 'nodes/Collab/core', 'test', 'dev'];
const exists = (path: string) => BASES.some((base) => existsSync(join(root, base, path)));

const LINK = /\]\((?!https?:)([^)\s]+)\)/g;
const PATH =
	/`((?:nodes|credentials|core|client|actions|trigger|test|dev|docs|examples)\/[\w./-]*)`/g;
const COMMAND = /npm run (?:-s )?([a-z][\w:-]*)/g;

it.each(pages)('each link, file and command that %s names is there', (page) => {
	const named = (pattern: RegExp, text = read(page)) =>
		[...text.matchAll(pattern)].map(([, name = '']) => name);
	const links = named(LINK, withoutCode(read(page)));
	expect(links.filter((target) => isBroken(page, target))).toEqual([]);
	expect(named(PATH).filter((path) => !exists(path))).toEqual([]);
	expect(named(COMMAND).filter((name) => !Object.hasOwn(metadata.scripts, name))).toEqual([]);
});

const importsOf = new Map(
	filesIn('*.ts').map((file) => {
		const names = preProcessFile(read(file)).importedFiles.map(({ fileName }) => fileName);
		const paths = names
			.filter((name) => name.startsWith('.'))
			.map((name) => join(file, '..', name));
		const found = paths.flatMap((path) => [`${path}.ts`, join(path, 'index.ts')]);
		return [file, found.filter((path) => existsSync(join(root, path)))];
	}),
);

it('no files import each other in a circle, types included', () => {
	expect([...importsOf.values()].flat().length).toBeGreaterThan(300);
	let left = new Map(importsOf);
	let before: number;
	do {
		before = left.size;
		// Whoever imports none of those that are left is in no circle with them.
		left = new Map([...left].filter(([, imported]) => imported.some((file) => left.has(file))));
	} while (left.size < before);
	expect([...left.keys()]).toEqual([]);
});
