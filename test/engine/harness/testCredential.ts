import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialsDecrypted,
	type ICredentialTestRequest as Test,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { Collab } from '../../../nodes/Collab/Collab.node';
import { CredentialStore, type CredentialData } from './credentials';
import { additionalDataFor, credentialType, nodeOf, noOp, workflowOf } from './engine';
import type { CredentialName } from './engine';

interface TestFailure extends Error {
	readonly cause?: { code?: string; response?: { status: number; statusText: string } };
}

/** What the credential's "Test" button does: n8n calls the node's function, or sends the declared request from a node of its own. */
export async function testCredential(name: CredentialName, data: CredentialData) {
	const store = new CredentialStore();
	const details = store.add(name, data);
	const resolved = store.resolve(data, name);
	const credential = { ...details, id: details.id ?? '', type: name, data: resolved };
	const additional = additionalDataFor(store, 'internal');
	const { test } = credentialType(name);
	if (!test) {
		const { testApiKey } = new Collab().methods.credentialTest;
		return await testApiKey.call(new CredentialTestContext(additional), credential);
	}
	const { request, rules = [] } = test;
	try {
		const json = await sent(request, credential, additional);
		const rule = rules.find(({ type, properties }) => {
			return type === 'responseSuccessBody' && at(json, properties.key) === properties.value;
		});
		if (rule === undefined) return { status: 'OK', message: 'Connection successful!' };
		return { status: 'Error', message: rule.properties.message };
	} catch (error) {
		return { status: 'Error', message: messageOf(error as TestFailure, rules) };
	}
}

/** As n8n takes a key with points, by lodash. */
const at = (json: unknown, path: string) =>
	path.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value ?? {}), key), json);

/** Without a rule for the status, n8n's bare words: an answer that is broken has a status, too. */
function messageOf({ cause, message }: TestFailure, rules: NonNullable<Test['rules']>): string {
	if (!cause?.response) return cause?.code ?? message;
	const { status, statusText } = cause.response;
	const rule = rules.find(({ type, properties }) => {
		return type === 'responseCode' && properties.value === status;
	});
	const isSuccess = status >= 199 && status < 300;
	return rule?.properties.message ?? (isSuccess ? message : statusText || String(status));
}

async function sent(
	request: Test['request'],
	credential: ICredentialsDecrypted,
	additional: IWorkflowExecuteAdditionalData,
): Promise<unknown> {
	const { type: name } = credential;
	const routing = { request };
	const nodeType: INodeType = {
		description: {
			...noOp.description,
			credentials: [{ name, required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', routing, default: '' }],
		},
	};
	const get = () => nodeType;
	const nodeTypes = { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) };
	const node = nodeOf('Temp', 'noOp', {}, { credentials: { [name]: credential } });
	const context = new ExecuteContext(
		workflowOf([node], { nodeTypes }),
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
	const output = await new RoutingNode(context, nodeType, credential).runNode();
	return output?.[0]?.[0]?.json;
}
