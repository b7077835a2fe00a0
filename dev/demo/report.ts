import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { itemsOf, runWorkflow, type Workflow } from '../host/workflows';
import type { Demo } from './demo';

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

interface Spreadsheet {
	readonly path: string;
	readonly text: string;
	readonly rows: ReadonlyArray<Readonly<Record<string, string>>>;
}

/** Runs "Save projects to a spreadsheet file" as a person would in the editor, and reads the file it wrote. */
export async function makeSpreadsheet(demo: Demo, workflow: Workflow): Promise<Spreadsheet> {
	const execution = await runWorkflow(demo.session, workflow, 'Run by Hand');
	const [item] = itemsOf(execution, 'Save the File');
	if (execution.status !== 'success' || item === undefined) {
		const reason = execution.data.resultData.error?.message ?? 'nothing came out';
		throw new Error(`"${workflow.name}" ended as "${execution.status}": ${reason}`);
	}
	const path = join(demo.host.workingFolder, String(item.json['fileName']));
	const text = await readFile(path, 'utf8');
	const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
	return { path, text, rows };
}

export function describeSpreadsheet({ path, text, rows }: Spreadsheet): string {
	const lines = text.replace(/^\uFEFF/, '').split('\n');
	const shown = lines.slice(0, LINES_SHOWN).map((line) => `    ${line.slice(0, LINE_WIDTH)} …`);
	return [`\n  ${rows.length} projects in ${path}`, ...shown].join('\n');
}

export function introduce({ host, sandbox, owner, workflows }: Demo): string {
	const names = [...workflows.values()].map(({ name }) => name);
	const rows = [
		['n8n', host.url],
		['Login', `${owner.email}   Password: ${owner.password}`],
		['Workflows', names.join(`\n  ${' '.repeat(LABEL_WIDTH)}`)],
		['Files', host.filesFolder],
		['Sandbox', `${sandbox.url} (its projects change now and then)`],
		['n8n log', host.logFile],
	] as const;
	const lines = rows.map(([label, value]) => `  ${label.padEnd(LABEL_WIDTH)}${value}`);
	return ['', ...lines, '', 'Ctrl-C stops everything.'].join('\n');
}
