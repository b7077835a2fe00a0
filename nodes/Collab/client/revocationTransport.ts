/** Talks to the authorization server. Tokens stay in here: operations see their kinds only. */
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { toAddress } from '../core/requests/baseUrl';
import type { CollabError } from '../core/errors';
import { type Held, toForm, type TokenKind } from '../core/requests/revocation';
import { Traffic, type Waits } from '../core/requests/limiter';
import { toCollabError } from './failures';
import { underSignals } from './signals';
import { CREDENTIALS, endsOf, type RequestSettings, surroundingsOf, timeoutOf } from './transport';

export interface Revocation {
	readonly held: Held;
	/** Revokes a token that is held; fails with a CollabError. */
	readonly revoke: (kind: TokenKind) => Promise<void>;
}

export async function connectForRevocation(
	context: IExecuteFunctions,
	settings: RequestSettings,
	waits: Waits,
): Promise<Revocation> {
	const { type, addresses } = CREDENTIALS.oAuth2;
	const credential = await context.getCredentials<Credential>(type);
	const address = toAddress(addresses.authServerUrl, credential.authServerUrl);
	const tokens = tokensIn(credential);
	// Sent again as a reading request is: a token that is revoked twice is just revoked (RFC 7009, section 2.2).
	const traffic = new Traffic(settings, waits, surroundingsOf(context));
	const revoke = async (kind: TokenKind) => {
		const { clientId: id, clientSecret: secret } = credential;
		const form = toForm(tokens.get(kind) ?? '', kind, { id, secret });
		await traffic.send(async () => {
			const timeout = timeoutOf(settings);
			const ends = endsOf(context, traffic.ended, timeout);
			return await underSignals(
				ends,
				async (abortSignal) =>
					await send(context, {
						method: 'POST',
						url: `${address}/oauth/revoke`,
						body: new URLSearchParams(form),
						timeout,
						abortSignal,
						// The form holds a token and the client's secret, and would go wherever a redirect points.
						disableFollowRedirect: true,
					}),
			);
		});
	};
	const isForServer = credential.grantType === 'clientCredentials';
	return { held: { tokens: [...tokens.keys()], isForServer }, revoke };
}

interface Credential extends ICredentialDataDecryptedObject {
	readonly clientId: string;
	readonly clientSecret: string;
}

function tokensIn({ oauthTokenData }: Credential): Map<TokenKind, string> {
	const data: Record<string, unknown> =
		typeof oauthTokenData === 'object' ? { ...oauthTokenData } : {};
	const tokens = new Map<TokenKind, string>();
	for (const kind of ['access_token', 'refresh_token'] as const) {
		const token = data[kind];
		if (typeof token === 'string' && token !== '') tokens.set(kind, token);
	}
	return tokens;
}

async function send(
	context: IExecuteFunctions,
	options: IHttpRequestOptions,
): Promise<CollabError | undefined> {
	try {
		await context.helpers.httpRequest(options);
		return undefined;
	} catch (error) {
		return toCollabError(error, Date.now());
	}
}
