import { join } from 'node:path';
import { EVERY_FIVE_SECONDS } from '../../../dev/host/draft';
import type { Session } from '../../../dev/host/session';
import {
	bindCredentials,
	readTemplate,
	type WorkflowDraft,
	type WorkflowNode,
	type CredentialChoice,
} from '../../../dev/host/template';
import { createWorkflow, publishWorkflow, type Workflow } from '../../../dev/host/workflows';

const FOLDER = join(__dirname, '..', '..', '..', 'examples');

/** The n8n, and the credentials that a person chooses. */
export interface Importing {
	readonly session: Session;
	readonly credentials: CredentialChoice;
}

type Change = (node: WorkflowNode) => WorkflowNode;

/** The template as a person has it after choosing the Collab credential, and with the changes named. */
export async function importTemplate(
	{ session, credentials }: Importing,
	file: string,
	changes: Readonly<Record<string, Change>> = {},
): Promise<Workflow> {
	const template = await readTemplate(join(FOLDER, file));
	for (const name of Object.keys(changes)) nodeNamed(template, name);
	const nodes = template.nodes.map((node) => (changes[node.name] ?? ((same) => same))(node));
	return await createWorkflow(session, bindCredentials({ ...template, nodes }, credentials));
}

/** As `importTemplate`, polling often; published when this returns. */
export async function publishTemplate(
	stage: Importing,
	file: string,
	changes: Readonly<Record<string, Change>> = {},
): Promise<Workflow> {
	const workflow = await importTemplate(stage, file, { 'Collab Trigger': pollOften, ...changes });
	await publishWorkflow(stage.session, workflow);
	return workflow;
}

const pollOften: Change = (node) => ({
	...node,
	parameters: { ...node.parameters, pollTimes: EVERY_FIVE_SECONDS },
});

export function nodeNamed({ nodes }: WorkflowDraft, name: string): WorkflowNode {
	const node = nodes.find((candidate) => candidate.name === name);
	if (node === undefined) throw new Error(`The template has no node "${name}"`);
	return node;
}

/**
 * In place of a node that would send something out: it resolves the same expressions, in the same
 * place and as often, and puts the values under `sent`, beside the item that would have been sent.
 */
export const standIn: Change = (node) => ({
	...node,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'manual',
		includeOtherFields: true,
		assignments: {
			assignments: expressionsIn(node.parameters, 'sent').map(([name, value]) => ({
				id: name,
				name,
				type: 'string',
				value,
			})),
		},
		options: {},
	},
});

function expressionsIn(value: unknown, path: string): Array<[path: string, expression: string]> {
	if (typeof value === 'string') return value.startsWith('=') ? [[path, value]] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		expressionsIn(inner, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`),
	);
}
