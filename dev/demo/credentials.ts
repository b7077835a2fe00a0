import * as credentials from '../host/credentials';
import type { Credential } from '../host/credentials';
import type { Session } from '../host/session';
import type { CredentialChoice } from '../host/template';
import type { Sandbox } from '../sandbox';

/** One credential of each type, created or brought up to date with the sandbox; the OAuth2 one connected. */
export async function prepareCredentials(
	session: Session,
	{ baseUrl, authServerUrl, apiKey, clientId, clientSecret, consent }: Sandbox,
): Promise<CredentialChoice> {
	const known = await credentials.listCredentials(session);
	const save = async (name: string, type: string, data: object) => {
		const draft = { name, type, data: { baseUrl, ...data } };
		const before = known.find((credential) => credential.name === name);
		if (before) return await session.patch<Credential>(`/credentials/${before.id}`, draft);
		return await credentials.createCredential(session, draft);
	};
	const withKey = await save('Collab sandbox (API key)', 'collabApi', { apiKey });
	const client = { authServerUrl, clientId, clientSecret, scope: 'read' };
	const withOAuth2 = await save('Collab sandbox (OAuth2)', 'collabOAuth2Api', client);
	await credentials.connectOAuth2(session, withOAuth2, consent);
	return { apiKey: withKey, oAuth2: withOAuth2 };
}
