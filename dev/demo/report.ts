import type { Demo } from './demo';
import type { Spreadsheet } from './spreadsheet';

const LINES_SHOWN = 4;
const LINE_WIDTH = 100;
const LABEL_WIDTH = 12;

const ERASE_LINE = '\r\x1b[K';

/** Shows the step that is being taken and, once the next one begins, the time that it took. */
export function steps(): (title?: string) => void {
	let current: { title: string; startedAt: number } | undefined;
	return (title) => {
		if (current) {
			const seconds = ((Date.now() - current.startedAt) / 1000).toFixed(1);
			if (process.stdout.isTTY) process.stdout.write(ERASE_LINE);
			console.log(`✔ ${current.title} (${seconds} s)`);
		}
		if (title !== undefined && process.stdout.isTTY) process.stdout.write(`… ${title}`);
		current = title === undefined ? undefined : { title, startedAt: Date.now() };
	};
}

export function describeSpreadsheet({ path, text, rows }: Spreadsheet): string {
	const lines = text
		.replace(/^\uFEFF/, '')
		.split('\n')
		.slice(0, LINES_SHOWN);
	const shown = lines.map((line) =>
		line.length > LINE_WIDTH ? `    ${line.slice(0, LINE_WIDTH)} …` : `    ${line}`,
	);
	return [`\n  ${rows.length} projects in ${path}`, ...shown, '    …'].join('\n');
}

export function introduce({ host, sandbox, owner, workflows }: Demo): string {
	const rows = [
		['n8n', host.url],
		['Login', `${owner.email}   Password: ${owner.password}`],
		[
			'Workflows',
			[...workflows.values()].map(({ name }) => name).join(`\n  ${' '.repeat(LABEL_WIDTH)}`),
		],
		['Files', host.filesFolder],
		['Sandbox', `${sandbox.url} (its projects change now and then)`],
		['n8n log', host.logFile],
	] as const;
	const lines = rows.map(([label, value]) => `  ${label.padEnd(LABEL_WIDTH)}${value}`);
	return ['', ...lines, '', 'Ctrl-C stops everything.'].join('\n');
}
