import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { versions } from './list.mjs';

const RESULTS = join(import.meta.dirname, 'results.json');
const PAGE = resolve(import.meta.dirname, '..', '..', '..', 'docs', 'versions.md');

/** Keeps what was measured on a version, and writes the page anew. */
export function record({ n8n, node }, checks) {
	const known = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : [];
	const others = known.filter((result) => result.n8n !== n8n);
	const all = [...others, { n8n, node, checks }];
	const listed = versions.flatMap(
		(version) => all.find((result) => result.n8n === version.n8n) ?? [],
	);
	writeFileSync(RESULTS, `${JSON.stringify(listed, null, 2)}\n`);
	writeFileSync(PAGE, toMarkdown(listed));
}

const INTRODUCTION = `# Versions of n8n

Made by \`npm run test:versions\` (\`-- newest oldest 1.123.81\` for some of them): each version of n8n is installed on its own with the Node.js that it
runs on, gets the package from its tarball, and is driven over its REST interface against the sandbox service. The versions are listed in
\`test/n8n/versions/versions.json\`; a date in \`list.mjs\` beside it keeps what npm chooses for them the same. ✔ is passed, ✘ is failed.`;

function toMarkdown(results) {
	const titles = [...new Set(results.flatMap(({ checks }) => Object.keys(checks)))];
	const head = ['n8n', 'Node.js', ...titles].map((title) => ` ${title} `);
	const rows = results.map(({ n8n, node, checks }) =>
		[n8n, node, ...titles.map((title) => (checks[title] ? '✔' : '✘'))].map((cell) => ` ${cell} `),
	);
	const table = [head, head.map(() => ' --- '), ...rows].map((cells) => `|${cells.join('|')}|`);
	return `${[INTRODUCTION, table.join('\n'), MEANINGS, ...reasons(results)].join('\n\n')}\n`;
}

const MEANINGS = `| check | what is asserted |
| --- | --- |
| Loads | both nodes and both credentials are known to the editor, and their icons are served |
| Connects | OAuth2 is connected through the service's consent page; both credentials pass their test, a wrong key does not |
| Lists with … | 1,234 projects come with Return All, field by field what the service holds; simplified output and computed fields |
| Sends errors to the error output | with Continue (using error output), an item that failed reaches the node at the error output, and projects reach the other one |
| Renews a token | with an expired token, the run refreshes it once and keeps the rotated refresh token; twice in a row |
| Renews a token for runs at the same time | three runs that find the token expired refresh it once |
| Renews a token amid a list | the token expires while several requests are under way: one refresh, and every project |
| Revokes | the operation revokes both tokens; a list then says that the account is to be connected again |
| Triggers | a published trigger delivers what changes, and nothing else |
| Triggers after a restart | n8n stops and starts: what changed meanwhile and afterwards is delivered, once |`;

function reasons(results) {
	const measured = new Set(results.map(({ n8n }) => n8n));
	return versions
		.filter(({ n8n, unsupported }) => unsupported && measured.has(n8n))
		.map(({ n8n, unsupported }) => `n8n ${n8n}: ${unsupported}`);
}
