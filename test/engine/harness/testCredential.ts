import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type INodeType,
	type ICredentialTestRequest,
} from 'n8n-workflow';
import { noOp } from './baseNodes';
import { CredentialStore, type CredentialData } from './credentialStore';
import { credentialType, type CredentialName } from './credentialTypes';
import { additionalDataFor, nodeOf, workflowOf } from './engine';

export interface TestResult {
	readonly status: 'OK' | 'Error';
	readonly message: string;
}

/** What the credential's "Test" button does: n8n sends the declared request from a node of its own. */
export async function testCredential(
	name: CredentialName,
	data: CredentialData,
	store = new CredentialStore(),
): Promise<TestResult> {
	const { test } = credentialType(name);
	if (test === undefined) throw new Error(`Credential "${name}" has no test`);
	const details = store.add(name, data);
	const nodeType = nodeThatSends(name, test);
	const node = nodeOf('Temp', nodeType.description.name, {}, { credentials: { [name]: details } });
	const nodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const additionalData = additionalDataFor(store, 'internal');
	const context = new ExecuteContext(
		workflowOf([node], { nodeTypes }),
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const decrypted = store.resolve(additionalData, data, name, 'internal');
	const routing = new RoutingNode(context, nodeType, {
		...details,
		id: details.id ?? '',
		type: name,
		data: decrypted,
	});
	try {
		const output = await routing.runNode();
		return resultOf(output?.[0]?.[0]?.json, test);
	} catch (error) {
		return { status: 'Error', message: messageOf(error as TestFailure, test) };
	}
}

function nodeThatSends(name: CredentialName, { request }: ICredentialTestRequest): INodeType {
	return {
		description: {
			...noOp.description,
			credentials: [{ name, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
			],
		},
	};
}

/** n8n compares one value of the body with each rule for a success. */
function resultOf(json: unknown, { rules = [] }: ICredentialTestRequest): TestResult {
	for (const { type, properties } of rules) {
		if (type !== 'responseSuccessBody') continue;
		if (at(json, properties.key) === properties.value) {
			return { status: 'Error', message: properties.message };
		}
	}
	return { status: 'OK', message: 'Connection successful!' };
}

/** As n8n takes a key with points, by lodash. */
function at(json: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((value, key) => {
		return value === undefined || value === null ? undefined : Reflect.get(Object(value), key);
	}, json);
}

interface TestFailure extends Error {
	readonly cause?: {
		readonly code?: string;
		readonly response?: { readonly status: number; readonly statusText: string };
	};
}

/** The credential's own rule for this status, else n8n's bare words: an answer that is broken has a status, too. */
function messageOf(
	{ cause, message }: TestFailure,
	{ rules = [] }: ICredentialTestRequest,
): string {
	const response = cause?.response;
	if (response === undefined) return cause?.code ?? message;
	const { status, statusText } = response;
	const rule = rules.find(
		({ type, properties }) => type === 'responseCode' && properties.value === status,
	);
	if (rule) return rule.properties.message;
	if (status >= 199 && status < 300) return message;
	return statusText || `Received HTTP status code: ${status}`;
}
