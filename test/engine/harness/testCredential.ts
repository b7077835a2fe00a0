import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import { createEmptyRunExecutionData, type INodeType } from 'n8n-workflow';
import { CollabOAuth2Api } from '../../../credentials/CollabOAuth2Api.credentials';
import { Collab } from '../../../nodes/Collab/Collab.node';
import { CredentialStore, type CredentialData } from './credentials';
import type { CredentialName } from './engine';
import { additionalDataFor, nodeOf, nodeTypes, noOp, workflowOf } from './engine';

interface TestFailure extends Error {
	readonly cause?: { code?: string; response?: { status: number; statusText: string } };
}

const { request, rules = [] } = new CollabOAuth2Api().test;

/** What the credential's "Test" button does: n8n calls the node's function, or sends the declared request from a node of its own. */
export async function testCredential(name: CredentialName, data: CredentialData) {
	const store = new CredentialStore();
	const { id, ...details } = { ...store.add(name, data), type: name };
	const credential = { ...details, id: `${id}`, data: store.resolve(data, name) };
	const additional = additionalDataFor(store, 'internal');
	if (name === 'collabApi') {
		const { testApiKey } = new Collab().methods.credentialTest;
		return await testApiKey.call(new CredentialTestContext(additional), credential);
	}
	const node = nodeOf('Temp', 'n8n-nodes-base.noOp', {}, { credentials: { [name]: credential } });
	const context = new ExecuteContext(
		workflowOf([node], { nodeTypes: { ...nodeTypes, getByNameAndVersion: () => REQUESTING } }),
		node,
		additional,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	try {
		const output = await new RoutingNode(context, REQUESTING, credential).runNode();
		const rule = rules.find(({ type, properties }) => {
			return (
				type === 'responseSuccessBody' &&
				at(output, `0.0.json.${properties.key}`) === properties.value
			);
		});
		if (rule === undefined) return { status: 'OK', message: 'Connection successful!' };
		return { status: 'Error', message: rule.properties.message };
	} catch (error) {
		const { cause: { code, response } = {}, message } = error as TestFailure;
		const rule = rules.find(({ type, properties }) => {
			return type === 'responseCode' && properties.value === response?.status;
		});
		// Without a rule for the status, n8n's bare words.
		const words = rule?.properties.message ?? response?.statusText ?? code ?? message;
		return { status: 'Error', message: words };
	}
}

const REQUESTING: INodeType = {
	description: {
		...noOp.description,
		credentials: [{ name: 'collabOAuth2Api', required: true }],
		properties: [
			{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
		],
	},
};

/** As n8n takes a key with points, by lodash. */
const at = (json: unknown, path: string) =>
	path.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value ?? {}), key), json);
