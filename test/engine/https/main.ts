/**
 * One list, revocation or connection test on the engine, in a process of its own: Node.js reads NODE_EXTRA_CA_CERTS when
 * it starts. Prints what came out as JSON.
 */
import '../endurance/sourceBeforeJson';
import '../harness/environment';
import type { INodeParameters } from 'n8n-workflow';
import { CredentialStore, type CredentialData } from '../harness/credentialStore';
import type { CredentialName } from '../harness/credentialTypes';
import { runCollab } from '../harness/runCollab';
import { testCredential } from '../harness/testCredential';

export interface Task {
	readonly type: CredentialName;
	readonly data: CredentialData;
	/** Of the node; without them, the credential's own test is run. */
	readonly parameters?: INodeParameters;
}

export interface Result {
	readonly ids?: unknown[];
	readonly message?: string;
	readonly description?: string;
	/** Of the connection test. */
	readonly status?: string;
}

async function perform({ type, data, parameters }: Task): Promise<Result> {
	if (!parameters) return await testCredential(type, data);
	const store = new CredentialStore();
	const details = store.add(type, data);
	const { items, error } = await runCollab({ store, credentials: { [type]: details }, parameters });
	return {
		ids: items.map(({ json }) => json['id'] ?? json['revoked']),
		...(error ? { message: error.message, description: error.description ?? '' } : {}),
	};
}

async function main(): Promise<void> {
	const tasks = JSON.parse(process.argv[2] ?? '[]') as Task[];
	const results: Result[] = [];
	for (const task of tasks) results.push(await perform(task));
	process.stdout.write(JSON.stringify(results));
}

void main();
