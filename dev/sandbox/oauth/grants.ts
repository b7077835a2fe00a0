import { randomBytes } from 'node:crypto';

export const SCOPES = ['read', 'write'] as const;

export const newSecret = () => randomBytes(18).toString('hex');

/** The application that is registered with the service from the start. */
export const CLIENT = { id: 'n8n-sandbox', name: 'n8n' };

/** The one person who has an account. */
export const PERSON = { id: 'usr_ada', name: 'Ada' };

const TOKEN_LIFETIME_SECONDS = 3600;

/** A person, or the application itself, has allowed the application to do this. */
export interface Grant {
	readonly id: string;
	/** The person for whom the application acts; null when it acts for itself (client credentials). */
	readonly userId: string | null;
	readonly scope: readonly string[];
	readonly sinceMs: number;
}

interface Consent {
	readonly scope: readonly string[];
	readonly redirectUri: string;
	/** Of PKCE (RFC 7636), where the application sent one. */
	readonly challenge: string | undefined;
}

/** Grants and the tokens that were issued on them. Without its grant, no token is worth anything. */
export class Grants {
	/** What the application asked for, by the code that it got: each is worth one exchange (RFC 6749, 4.1.2). */
	readonly consents = new Map<string, Consent>();

	private readonly grants = new Map<string, Grant>();

	private readonly accessTokens = new Map<string, { grant: Grant; expiresAtMs: number }>();

	private readonly refreshTokens = new Map<string, Grant>();

	constructor(private readonly now: () => number) {}

	all(): Grant[] {
		return [...this.grants.values()];
	}

	open(userId: string | null, scope: readonly string[]): Grant {
		const grant = { id: newSecret(), userId, scope, sinceMs: this.now() };
		this.grants.set(grant.id, grant);
		return grant;
	}

	/** Answers as the token endpoint (section 2.3 of the specification, RFC 6749 5.1). */
	issue(grant: Grant) {
		const accessToken = newSecret();
		const seconds = TOKEN_LIFETIME_SECONDS;
		this.accessTokens.set(accessToken, { grant, expiresAtMs: this.now() + 1000 * seconds });
		const scope = grant.scope.join(' ');
		const answer = { access_token: accessToken, token_type: 'bearer', expires_in: seconds, scope };
		const refreshToken = newSecret();
		if (grant.userId !== null) this.refreshTokens.set(refreshToken, grant);
		// Client credentials get no refresh token (RFC 6749, 4.4.3).
		return { ...answer, refresh_token: grant.userId === null ? undefined : refreshToken };
	}

	accessToken(text: string): Grant | undefined {
		const { grant, expiresAtMs = 0 } = this.accessTokens.get(text) ?? {};
		return grant && expiresAtMs > this.now() ? this.grants.get(grant.id) : undefined;
	}

	/** Refresh tokens rotate: one that was used is gone. */
	useRefreshToken(text: string): Grant | undefined {
		const grant = this.refreshTokens.get(text);
		this.refreshTokens.delete(text);
		return grant && this.grants.get(grant.id);
	}

	/** A refresh token takes the access tokens of its grant with it (RFC 7009, 2.1). */
	revoke(token: string): void {
		const grant = this.refreshTokens.get(token);
		if (grant) this.withdraw(grant.id);
		else this.accessTokens.delete(token);
	}

	withdraw(grantId: string): boolean {
		return this.grants.delete(grantId);
	}

	expireAccessTokens(): void {
		this.accessTokens.clear();
	}
}
