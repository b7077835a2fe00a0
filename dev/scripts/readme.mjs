/**
 * Rewrites README.md for npm: `node dev/scripts/readme.mjs v1.2.3`. npm shows it outside the repository, where relative
 * addresses lead nowhere or to whatever the main branch holds by then: pictures and links become those of the tag.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** The target of a Markdown link or picture that is neither an address nor a place on the page itself. */
const RELATIVE = /(!?)(\[[^\]]*\])\((?![a-z][a-z0-9+.-]*:|#|\/)([^)\s]+)\)/gi;

const [, , tag = ''] = process.argv;
if (!/^v\d+\.\d+\.\d+[\w.+-]*$/.test(tag)) throw new Error(`"${tag}" is not the tag of a version`);
const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const page = repository.url.replace(/^git\+|\.git$/g, '');
const files = page.replace('https://github.com/', 'https://raw.githubusercontent.com/');
const readme = readFileSync('README.md', 'utf8').replace(RELATIVE, (_link, mark, text, path) => {
	const address = mark === '!' ? `${files}/${tag}/${path}` : `${page}/blob/${tag}/${path}`;
	return `${mark}${text}(${address})`;
});
writeFileSync('README.md', readme);
