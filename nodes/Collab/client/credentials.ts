/** The credentials of a node, read for the input item in question. */
import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject, ICredentialsDecrypted } from 'n8n-workflow';
import { type Access, refused } from '../core/errors';
import { toAddress, toApiKey } from '../core/requests/credential';
import type { Held } from '../core/requests/revocation';
import type { Context } from './runtime';

const CREDENTIAL_TYPES = { apiKey: 'collabApi', oAuth2: 'collabOAuth2Api' } as const;

export type Authentication = keyof typeof CREDENTIAL_TYPES;

/** A credential with addresses that may be used, and the tokens that it holds. */
export interface CheckedCredential extends Held {
	/** Decrypted, so that n8n does not read and decrypt it again for every request. */
	readonly decrypted: ICredentialsDecrypted;
	readonly baseUrl: string;
	/** Names service and credential, without a secret: a new key in the same credential is the same account. */
	readonly account: string;
	/** Items with the same key or token at the same service have the same one, and share a limiter. It is secret. */
	readonly limiterKey: string;
}

/** @param itemIndex of the input item; a poll has none */
export async function readCredential(
	context: Context,
	authentication: Authentication,
	itemIndex: number | undefined,
): Promise<CheckedCredential> {
	const type = CREDENTIAL_TYPES[authentication];
	// Where the workflow's zone is `DEFAULT`, n8n evaluates no expression: not even OAuth2's computed fields.
	const data = await context.getCredentials(type, itemIndex).catch((error: Error) => {
		throw /timezone/i.test(error.message) ? refused('timeZone') : error;
	});
	const access = accessOf(authentication, data);
	const baseUrl = toAddress('Base URL', data['baseUrl']);
	if (access !== 'apiKey') {
		toAddress('Authorization Server URL', data['authServerUrl']);
		if (itemIndex) assertSame(data, await context.getCredentials(type, 0));
	}
	const apiKey = toApiKey(data['apiKey']);
	const { oauthTokenData } = data;
	// n8n has found it by its ID.
	const { id, name } = context.getNode().credentials![type]!;
	const account = JSON.stringify([baseUrl, type, id]);
	return {
		decrypted: { id: id!, name, type, data },
		access,
		tokens: {
			access_token: textIn(oauthTokenData, 'access_token'),
			refresh_token: textIn(oauthTokenData, 'refresh_token'),
		},
		baseUrl,
		account: createHash('sha256').update(account).digest('base64url'),
		limiterKey: JSON.stringify([account, apiKey]),
	};
}

function accessOf(authentication: Authentication, data: ICredentialDataDecryptedObject): Access {
	if (authentication === 'apiKey') return 'apiKey';
	return data['grantType'] === 'clientCredentials' ? 'application' : 'person';
}

/** n8n itself signs every request with item 0's token, even one to another item's address. Tokens may be renewed. */
function assertSame(...items: ICredentialDataDecryptedObject[]): void {
	const [own, first] = items.map((data) => JSON.stringify({ ...data, oauthTokenData: null }));
	if (own !== first) throw refused('variesByItem');
}

/** The text is empty where there is none: before anybody has connected, n8n gives an empty object of tokens. */
export function textIn(data: unknown, field: string): string {
	const value: unknown = Reflect.get(Object(data) as object, field);
	return typeof value === 'string' ? value : '';
}
