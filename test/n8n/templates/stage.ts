import { prepareCredentials } from '../../../dev/demo/credentials';
import { Session } from '../../../dev/host/session';
import type { CredentialChoice } from '../../../dev/host/template';
import { startSandbox, type Sandbox } from '../../../dev/sandbox';
import { n8nUrl } from '../../sharedN8n/host';
import { OWNER } from '../../owner';

/** The n8n of all test files with a sandbox of one's own, connected. */
export interface Stage {
	readonly session: Session;
	readonly sandbox: Sandbox;
	readonly credentials: CredentialChoice;
}

export async function openStage(projects: number): Promise<Stage> {
	const url = n8nUrl();
	const redirectUris = [`${url}/rest/oauth2-credential/callback`];
	const sandbox = await startSandbox({ projects, redirectUris });
	const session = await Session.open(url, OWNER);
	const credentials = await prepareCredentials(session, sandbox);
	return { session, sandbox, credentials };
}

export const idsIn = ({ projects }: Sandbox) =>
	projects
		.all()
		.map(({ id }) => id)
		.sort();
