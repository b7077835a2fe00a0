import { join } from 'node:path';
import { OFTEN } from '../../dev/host/draft';
import { readTemplate, type WorkflowDraft, type WorkflowNode } from '../../dev/host/template';

const FOLDER = join(__dirname, '..', '..', 'examples');

export type Change = (node: WorkflowNode) => WorkflowNode;

/** A workflow of examples/ with the changes named, and polling often. */
export async function example(
	file: string,
	changes: Readonly<Record<string, Change>> = {},
): Promise<WorkflowDraft> {
	const template = await readTemplate(join(FOLDER, file));
	for (const name of Object.keys(changes)) nodeNamed(template, name);
	const all: Readonly<Record<string, Change>> = { 'Collab Trigger': pollOften, ...changes };
	const nodes = template.nodes.map((node) => all[node.name]?.(node) ?? node);
	return { ...template, nodes };
}

const pollOften: Change = (node) => ({
	...node,
	parameters: { ...node.parameters, pollTimes: OFTEN },
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
export const standIn: Change = (node) => {
	const assignments = expressionsIn(node.parameters, 'sent').map(([name, value]) => ({
		id: name,
		name,
		type: 'string',
		value,
	}));
	const shown = { includeOtherFields: true, assignments: { assignments } };
	const parameters = { mode: 'manual', ...shown, options: {} };
	return { ...node, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
};

function expressionsIn(value: unknown, path: string): Array<[path: string, expression: string]> {
	if (typeof value === 'string') return value.startsWith('=') ? [[path, value]] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		expressionsIn(inner, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`),
	);
}
