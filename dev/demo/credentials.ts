import { connectOAuth2, consentAtSandbox, saveCredential } from '../host/credentials';
import type { Session } from '../host/session';
import type { CredentialChoice } from '../host/template';
import type { Sandbox } from '../sandbox';

/** One credential of each type, up to date with the sandbox; the OAuth2 one connected. */
export async function prepareCredentials(
	session: Session,
	sandbox: Sandbox,
): Promise<CredentialChoice> {
	const { baseUrl, authServerUrl, apiKey, clientId, clientSecret } = sandbox;
	const withKey = await saveCredential(session, {
		name: 'Collab sandbox (API key)',
		type: 'collabApi',
		data: { baseUrl, apiKey },
	});
	const withOAuth2 = await saveCredential(session, {
		name: 'Collab sandbox (OAuth2)',
		type: 'collabOAuth2Api',
		data: { baseUrl, authServerUrl, clientId, clientSecret, scope: 'read' },
	});
	await connectOAuth2(session, withOAuth2, consentAtSandbox(sandbox.certificateAuthority));
	return { apiKey: withKey, oAuth2: withOAuth2 };
}
