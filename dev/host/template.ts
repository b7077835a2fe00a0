import { readFile } from 'node:fs/promises';
import type { Credential } from './credentials';

export interface WorkflowNode {
	readonly name: string;
	readonly type: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly credentials?: Readonly<Record<string, Pick<Credential, 'id' | 'name'>>>;
	readonly [field: string]: unknown;
}

/** A workflow as n8n exports and imports it. */
export interface WorkflowDraft {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<Record<string, unknown>>;
	readonly settings?: Readonly<Record<string, unknown>>;
}

/** One credential for each value of the nodes' parameter `authentication`. */
export interface CredentialChoice {
	readonly apiKey: Credential;
	readonly oAuth2: Credential;
}

const PACKAGE_NODES = 'n8n-nodes-collab.';

export async function readTemplate(file: string): Promise<WorkflowDraft> {
	return JSON.parse(await readFile(file, 'utf8')) as WorkflowDraft;
}

/** What a person does after an import: chooses the credential of every node that needs one. */
export function bindCredentials(draft: WorkflowDraft, choice: CredentialChoice): WorkflowDraft {
	return changePackageNodes(draft, (node) => {
		const { id, name, type } =
			node.parameters['authentication'] === 'oAuth2' ? choice.oAuth2 : choice.apiKey;
		return { ...node, credentials: { [type]: { id, name } } };
	});
}

export function setAuthentication(
	draft: WorkflowDraft,
	authentication: keyof CredentialChoice,
): WorkflowDraft {
	return changePackageNodes(draft, (node) => ({
		...node,
		parameters: { ...node.parameters, authentication },
	}));
}

function changePackageNodes(
	draft: WorkflowDraft,
	change: (node: WorkflowNode) => WorkflowNode,
): WorkflowDraft {
	const nodes = draft.nodes.map((node) =>
		node.type.startsWith(PACKAGE_NODES) ? change(node) : node,
	);
	return { ...draft, nodes };
}
