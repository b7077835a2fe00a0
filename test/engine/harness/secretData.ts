import type { CredentialData } from './credentialStore';
import type { ScriptedServer } from './scriptedServer';
import { textIn } from './textIn';

const SECRETS = ['secret-key', 'secret-token', 'secret-refresh', 'secret-client'];

/** Data of a credential of each type for a service, the OAuth2 one connected. */
export const dataFor = ({ baseUrl, url }: Pick<ScriptedServer, 'baseUrl' | 'url'>) => ({
	collabApi: { baseUrl, apiKey: 'secret-key' } as CredentialData,
	collabOAuth2Api: {
		baseUrl,
		authServerUrl: url,
		grantType: 'authorizationCode',
		clientId: 'client',
		clientSecret: 'secret-client',
		oauthTokenData: {
			access_token: 'secret-token',
			refresh_token: 'secret-refresh',
			token_type: 'bearer',
		},
	} as CredentialData,
});

export function expectNoSecretIn(value: unknown): void {
	const text = textIn(value);
	for (const secret of SECRETS) expect(text).not.toContain(secret);
}
