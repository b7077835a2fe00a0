import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { itemsOf, runWorkflow } from '../host/executions';
import type { Workflow } from '../host/workflows';
import type { Demo } from './demo';

export interface Spreadsheet {
	readonly path: string;
	readonly text: string;
	readonly rows: ReadonlyArray<Readonly<Record<string, string>>>;
}

const TRIGGER = 'Run by Hand';
const LAST_NODE = 'Save the File';

/** Runs "Save projects to a spreadsheet file" as a person would in the editor, and reads the file it wrote. */
export async function makeSpreadsheet(demo: Demo, workflow: Workflow): Promise<Spreadsheet> {
	const execution = await runWorkflow(demo.session, workflow, TRIGGER);
	const [item] = itemsOf(execution, LAST_NODE);
	if (execution.status !== 'success' || item === undefined) {
		throw new Error(
			`"${workflow.name}" ended as "${execution.status}": ${execution.data.resultData.error?.message ?? 'nothing came out'}`,
		);
	}
	const path = join(demo.host.workingFolder, String(item.json['fileName']));
	const text = await readFile(path, 'utf8');
	const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
	return { path, text, rows };
}
