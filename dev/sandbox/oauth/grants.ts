import { randomBytes } from 'node:crypto';

export const newSecret = () => randomBytes(18).toString('hex');

/** The application that is registered with the service from the start. */
export const CLIENT_ID = 'n8n-sandbox';

const TOKEN_LIFETIME_SECONDS = 3600;

/** A person, or the application itself, has allowed the application to read. */
export interface Grant {
	/** Whether the application acts for a person, or for itself (client credentials). */
	readonly isForPerson: boolean;
}

interface Consent {
	readonly redirectUri: string;
	/** Of PKCE (RFC 7636), where the application sent one. */
	readonly challenge: string | undefined;
}

/** Grants and the tokens that were issued on them. Without its grant, no token is worth anything. */
export class Grants {
	/** What the application asked for, by the code that it got: each is worth one exchange (RFC 6749, 4.1.2). */
	readonly consents = new Map<string, Consent>();

	private readonly grants = new Set<Grant>();

	private readonly accessTokens = new Map<string, { grant: Grant; expiresAtMs: number }>();

	private readonly refreshTokens = new Map<string, Grant>();

	constructor(private readonly now: () => number) {}

	open(isForPerson: boolean): Grant {
		const grant = { isForPerson };
		this.grants.add(grant);
		return grant;
	}

	/** Answers as the token endpoint (section 2.3 of the specification, RFC 6749 5.1). */
	issue(grant: Grant) {
		const accessToken = newSecret();
		const seconds = TOKEN_LIFETIME_SECONDS;
		this.accessTokens.set(accessToken, { grant, expiresAtMs: this.now() + 1000 * seconds });
		// Client credentials get no refresh token (RFC 6749, 4.4.3).
		const refreshToken = grant.isForPerson ? newSecret() : undefined;
		if (refreshToken) this.refreshTokens.set(refreshToken, grant);
		const answer = { access_token: accessToken, token_type: 'bearer', expires_in: seconds };
		return { ...answer, refresh_token: refreshToken };
	}

	isValid(accessToken: string): boolean {
		const { grant, expiresAtMs = 0 } = this.accessTokens.get(accessToken) ?? {};
		return grant !== undefined && expiresAtMs > this.now() && this.grants.has(grant);
	}

	/** Refresh tokens rotate: one that was used is gone. */
	useRefreshToken(text: string): Grant | undefined {
		const grant = this.refreshTokens.get(text);
		this.refreshTokens.delete(text);
		return grant && this.grants.has(grant) ? grant : undefined;
	}

	/** A refresh token takes the access tokens of its grant with it (RFC 7009, 2.1). */
	revoke(token: string): void {
		const grant = this.refreshTokens.get(token);
		if (grant) this.grants.delete(grant);
		else this.accessTokens.delete(token);
	}

	withdraw(): void {
		this.grants.clear();
	}

	expireAccessTokens(): void {
		this.accessTokens.clear();
	}
}
