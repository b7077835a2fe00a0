import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialTestRequest as Test,
	type INodeType,
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
	const test = functionFor(name);
	if (test) {
		const store = new CredentialStore();
		const credential = { id: '', name: '', type: name, data: store.resolve(data, name) };
		return await test.call(
			new CredentialTestContext(additionalDataFor(store, 'internal')),
			credential,
		);
	}
	const { rules = [] } = credentialType(name).test ?? {};
	try {
		const json = await sendTest(name, data);
		const rule = rules.find((each) => {
			if (each.type !== 'responseSuccessBody') return false;
			return at(json, each.properties.key) === each.properties.value;
		});
		if (rule === undefined) return { status: 'OK', message: 'Connection successful!' };
		return { status: 'Error', message: rule.properties.message };
	} catch (error) {
		return { status: 'Error', message: messageOf(error as TestFailure, rules) };
	}
}

function functionFor(name: CredentialName) {
	const { description, methods } = new Collab();
	const testedBy = description.credentials?.find((one) => one.name === name)?.testedBy;
	return testedBy === 'testApiKey' ? methods.credentialTest[testedBy] : undefined;
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

async function sendTest(name: CredentialName, data: CredentialData): Promise<unknown> {
	const store = new CredentialStore();
	const details = store.add(name, data);
	const routing = { request: credentialType(name).test?.request ?? {} };
	const nodeType: INodeType = {
		description: {
			...noOp.description,
			credentials: [{ name, required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', routing, default: '' }],
		},
	};
	const get = () => nodeType;
	const nodeTypes = { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) };
	const node = nodeOf('Temp', 'noOp', {}, { credentials: { [name]: details } });
	const context = new ExecuteContext(
		workflowOf([node], { nodeTypes }),
		node,
		additionalDataFor(store, 'internal'),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const decrypted = store.resolve(data, name);
	const credential = { ...details, id: details.id ?? '', type: name, data: decrypted };
	const output = await new RoutingNode(context, nodeType, credential).runNode();
	return output?.[0]?.[0]?.json;
}
