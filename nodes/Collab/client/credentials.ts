/** The credentials of a node, read for the input item in question. */
import type { ICredentialDataDecryptedObject, ICredentialsDecrypted } from 'n8n-workflow';

import { type Access, CollabError, type TokenKind } from '../core/errors';
import { toAddress } from '../core/requests/baseUrl';
import type { Held } from '../core/requests/revocation';
import type { Context } from './runtime';

export const CREDENTIAL_TYPES = { apiKey: 'collabApi', oAuth2: 'collabOAuth2Api' } as const;

export type Authentication = keyof typeof CREDENTIAL_TYPES;

/** A credential with addresses that may be used. */
export interface CheckedCredential {
	/** Decrypted, so that n8n does not read and decrypt it again for every request. */
	readonly decrypted: ICredentialsDecrypted;
	readonly access: Access;
	readonly baseUrl: string;
	/** The same for all items with the same key or token at the same service, which share a limiter; holds secrets. */
	readonly limiterKey: string;
}

/** @param itemIndex of the input item; a poll has none */
export async function readCredential(
	context: Context,
	authentication: Authentication,
	itemIndex: number | undefined,
): Promise<CheckedCredential> {
	const type = CREDENTIAL_TYPES[authentication];
	const data = await context.getCredentials(type, itemIndex);
	const access = accessOf(authentication, data);
	const baseUrl = toAddress('Base URL', data['baseUrl']);
	if (access !== 'apiKey') {
		toAddress('Authorization Server URL', data['authServerUrl']);
		if (itemIndex) assertSame(data, await context.getCredentials(type, 0));
	}
	const id = context.getNode().credentials?.[type]?.id ?? '';
	return {
		decrypted: { id, name: '', type, data },
		access,
		baseUrl,
		limiterKey: JSON.stringify([type, baseUrl, data['apiKey'] ?? id]),
	};
}

function accessOf(authentication: Authentication, data: ICredentialDataDecryptedObject): Access {
	if (authentication === 'apiKey') return 'apiKey';
	return data['grantType'] === 'clientCredentials' ? 'client' : 'person';
}

/** Client credentials get their first token with the first request. */
export function assertConnected(credential: CheckedCredential): void {
	const { access } = credential;
	if (access === 'person' && tokenIn(credential, 'access_token') === '') {
		throw new CollabError('unauthorized', { access, reason: 'notConnected' });
	}
}

const FIELDS = ['baseUrl', 'authServerUrl', 'clientId', 'clientSecret', 'scope', 'grantType'];

/**
 * n8n itself signs every request with item 0's token: it would be sent to another item's address. A token that was
 * refreshed meanwhile is no difference.
 */
function assertSame(data: ICredentialDataDecryptedObject, first: typeof data): void {
	if (FIELDS.some((field) => data[field] !== first[field])) {
		throw new CollabError('addressRefused', { reason: 'variesByItem' });
	}
}

export function heldIn(credential: CheckedCredential): Held {
	const kinds: TokenKind[] = ['access_token', 'refresh_token'];
	const tokens = kinds.map((kind) => ({ kind, value: tokenIn(credential, kind) }));
	const held = tokens.filter(({ value }) => value !== '');
	return { tokens: held, isForServer: credential.access === 'client' };
}

/** Before anybody has connected, n8n gives an empty object. */
function tokenIn({ decrypted }: CheckedCredential, kind: TokenKind): string {
	return textIn(decrypted.data?.['oauthTokenData'], kind);
}

/** Empty where there is none. */
export function textIn(data: unknown, field: string): string {
	const value: unknown = Reflect.get(Object(data ?? {}) as object, field);
	return typeof value === 'string' ? value : '';
}
