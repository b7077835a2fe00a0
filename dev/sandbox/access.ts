import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors';
import type { Grants } from './oauth/grants';

export const SCOPES = ['read', 'write'] as const;

export interface ApiKey {
	readonly id: string;
	readonly name: string;
	readonly key: string;
	readonly scope: readonly string[];
	readonly createdAtMs: number;
}

/** Keys made in the developer console. A key stands for its owner until it is revoked. */
export class ApiKeys {
	private readonly byId = new Map<string, ApiKey>();

	constructor(private readonly now: () => number) {}

	/** `secret` is given for the seeded key only, which stays the same from one start to the next. */
	create(name: string, scope: readonly string[], secret = newSecret()): ApiKey {
		const key = `collab_key_${secret}`;
		const id = createHash('sha256').update(key).digest('hex').slice(0, 12);
		const created = { id, name, key, scope, createdAtMs: this.now() };
		this.byId.set(id, created);
		return created;
	}

	all(): ApiKey[] {
		return [...this.byId.values()];
	}

	find(key: unknown): ApiKey | undefined {
		return this.all().find((candidate) => candidate.key === key);
	}

	revoke(id: string): boolean {
		return this.byId.delete(id);
	}
}

export const newSecret = () => randomBytes(18).toString('hex');

/** The name of a scheme is read without regard to case (RFC 9110, 11.1); another scheme than Bearer counts as none. */
export function authenticationOf({
	headers,
}: Pick<FastifyRequest, 'headers'>): 'bearer' | 'apiKey' | 'both' | 'none' {
	const { authorization } = headers;
	const hasKey = headers['x-api-key'] !== undefined;
	if (authorization !== undefined && hasKey) return 'both';
	if (hasKey) return 'apiKey';
	return /^bearer( |$)/i.test(authorization ?? '') ? 'bearer' : 'none';
}

const WANTED = 'Send an access token (Authorization: Bearer) or an API key (X-API-Key)';
const CHALLENGE = 'Bearer realm="Collab"';

/**
 * Lets a caller pass who may read: with a bearer token or with an API key, never with both. Every 401 names the
 * scheme that is wanted (RFC 9110, 11.6.1).
 */
export function requireRead(grants: Grants, apiKeys: ApiKeys) {
	return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
		const way = authenticationOf(request);
		if (way === 'both') throw new Refusal(400, `${WANTED}, not both.`);
		reply.header('www-authenticate', CHALLENGE);
		if (way === 'none') throw new Refusal(401, `${WANTED}.`);
		const { scope } = way === 'apiKey' ? keyOf(request, apiKeys) : tokenOf(request, reply, grants);
		reply.removeHeader('www-authenticate');
		if (!scope.includes('read')) throw new Refusal(403, 'The scope "read" is missing.');
		done();
	};
}

function keyOf({ headers }: FastifyRequest, apiKeys: ApiKeys): ApiKey {
	const known = apiKeys.find(headers['x-api-key']);
	if (known) return known;
	throw new Refusal(401, 'The API key is unknown or was revoked.');
}

/** With the errors of RFC 6750 (3.1). */
function tokenOf({ headers }: FastifyRequest, reply: FastifyReply, grants: Grants) {
	const [, text, more] = headers.authorization?.split(' ') ?? [];
	const isWellFormed = text !== undefined && more === undefined;
	const error = isWellFormed ? 'invalid_token' : 'invalid_request';
	reply.header('www-authenticate', `${CHALLENGE}, error="${error}"`);
	if (!isWellFormed) throw new Refusal(400, 'The Authorization header is malformed.');
	const token = grants.accessToken(text);
	if (token) return token;
	throw new Refusal(401, 'The access token is invalid or expired.');
}
