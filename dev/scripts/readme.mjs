/**
 * Rewrites README.md for npm: `node dev/scripts/readme.mjs v1.2.3`. npm shows it outside the repository, where relative
 * addresses lead nowhere or to whatever the main branch holds by then: pictures and links become those of the tag.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const repository = resolve(import.meta.dirname, '..', '..');

/** The target of a Markdown link or picture that is neither an address nor a place on the page itself. */
const RELATIVE = /(!?)(\[[^\]]*\])\((?![a-z][a-z0-9+.-]*:|#|\/)([^)\s]+)\)/gi;

/** @param page the repository's address for people, such as https://github.com/owner/name */
export function atTag(markdown, page, tag) {
	if (!/^v\d+\.\d+\.\d+[\w.+-]*$/.test(tag))
		throw new Error(`"${tag}" is not the tag of a version`);
	const files = page.replace('https://github.com/', 'https://raw.githubusercontent.com/');
	return markdown.replace(RELATIVE, (_link, mark, text, path) => {
		const address = mark === '!' ? `${files}/${tag}/${path}` : `${page}/blob/${tag}/${path}`;
		return `${mark}${text}(${address})`;
	});
}

function main([tag = '']) {
	const file = join(repository, 'README.md');
	const { repository: source } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
	const page = source.url.replace(/^git\+/, '').replace(/\.git$/, '');
	writeFileSync(file, atTag(readFileSync(file, 'utf8'), page, tag));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
