import { execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import metadata from '../../package.json';
import { read, root } from './repository';

const source = read('README.md');
const page = metadata.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
const files = page.replace('https://github.com/', 'https://raw.githubusercontent.com/');

let place: string;
beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'collab-readme-'))));
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** What the release makes of a README, by the command that it uses. */
function released(markdown: string, tag: string): string {
	mkdirSync(join(place, 'dev', 'scripts'), { recursive: true });
	cpSync(join(root, 'dev/scripts/readme.mjs'), join(place, 'dev/scripts/readme.mjs'));
	cpSync(join(root, 'package.json'), join(place, 'package.json'));
	writeFileSync(join(place, 'README.md'), markdown);
	execFileSync(process.execPath, ['dev/scripts/readme.mjs', tag], { cwd: place, stdio: 'pipe' });
	return readFileSync(join(place, 'README.md'), 'utf8');
}

const picturesIn = (markdown: string) =>
	[...markdown.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, target = '']) => target);
const linksIn = (markdown: string) =>
	[...markdown.matchAll(/(?<!!)\[[^\]]*\]\(([^)]+)\)/g)].map(([, target = '']) => target);

describe('the README in the repository', () => {
	it('shows pictures that are in the repository', () => {
		const pictures = picturesIn(source);
		expect(pictures.length).toBeGreaterThan(3);
		for (const picture of pictures) {
			expect([picture, picture.includes(':'), existsSync(join(root, picture))]).toEqual([
				picture,
				false,
				true,
			]);
		}
	});

	it('has no other form of a picture, which the release would overlook', () => {
		expect(source).not.toMatch(/<img|<picture|\[!\[|^\[[^\]]+\]:/m);
	});
});

describe('the README that npm shows', () => {
	it('has each picture and file at the tag of the release, and differs in nothing else', () => {
		const shown = released(source, 'v1.2.3');
		expect(picturesIn(shown)).toEqual(picturesIn(source).map((path) => `${files}/v1.2.3/${path}`));
		expect(linksIn(shown)).toEqual(
			linksIn(source).map((target) =>
				/^(https?:|#)/.test(target) ? target : `${page}/blob/v1.2.3/${target}`,
			),
		);
		const back = shown.replaceAll(`${files}/v1.2.3/`, '').replaceAll(`${page}/blob/v1.2.3/`, '');
		expect(back).toBe(source);
	});

	it.each(['main', '', 'v1', 'v1.2.3) [x](', '1.2.3'])('is not made for "%s"', (tag) => {
		expect(() => released(source, tag)).toThrow(/is not the tag of a version/);
	});
});
