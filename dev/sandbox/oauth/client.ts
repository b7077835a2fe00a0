import { createHash } from 'node:crypto';

export const SCOPES = ['read', 'write'] as const;

export const GRANT_TYPES = [
	'authorization_code',
	'refresh_token',
	'client_credentials',
	'password',
];

/** The application that is registered with the service from the start. */
export interface RegisteredClient {
	readonly id: string;
	readonly secret: string;
	readonly name: string;
	readonly redirectUris: string[];
}

/** The one person who has an account. */
export const PERSON = {
	id: 'usr_ada',
	username: 'ada',
	password: 'lovelace',
	name: 'Ada',
} as const;

export function registeredClient(seed: number, redirectUris: string[]): RegisteredClient {
	return {
		id: 'n8n-sandbox',
		secret: seededSecret(seed, 'client'),
		name: 'n8n',
		redirectUris,
	};
}

/** The same at every start, so that what was set up with it yesterday works today. */
export function seededSecret(seed: number, purpose: string): string {
	return createHash('sha256').update(`${purpose} ${seed}`).digest('hex').slice(0, 36);
}
