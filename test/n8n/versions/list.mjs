import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What npm chooses for them, beside what n8n names exactly, is what it chose on this day. */
const BEFORE = '2026-09-27';

/**
 * Newest first. `before` is the day; `node` is the Node.js it runs on; `overrides` stand in for dependencies that npm's registry does not
 * hold.
 */
export const versions = JSON.parse(
	readFileSync(join(import.meta.dirname, 'versions.json'), 'utf8'),
).map((version) => ({ before: BEFORE, ...version }));

/** Whatever npm gives today. It is not recorded in the table, which names versions. */
const latest = { n8n: 'latest', node: versions[0].node, isUnlisted: true };

const ALIASES = { newest: versions[0], oldest: versions.at(-1), latest };

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
