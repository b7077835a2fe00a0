import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareCredentials } from '../../../dev/demo/credentials';
import { startN8n, type Host } from '../../../dev/host/n8n';
import { freePort } from '../../../dev/host/ports';
import { Session } from '../../../dev/host/session';
import {
	bindCredentials,
	type CredentialChoice,
	type WorkflowDraft,
} from '../../../dev/host/template';
import { createWorkflow, publishWorkflow, type Workflow } from '../../../dev/host/workflows';
import { startSandbox, type Sandbox } from '../../../dev/sandbox';
import { OWNER } from '../../owner';

/** One version of n8n with the package from its tarball, and a sandbox for it. */
export class Stage {
	private connected: CredentialChoice | undefined;

	private constructor(
		readonly sandbox: Sandbox,
		private readonly userFolder: string,
		private current: Running,
	) {}

	static async open(projects: number): Promise<Stage> {
		const userFolder = await mkdtemp(join(tmpdir(), 'collab-versions-'));
		const running = await start(userFolder, await freePort());
		const redirectUris = [`${running.host.url}/rest/oauth2-credential/callback`];
		const sandbox = await startSandbox({ projects, seed: 11, redirectUris });
		return new Stage(sandbox, userFolder, running);
	}

	/** Makes one credential of each type; the OAuth2 one gets its consent. */
	async connect(): Promise<void> {
		this.connected = await prepareCredentials(this.session, this.sandbox);
	}

	get credentials(): CredentialChoice {
		if (!this.connected) throw new Error('The credentials could not be connected');
		return this.connected;
	}

	get session(): Session {
		return this.current.session;
	}

	async publish(draft: WorkflowDraft): Promise<Workflow> {
		const bound = bindCredentials(draft, this.credentials);
		const workflow = await createWorkflow(this.session, bound);
		await publishWorkflow(this.session, workflow);
		return workflow;
	}

	/** Stops n8n, and starts it again on the same data. */
	async restart(meanwhile: () => void): Promise<void> {
		await this.current.host.stop();
		meanwhile();
		this.current = await start(this.userFolder, Number(new URL(this.session.url).port));
	}

	async close(): Promise<void> {
		await this.current.host.stop();
		await this.sandbox.close();
		await rm(this.userFolder, { recursive: true, force: true });
	}
}

interface Running {
	readonly host: Host;
	readonly session: Session;
}

async function start(userFolder: string, port: number): Promise<Running> {
	const host = await startN8n({
		userFolder,
		port,
		packageFolder: settingOf('COLLAB_PACKAGE'),
		installation: settingOf('COLLAB_INSTALLATION'),
		environment: ANY_VERSION,
	});
	try {
		return { host, session: await Session.open(host.url, OWNER) };
	} catch (error) {
		await host.stop();
		throw error;
	}
}

/** What host/ sets for its own n8n names a module that other versions do not know, and refuse to start with. */
const ANY_VERSION = { N8N_DISABLED_MODULES: '' };

/** By main.mjs. */
function settingOf(name: string): string {
	const value = process.env[name];
	if (value === undefined) throw new Error('Start this suite with "npm run test:versions"');
	return value;
}
