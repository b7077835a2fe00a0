import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareCredentials } from '../../../dev/demo/credentials';
import { OWNER } from '../../owner';
import { type Execution, runWorkflow } from '../../../dev/host/executions';
import { type Host, startN8n } from '../../../dev/host/n8n';
import { freePort } from '../../../dev/host/ports';
import { Session } from '../../../dev/host/session';
import type { Credential } from '../../../dev/host/credentials';
import type { CredentialChoice } from '../../../dev/host/template';
import { createWorkflow } from '../../../dev/host/workflows';
import { type Sandbox, startSandbox } from '../../../dev/sandbox';

const PACKAGE_FOLDER = join(__dirname, '..', '..', '..');

/** Services over https, and an n8n that knows the authorities of all but one. */
export interface Stage {
	readonly session: Session;
	readonly service: Sandbox;
	/** Its certificate is for another host. */
	readonly misnamed: Sandbox;
	/** n8n does not know its authority. */
	readonly unknown: Sandbox;
	/** Of `service`. */
	readonly credentials: CredentialChoice;
	/** Runs the Collab node by hand. */
	run(credential: Credential, parameters: Record<string, unknown>): Promise<Execution>;
	close(): Promise<void>;
}

export async function openStage(projects: number): Promise<Stage> {
	const userFolder = await mkdtemp(join(tmpdir(), 'collab-https-'));
	const port = await freePort();
	const redirectUris = [`http://127.0.0.1:${port}/rest/oauth2-credential/callback`];
	const common = { tls: true, redirectUris };
	const service = await startSandbox({ ...common, projects, seed: 11 });
	const misnamed = await startSandbox({ ...common, projects: 3, certificateNames: ['other.test'] });
	const unknown = await startSandbox({ ...common, projects: 3 });
	const host = await startTrusting([service, misnamed], { userFolder, port });
	const close = async () => {
		await host.stop();
		await Promise.all([service, misnamed, unknown].map(async (sandbox) => await sandbox.close()));
		await rm(userFolder, { recursive: true, force: true });
	};
	try {
		const session = await Session.open(host.url, OWNER);
		const credentials = await prepareCredentials(session, service);
		const run: Stage['run'] = async (...asked) => await runCollab(session, ...asked);
		return { session, service, misnamed, unknown, credentials, run, close };
	} catch (error) {
		await close();
		throw error;
	}
}

async function startTrusting(
	trusted: readonly Sandbox[],
	place: { readonly userFolder: string; readonly port: number },
): Promise<Host> {
	const file = join(place.userFolder, 'authorities.pem');
	await writeFile(file, trusted.map(({ certificateAuthority }) => certificateAuthority).join('\n'));
	const environment = { NODE_EXTRA_CA_CERTS: file };
	return await startN8n({ ...place, packageFolder: PACKAGE_FOLDER, environment });
}

async function runCollab(
	session: Session,
	{ id, name, type }: Credential,
	parameters: Record<string, unknown>,
): Promise<Execution> {
	const authentication = type === 'collabApi' ? 'apiKey' : 'oAuth2';
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	const collab = {
		name: 'Collab',
		type: 'n8n-nodes-collab.collab',
		parameters: { authentication, ...parameters },
		credentials: { [type]: { id, name } },
	};
	const nodes = [start, collab].map((node) => ({
		...node,
		id: node.name,
		typeVersion: 1,
		position: [0, 0],
	}));
	const connections = { Start: { main: [[{ node: 'Collab', type: 'main', index: 0 }]] } };
	const draft = { name: 'Over https', nodes, connections, settings: {} };
	return await runWorkflow(session, await createWorkflow(session, draft), 'Start');
}
