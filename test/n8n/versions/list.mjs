import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Newest first. `node` is the Node.js it runs on; `overrides` stand in for dependencies that npm's registry does not
 * hold; `unsupported` says why a version cannot work.
 */
export const versions = JSON.parse(
	readFileSync(join(import.meta.dirname, 'versions.json'), 'utf8'),
);

const supported = versions.filter(({ unsupported }) => !unsupported);

const ALIASES = { newest: supported[0], oldest: supported.at(-1) };

/** The named ones, or else all. */
export function chosen(names) {
	return names.length === 0 ? versions : names.map(find);
}

function find(name) {
	const version = ALIASES[name] ?? versions.find(({ n8n }) => n8n === name);
	if (version) return version;
	const known = [...Object.keys(ALIASES), ...versions.map(({ n8n }) => n8n)];
	throw new Error(`test/n8n/versions/versions.json has no n8n "${name}", only ${known.join(', ')}`);
}
