/** What the pages say that can be compared with the code: names of functions, texts of errors, fields, figures. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { description as listFields } from '../../nodes/Collab/actions/project/list.operation';
import { triggerFields } from '../../nodes/Collab/trigger/fields';
import { CollabError, type ErrorKind, type NetworkReason } from '../../nodes/Collab/core/errors';
import { messageOf } from '../../nodes/Collab/core/messages';
import metadata from '../../package.json';
import { read } from './repository';

describe('CONTRIBUTING.md', () => {
	const text = read('CONTRIBUTING.md');

	it('has every command of package.json in its table', () => {
		const isThere = (name: string) => new RegExp(`npm (run )?${name}`).test(text);
		expect(Object.keys(metadata.scripts).filter((name) => !isThere(name))).toEqual([]);
	});

	/** Each step names a file, then functions, methods or constants of it, until it names another file. */
	const steps = text.split('\n').filter((line) => /^\d+\. `[\w/.]+\.ts`/.test(line));

	it('explains at most twenty words', () => {
		const section = /^## Words\n([^]*?)^## /m.exec(text)?.[1] ?? '';
		const rows = section.split('\n').filter((line) => /^\| (?!word|---)/.test(line));
		expect([rows.length > 10, rows.length <= 20]).toEqual([true, true]);
	});

	it.each(steps)('%s', (step) => {
		let words: readonly string[] = [];
		for (const [, code = ''] of step.matchAll(/`([^`]+)`/g)) {
			if (code.endsWith('.ts')) words = read(`nodes/Collab/${code}`).match(/\w+/g) ?? [];
			else expect(code.split('.').filter((word) => !words.includes(word))).toEqual([]);
		}
	});
});

const TOKEN = { token: 'access_token' as const };

describe('docs/errors.md', () => {
	const errors = read('nodes/Collab/core/errors.ts');
	const [, kindsIn = '', others = ''] = /type ErrorKind =([^;]+);([^]*)/.exec(errors) ?? [];
	const [kinds = [], reasons = []] = [kindsIn, others].map((part) =>
		[...part.matchAll(/[|=] '([a-zA-Z\d]+)'/g)].map(([, name]) => name),
	);
	const messages = kinds.flatMap((kind) =>
		reasons.flatMap((reason) =>
			[{}, { httpStatus: 503 }, { isOfAuthServer: true }, TOKEN].map((more) => {
				const data = { label: 'Base URL', reason: reason as NetworkReason, ...more };
				return messageOf(new CollabError(kind as ErrorKind, data)).message;
			}),
		),
	);
	/** "…" stands for any text. */
	const documented = read('docs/errors.md')
		.split('\n')
		.map((line) => /^\| ((?:The|There|One|No|Nothing|n8n) .*?) \|/.exec(line)?.[1])
		.filter((message) => message !== undefined);
	const isOf = (row: string, message: string) => {
		const parts = row.split('…').map((part) => part.trim().replace(/[.*+?^$()|[\]]/g, '\\$&'));
		return new RegExp(`^${parts.join('.*')}`).test(message);
	};

	it('has each message of the node', () => {
		const ofService = (message: string) => message.replaceAll('authorization server', 'service');
		const missing = messages.filter(
			(message) => !documented.some((row) => isOf(row, message) || isOf(row, ofService(message))),
		);
		expect([...new Set(missing)]).toEqual([]);
	});

	it('has no other', () => {
		expect(documented.length).toBeGreaterThan(35);
		const others = documented.filter((row) => !messages.some((message) => isOf(row, message)));
		expect(others).toEqual([]);
	});
});

/** Defaults that a page shows in words of its own. */
const IN_WORDS: Readonly<Record<string, string>> = {
	'50 projects': 'off, 50',
	'newest change first': 'Updated At, Descending',
	'any field': '',
	none: '[object Object]',
};

/** As n8n shows it. */
function defaultOf({ default: unset, options = [] }: INodeProperties): string {
	if (typeof unset === 'boolean') return unset ? 'on' : 'off';
	const nameOf = (value: unknown) =>
		(options as INodePropertyOptions[]).find((one) => one.value === value)?.name ?? String(value);
	return Array.isArray(unset) ? unset.map(nameOf).join(', ') : nameOf(unset);
}

describe.each([
	['docs/list.md', listFields],
	['docs/trigger.md', triggerFields],
])('the default and the bounds in the fields of %s', (page, fields) => {
	const [, table = ''] =
		/^\| field \| values \| default \|\n.*\n([^]*?)\n\n/m.exec(read(page)) ?? [];
	const rows = table.split('\n').map((row) => row.slice(2, -2).split(' | '));
	const all = fields
		.flatMap((field) => [field, ...((field.options ?? []) as INodeProperties[])])
		.filter(({ displayOptions }) => !displayOptions?.show?.['@tool']);

	it.each(rows)('%s', (labels, values = '', shown = '') => {
		const names = labels.replace('Options > ', '').split(', ');
		const found = names.map((name) => all.find(({ displayName }) => displayName === name));
		expect(found).not.toContain(undefined);
		const defaults = found.map((field) => field && defaultOf(field)).join(', ');
		expect(`${defaults}, `.indexOf(`${IN_WORDS[shown] ?? shown}, `)).toBe(0);
		const { minValue, maxValue } = found[0]?.typeOptions ?? {};
		const bounds = /([\d,]+) to ([\d,]+)/.exec(values)?.slice(1) ?? [];
		const declared = maxValue === undefined ? [] : [minValue, maxValue];
		expect(bounds.map((bound) => Number(bound.replace(',', '')))).toEqual(declared);
	});
});

describe('the figures of docs/performance.md and the README', () => {
	const results = read('dev/bench/results.md');
	/** Tables differ in how wide their columns are. */
	const rowsIn = (page: string) =>
		page.match(/^\| +[\d,]+ \|.*$/gm)?.map((row) => row.replace(/ +/g, ' ')) ?? [];

	it('in the table are measured ones', () => {
		const shown = rowsIn(read('docs/performance.md'));
		expect(shown.length).toBeGreaterThan(4);
		expect(rowsIn(results)).toEqual(expect.arrayContaining(shown));
	});

	it('in sentences are measured ones, too', () => {
		const sentences = `${read('docs/performance.md')} ${read('README.md').split('**Speed.**')[1]}`;
		const figures = sentences.match(/\b\d+(\.\d+)? (m?s)\b/g) ?? [];
		expect(figures.length).toBeGreaterThan(4);
		expect(figures.filter((figure) => !results.includes(figure))).toEqual([]);
	});
});

it('the README names the oldest and the newest version of n8n that passed', () => {
	// 2.41 of 2.41.1: the patch is nothing a user goes by.
	const passed = [...read('docs/versions.md').matchAll(/^\| (\d+\.\d+)\.\d+ \|.*✔ \|$/gm)];
	const [newest, oldest] = [passed[0]?.[1], passed.at(-1)?.[1]];
	const [, section = ''] = read('README.md').split('## Compatibility');
	expect(section).toContain(`n8n ${oldest} or newer, tested up to ${newest},`);
});

const VERSION = /version 1\.0\.0,\s+2023-12-01/;
const NO_PASSWORD_GRANT = /password (grant|flow)[^.]*n8n/i;

it.each([
	['README.md', VERSION],
	['docs/interface.md', VERSION],
	['dev/sandbox/openapi.yaml', VERSION],
	['README.md', NO_PASSWORD_GRANT],
	['DECISIONS.md', NO_PASSWORD_GRANT],
])('%s says %s', (file, words) => expect(read(file)).toMatch(words));
