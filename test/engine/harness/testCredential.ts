import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type INodeType,
	type ICredentialTestRequest,
} from 'n8n-workflow';
import { CredentialStore, type CredentialData } from './credentialStore';
import { additionalDataFor, credentialType, nodeOf, noOp, workflowOf } from './engine';
import type { CredentialName } from './engine';

export interface TestResult {
	readonly status: 'OK' | 'Error';
	readonly message: string;
}

/** What the credential's "Test" button does: n8n sends the declared request from a node of its own. */
export async function testCredential(
	name: CredentialName,
	data: CredentialData,
): Promise<TestResult> {
	const { test } = credentialType(name);
	if (test === undefined) throw new Error(`Credential "${name}" has no test`);
	try {
		return resultOf(await sendTest(name, test, data), test);
	} catch (error) {
		return { status: 'Error', message: messageOf(error as TestFailure, test) };
	}
}

async function sendTest(
	name: CredentialName,
	{ request }: ICredentialTestRequest,
	data: CredentialData,
): Promise<unknown> {
	const store = new CredentialStore();
	const details = store.add(name, data);
	const nodeType: INodeType = {
		description: {
			...noOp.description,
			credentials: [{ name, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
			],
		},
	};
	const get = () => nodeType;
	const nodeTypes = { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) };
	const node = nodeOf('Temp', 'noOp', {}, { credentials: { [name]: details } });
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
	const credential = { ...details, id: details.id ?? '', type: name, data: decrypted };
	const output = await new RoutingNode(context, nodeType, credential).runNode();
	return output?.[0]?.[0]?.json;
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
const at = (json: unknown, path: string) =>
	path.split('.').reduce<unknown>((value, key) => {
		return value === undefined || value === null ? undefined : Reflect.get(Object(value), key);
	}, json);

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
