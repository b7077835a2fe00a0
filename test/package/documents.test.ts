/** What the pages say that can be compared with the code: names of functions, texts of errors, figures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import metadata from '../../package.json';

const root = join(__dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

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

	it('has two traces', () => {
		expect(steps.length).toBeGreaterThan(20);
	});

	it.each(steps)('%s', (step) => {
		let source = '';
		const missing: string[] = [];
		for (const [, code = ''] of step.matchAll(/`([^`]+)`/g)) {
			if (code.endsWith('.ts')) source = read(join('nodes/Collab', code));
			else {
				const words = code.split('.');
				missing.push(...words.filter((word) => !new RegExp(`\\b${word}\\b`).test(source)));
			}
		}
		expect(missing).toEqual([]);
	});
});

describe('docs/errors.md', () => {
	const texts = read('nodes/Collab/core/messages.ts').replaceAll("\\'", "'");
	const messages = read('docs/errors.md')
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.map((line) => line.split(' | ')[0]?.slice(2) ?? '')
		.filter((message) => /^(The|One|No|Nothing|n8n) /.test(message));

	it('lists the messages', () => {
		expect(messages.length).toBeGreaterThan(35);
	});

	it.each(messages)('"%s" is a text of messages.ts', (message) => {
		const parts = message.split('…').map((part) => part.trim());
		expect(parts.filter((part) => !texts.includes(part))).toEqual([]);
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
