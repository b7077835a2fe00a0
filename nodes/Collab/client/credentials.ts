/** The credentials of a node, read for the input item in question. */
import type { ICredentialDataDecryptedObject, ICredentialsDecrypted } from 'n8n-workflow';

import { type Access, CollabError, type TokenKind } from '../core/errors';
import { toAddress } from '../core/requests/baseUrl';
import type { Held } from '../core/requests/revocation';
import type { Context } from './runtime';

const TYPES = { apiKey: 'collabApi', oAuth2: 'collabOAuth2Api' } as const;

export type Authentication = keyof typeof TYPES;

export const credentialTypeOf = (authentication: Authentication) => TYPES[authentication];

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
	const type = TYPES[authentication];
	const data = await read(context, type, itemIndex);
	const access = accessOf(authentication, data);
	if (access !== 'apiKey') await refuseVarying(context, data, itemIndex);
	const baseUrl = toAddress('Base URL', data['baseUrl']);
	if (access !== 'apiKey') toAddress('Authorization Server URL', data['authServerUrl']);
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
export function assertConnected({ access, decrypted: { data = {} } }: CheckedCredential): void {
	if (access === 'person' && tokenIn(data, 'access_token') === '') {
		throw new CollabError('unauthorized', { access, reason: 'notConnected' });
	}
}

async function read(context: Context, type: string, itemIndex: number | undefined) {
	return 'getInputData' in context
		? await context.getCredentials<ICredentialDataDecryptedObject>(type, itemIndex)
		: await context.getCredentials<ICredentialDataDecryptedObject>(type);
}

const FIELDS = ['baseUrl', 'authServerUrl', 'clientId', 'clientSecret', 'scope', 'grantType'];

/**
 * n8n itself signs every request with item 0's token: it would be sent to another item's address. A token that was
 * refreshed meanwhile is no difference.
 */
async function refuseVarying(
	context: Context,
	data: ICredentialDataDecryptedObject,
	itemIndex = 0,
): Promise<void> {
	if (itemIndex === 0) return;
	const first = await read(context, TYPES.oAuth2, 0);
	if (FIELDS.some((field) => data[field] !== first[field])) {
		throw new CollabError('addressRefused', { reason: 'variesByItem' });
	}
}

export function heldIn({ access, decrypted: { data = {} } }: CheckedCredential): Held {
	const kinds: TokenKind[] = ['access_token', 'refresh_token'];
	const tokens = kinds
		.map((kind) => ({ kind, value: tokenIn(data, kind) }))
		.filter(({ value }) => value !== '');
	return { tokens, isForServer: access === 'client' };
}

/** Before anybody has connected, n8n gives an empty object. */
function tokenIn(data: ICredentialDataDecryptedObject, kind: TokenKind): string {
	return textIn(data['oauthTokenData'], kind);
}

/** Empty where there is none. */
export function textIn(data: unknown, field: string): string {
	if (typeof data !== 'object' || data === null) return '';
	const value: unknown = Object.entries(data).find(([name]) => name === field)?.[1];
	return typeof value === 'string' ? value : '';
}
