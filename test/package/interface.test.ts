import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { document } from '../contract';
import { read, root } from './repository';

interface Row {
	readonly statement: string;
	readonly test: string;
}

const rows: Row[] = read('docs/interface.md')
	.split('\n')
	.filter((line) => /^\| \d/.test(line))
	.map((line) => line.split(' | '))
	.map((cells) => ({
		statement: cells[1] ?? '',
		test: (cells.at(-1) ?? '').replace(/ \|$/, ''),
	}));

describe('the page on the interface', () => {
	it('names for each statement the test that holds it, or why there is none', () => {
		expect(rows.length).toBeGreaterThan(80);
		const missing = rows.filter(({ test }) => {
			if (test.startsWith('nothing to test: ')) return false;
			return !test.split(', ').every((file) => existsSync(join(root, 'test', file)));
		});
		expect(missing).toEqual([]);
	});

	it('says of each field, parameter and form field that the document has from the specification', () => {
		const statements = rows.map(({ statement }) => statement).join('\n');
		const { paths, components } = document;
		const { schemas } = components as unknown as {
			schemas: Record<string, { properties: Record<string, { 'x-addition'?: string }> }>;
		};
		const fields = ['Project', 'Pagination', 'ProjectList', 'Token', 'TokenRequest'].flatMap(
			(name) =>
				Object.entries(schemas[name]?.properties ?? {}).filter(([, field]) => !field['x-addition']),
		);
		const parameters = Object.values(paths).flatMap((methods) =>
			Object.values(methods).flatMap(({ parameters: all = [] }) =>
				all.filter((parameter) => !('x-addition' in parameter)).map(({ name }) => name),
			),
		);
		const names = [...fields.map(([name]) => name), ...parameters];
		expect(names.length).toBeGreaterThan(30);
		expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(statements))).toEqual([]);
	});
});

it.each(['README.md', 'docs/interface.md', 'dev/sandbox/openapi.yaml'])(
	'%s names the version of the interface and its date',
	(file) => {
		expect(read(file)).toMatch(/version 1\.0\.0,\s+2023-12-01/);
	},
);

it('the README and DECISIONS.md say that the password grant is not offered, and why', () => {
	for (const file of ['README.md', 'DECISIONS.md']) {
		expect(read(file)).toMatch(/password (grant|flow)[^.]*n8n/i);
	}
});
