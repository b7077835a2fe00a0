import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { versions } from './list.mjs';

const PAGE = resolve(import.meta.dirname, '..', '..', '..', 'docs', 'versions.md');

const cellsOf = (row) => row.slice(2, -2).split(' | ');

/** Writes what was measured on a version into its row of the page's first table. */
export function record({ n8n, node }, checks) {
	const lines = readFileSync(PAGE, 'utf8').split('\n');
	const head = lines.findIndex((line) => line.startsWith('| n8n |'));
	const rows = lines.slice(head + 2, lines.indexOf('', head));
	const titles = cellsOf(lines[head]).slice(2);
	const unknown = Object.keys(checks).filter((title) => !titles.includes(title));
	if (unknown.length > 0) throw new Error(`docs/versions.md has no column ${unknown.join(', ')}`);
	const marks = titles.map((title) => (checks[title] ? '✔' : '✘'));
	const all = [...rows, `| ${[n8n, node, ...marks].join(' | ')} |`];
	const listed = versions.flatMap(
		(version) => all.findLast((row) => cellsOf(row)[0] === version.n8n) ?? [],
	);
	lines.splice(head + 2, rows.length, ...listed);
	writeFileSync(PAGE, lines.join('\n'));
}
