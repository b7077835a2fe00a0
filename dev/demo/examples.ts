import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CredentialChoice } from '../host/credentials';
import type { Session } from '../host/session';
import { bindCredentials, type WorkflowDraft } from '../host/template';
import { createWorkflow, listWorkflows, type NamedWorkflow } from '../host/workflows';

const FOLDER = join(__dirname, '..', '..', 'examples');

export const SPREADSHEET = 'save-projects-to-spreadsheet-file.json';

/** Every workflow of examples/, by file name: imported with the credentials chosen, unless n8n has it already. */
export async function importExamples(
	session: Session,
	credentials: CredentialChoice,
): Promise<Map<string, NamedWorkflow>> {
	const known = await listWorkflows(session);
	const workflows = new Map<string, NamedWorkflow>();
	for (const file of await exampleFiles()) {
		const template = await readExample(file);
		const workflow =
			known.find(({ name }) => name === template.name) ??
			(await createWorkflow(session, bindCredentials(template, credentials)));
		workflows.set(file, workflow);
	}
	return workflows;
}

export async function exampleFiles(): Promise<string[]> {
	const files = await readdir(FOLDER);
	return files.filter((file) => file.endsWith('.json')).sort();
}

export const readExample = async (file: string) =>
	JSON.parse(await readFile(join(FOLDER, file), 'utf8')) as WorkflowDraft;
