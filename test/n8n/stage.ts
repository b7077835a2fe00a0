import { prepareCredentials } from '../../dev/demo/credentials';
import { trustIn } from '../../dev/host/environment';
import { freePort } from '../../dev/host/ports';
import type { Session } from '../../dev/host/session';
import {
	bindCredentials,
	type CredentialChoice,
	type WorkflowDraft,
} from '../../dev/host/template';
import { createWorkflow, publishWorkflow, type Workflow } from '../../dev/host/workflows';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../dev/sandbox';
import { newUserFolder, OwnN8n } from './ownN8n';

export interface StageOptions {
	readonly sandbox: SandboxOptions;
	/** More environment variables for n8n. */
	readonly environment?: Readonly<Record<string, string>>;
	/** Services beside the sandbox whose certificates n8n is to trust. */
	readonly trusted?: readonly Sandbox[];
}

/** An n8n of one test file and a sandbox, with one credential of each type; the OAuth2 one has its consent. */
export class Stage {
	private constructor(
		readonly n8n: OwnN8n,
		readonly sandbox: Sandbox,
		readonly credentials: CredentialChoice,
	) {}

	static async open({ trusted = [], ...options }: StageOptions): Promise<Stage> {
		const port = await freePort();
		const redirectUris = [`http://127.0.0.1:${port}/rest/oauth2-credential/callback`];
		const sandbox = await startSandbox({ seed: 11, redirectUris, ...options.sandbox });
		const userFolder = await newUserFolder();
		const authorities = [sandbox, ...trusted].map((service) => service.certificateAuthority);
		const environment = { ...(await trustIn(authorities, userFolder)), ...options.environment };
		let n8n: OwnN8n | undefined;
		try {
			n8n = await OwnN8n.start({ port, userFolder, environment });
			return new Stage(n8n, sandbox, await prepareCredentials(n8n.session, sandbox));
		} catch (error) {
			await n8n?.close();
			await sandbox.close();
			throw error;
		}
	}

	get session(): Session {
		return this.n8n.session;
	}

	async publish(draft: WorkflowDraft): Promise<Workflow> {
		return await publish(this.session, draft, this.credentials);
	}

	async close(): Promise<void> {
		await this.n8n.close();
		await this.sandbox.close();
	}
}

/** Creates the workflow with these credentials and publishes it. */
export async function publish(
	session: Session,
	draft: WorkflowDraft,
	credentials: CredentialChoice,
): Promise<Workflow> {
	const workflow = await createWorkflow(session, bindCredentials(draft, credentials));
	await publishWorkflow(session, workflow);
	return workflow;
}
