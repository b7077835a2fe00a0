import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { page, read, root } from './repository';

const source = read('README.md');
const files = page.replace('https://github.com/', 'https://raw.githubusercontent.com/');

/** What the release makes of the README, by the command that it uses. */
function released(tag: string): string {
	const place = mkdtempSync(join(tmpdir(), 'collab-readme-'));
	try {
		for (const file of ['README.md', 'package.json']) cpSync(join(root, file), join(place, file));
		const command = [join(root, 'dev/scripts/readme.mjs'), tag];
		execFileSync(process.execPath, command, { cwd: place, stdio: 'pipe' });
		return readFileSync(join(place, 'README.md'), 'utf8');
	} finally {
		rmSync(place, { recursive: true });
	}
}

const picturesIn = (markdown: string) =>
	[...markdown.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, target = '']) => target);

it('the README shows pictures in the one form that the release knows', () => {
	expect(picturesIn(source)).toHaveLength(2);
	expect(source).not.toMatch(/<img|<picture|\[!\[|^\[[^\]]+\]:/m);
});

it('on npm it has each picture and file at the tag of the release, and differs in nothing else', () => {
	const shown = released('v1.2.3');
	expect(picturesIn(shown)).toEqual(picturesIn(source).map((path) => `${files}/v1.2.3/${path}`));
	expect(shown).not.toMatch(/\]\((?!https?:|#)/);
	const back = shown.replaceAll(`${files}/v1.2.3/`, '').replaceAll(`${page}/blob/v1.2.3/`, '');
	expect(back).toBe(source);
});

it.each(['main', '', 'v1', 'v1.2.3) [x](', '1.2.3'])('it is not made for "%s"', (tag) => {
	expect(() => released(tag)).toThrow(/is not the tag of a version/);
});
