import { trustIn } from '../host/environment';
import { startN8n, type Host } from '../host/n8n';
import { freePort } from '../host/ports';
import { Session, type Owner } from '../host/session';
import type { CredentialChoice } from '../host/template';
import type { Workflow } from '../host/workflows';
import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox';
import { prepareCredentials } from './credentials';
import type { Endings } from './ending';
import { importExamples } from './examples';
import { ownerOf } from './owner';

export interface DemoOptions {
	readonly userFolder: string;
	/** The first port to try; 0 takes any free one. */
	readonly n8nPort: number;
	readonly sandboxPort: number;
	readonly sandbox?: SandboxOptions;
	/** Called with what is being done. */
	readonly step: (title: string) => void;
	/** Stops starting. */
	readonly signal: AbortSignal;
	/** Gets what ends each started part, at once. */
	readonly endings: Endings;
}

export interface Demo {
	readonly host: Host;
	readonly sandbox: Sandbox;
	readonly session: Session;
	readonly owner: Owner;
	readonly credentials: CredentialChoice;
	/** By the name of their file in examples/. */
	readonly workflows: ReadonlyMap<string, Workflow>;
}

/** A sandbox and an n8n that are connected to each other, with the examples ready to run. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
	const { userFolder, signal, step, endings } = options;
	const n8nPort = await freePort(options.n8nPort);
	step('Starting the sandbox service');
	const sandbox = await startSandbox({
		...options.sandbox,
		port: await freePort(options.sandboxPort),
		redirectUris: [`http://127.0.0.1:${n8nPort}/rest/oauth2-credential/callback`],
	});
	endings.add(sandbox.close);
	step('Starting n8n');
	const host = await startN8n({
		userFolder,
		port: n8nPort,
		environment: await trustIn([sandbox.certificateAuthority], userFolder),
		signal,
	});
	endings.add(async () => await host.stop());
	signal.throwIfAborted();
	step('Signing in and connecting the credentials');
	const owner = await ownerOf(userFolder);
	const session = await Session.open(host.url, owner);
	const credentials = await prepareCredentials(session, sandbox);
	step('Importing the workflows of examples/');
	const workflows = await importExamples(session, credentials);
	return { host, sandbox, session, owner, credentials, workflows };
}
