/** What the pages say that can be compared with the code: names of functions, texts of errors, figures. */
import {
	type AddressReason,
	CollabError,
	type ErrorKind,
	type NetworkReason,
	type NotRevokedReason,
	type UnauthorizedReason,
} from '../../nodes/Collab/core/errors';
import { messageOf } from '../../nodes/Collab/core/messages';
import metadata from '../../package.json';
import { read } from './repository';

describe('CONTRIBUTING.md', () => {
	const text = read('CONTRIBUTING.md');

	it('has every command of package.json in its table', () => {
		const missing = Object.keys(metadata.scripts).filter(
			(name) => !text.includes(`npm run ${name}`) && !text.includes(`npm ${name}`),
		);
		expect(missing).toEqual([]);
	});

	/** Each step names a file, then functions, methods or constants of it, until it names another file. */
	const steps = text.split('\n').filter((line) => /^\d+\. `[\w/.]+\.ts`/.test(line));

	it('has two traces of at most eight steps', () => {
		const numbers = steps.map((step) => Number(/^\d+/.exec(step)?.[0]));
		expect(numbers.filter((number) => number === 1)).toHaveLength(2);
		expect(Math.max(...numbers)).toBeLessThanOrEqual(8);
	});

	it('explains at most twenty words', () => {
		const section = /^## Words\n([^]*?)^## /m.exec(text)?.[1] ?? '';
		const lines = section.split('\n').filter((line) => line.startsWith('| '));
		const rows = lines.slice(2);
		expect(rows.length).toBeGreaterThan(10);
		expect(rows.length).toBeLessThanOrEqual(20);
	});

	it.each(steps)('%s', (step) => {
		let source = '';
		const missing: string[] = [];
		for (const [, code = ''] of step.matchAll(/`([^`]+)`/g)) {
			if (code.endsWith('.ts')) source = read(`nodes/Collab/${code}`);
			else {
				const words = code.split('.');
				missing.push(...words.filter((word) => !new RegExp(`\\b${word}\\b`).test(source)));
			}
		}
		expect(missing).toEqual([]);
	});
});

/** All there are: one without an entry does not compile. */
const KINDS: Record<ErrorKind, string> = {
	unauthorized: '',
	forbidden: '',
	notFound: '',
	rejected: '',
	rateLimited: '',
	unavailable: '',
	redirected: '',
	malformed: '',
	answerTooLarge: '',
	runTooLarge: '',
	unexpected: '',
	blocked: '',
	addressRefused: '',
	parameterRefused: '',
	listKeptChanging: '',
	listUnstable: '',
	notRevoked: '',
	tooManyProjects: '',
	listTooLong: '',
	noProjectYet: '',
};
const REASONS: Record<
	NetworkReason | AddressReason | NotRevokedReason | UnauthorizedReason,
	string
> = {
	notConnected: '',
	clientRefused: '',
	scopeRefused: '',
	hostNotFound: '',
	hostLookupFailed: '',
	connectionRefused: '',
	connectionClosed: '',
	timeout: '',
	noHttps: '',
	untrustedCertificate: '',
	certificateOfOtherHost: '',
	unreachable: '',
	notAnAddress: '',
	plainHttp: '',
	variesByItem: '',
	asTool: '',
	notOAuth2: '',
	notConfirmed: '',
	noToken: '',
	noSuchToken: '',
};

describe('docs/errors.md', () => {
	const keysOf = <Key extends string>(record: Record<Key, string>) => Object.keys(record) as Key[];
	const messages = keysOf(KINDS).flatMap((kind) =>
		keysOf(REASONS).flatMap((reason) =>
			[{}, { httpStatus: 503 }, { isOfAuthServer: true }, { token: 'access_token' } as const].map(
				(data) => messageOf(new CollabError(kind, { reason, label: 'Base URL', ...data })).message,
			),
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

describe('the figures of docs/performance.md and the README', () => {
	const results = read('dev/bench/results.md');
	const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
	const measured = results.split('\n').map(cellsOf);

	it.each(
		read('docs/performance.md')
			.split('\n')
			.filter((line) => /^\| [\d,]+ \|/.test(line))
			.map((line) => [line]),
	)('%s', (line) => {
		expect(
			measured.some((row) =>
				cellsOf(line)
					.slice(1, -1)
					.every((cell, at) => row[at + 1] === cell),
			),
		).toBe(true);
	});

	it('in sentences are measured ones, too', () => {
		const sentences = `${read('docs/performance.md')} ${read('README.md').split('**Speed.**')[1]}`;
		const figures = sentences.match(/\b\d+(\.\d+)? (m?s)\b/g) ?? [];
		expect(figures.length).toBeGreaterThan(4);
		expect(figures.filter((figure) => !results.includes(figure))).toEqual([]);
	});
});

it('the README names the oldest and the newest version of n8n that passed every check', () => {
	const [, table = ''] = read('docs/versions.md').split(/^(?=\| n8n \|)/m);
	const passed = table
		.split('\n\n')[0]
		?.split('\n')
		.filter((row) => row.includes('✔') && !row.includes('✘'))
		// 2.41 of 2.41.1: the patch is nothing a user goes by.
		.map((row) => /\d+\.\d+/.exec(row)?.[0]);
	const [, section = ''] = read('README.md').split('## Compatibility');
	expect(section).toContain(`n8n ${passed?.at(-1)} or newer, tested up to ${passed?.[0]},`);
});
