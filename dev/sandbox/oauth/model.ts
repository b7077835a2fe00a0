import type OAuth2Server from '@node-oauth/oauth2-server';
import { GRANT_TYPES, PERSON, SCOPES } from './client';
import type { RegisteredClient } from './client';
import { newSecret } from './grants';
import type { AccessToken, Grants, Issued } from './grants';

type Model = OAuth2Server.AuthorizationCodeModel &
	OAuth2Server.RefreshTokenModel &
	OAuth2Server.ClientCredentialsModel &
	OAuth2Server.PasswordModel;

/**
 * What the OAuth library reads from and writes to the service. The library passes its `user` through untouched,
 * which is how a token finds the grant that it belongs to.
 */
export class ServiceModel implements Model {
	private readonly client: OAuth2Server.Client;

	private readonly codes = new Map<string, OAuth2Server.AuthorizationCode>();

	/** The grants that codes have led to. */
	private readonly usedCodes = new Map<string, string>();

	constructor(
		private readonly registered: RegisteredClient,
		private readonly grants: Grants,
		private readonly now: () => number,
	) {
		const { id, redirectUris } = registered;
		this.client = { id, redirectUris, grants: GRANT_TYPES };
	}

	/** The library asks without a secret when it only wants to know the client. */
	async getClient(id: string, secret: string | null) {
		const isRight = secret === null || secret === this.registered.secret;
		return Promise.resolve(id === this.client.id && isRight && this.client);
	}

	async getUser(username: string, password: string) {
		const isRight = username === PERSON.username && password === PERSON.password;
		return Promise.resolve(isRight && userOf(PERSON.id));
	}

	async getUserFromClient(client: OAuth2Server.Client) {
		return Promise.resolve(userOf(client.id));
	}

	/** Whoever names no scope is refused, which RFC 6749 (3.3) allows: a default would hide that it was forgotten. */
	async validateScope(
		_user: OAuth2Server.User,
		_client: OAuth2Server.Client,
		scope: string[] = [],
	) {
		return Promise.resolve(scope.length > 0 && scope.every(isKnownScope) && scope);
	}

	async verifyScope(token: OAuth2Server.Token, wanted: string[]) {
		return Promise.resolve(wanted.every((scope) => token.scope?.includes(scope) ?? false));
	}

	async saveAuthorizationCode(
		code: Pick<
			OAuth2Server.AuthorizationCode,
			| 'authorizationCode'
			| 'expiresAt'
			| 'redirectUri'
			| 'scope'
			| 'codeChallenge'
			| 'codeChallengeMethod'
		>,
		client: OAuth2Server.Client,
		user: OAuth2Server.User,
	) {
		const saved = { ...code, client, user };
		this.codes.set(code.authorizationCode, saved);
		return Promise.resolve(saved);
	}

	/** A code that comes a second time may be stolen: what it led to ends (RFC 6749, 4.1.2). */
	async getAuthorizationCode(code: string) {
		const grantId = this.usedCodes.get(code);
		if (grantId !== undefined) this.grants.withdraw(grantId);
		return Promise.resolve(this.codes.get(code));
	}

	async revokeAuthorizationCode({ authorizationCode, user }: OAuth2Server.AuthorizationCode) {
		this.usedCodes.set(authorizationCode, String(user['grantId']));
		return Promise.resolve(this.codes.delete(authorizationCode));
	}

	async saveToken(
		token: OAuth2Server.Token,
		client: OAuth2Server.Client,
		user: OAuth2Server.User,
	): Promise<OAuth2Server.Token> {
		const scope = token.scope ?? [];
		const grant = this.grants.open({
			id: String(user['grantId']),
			userId: String(user['id']),
			clientId: client.id,
			scope,
		});
		const { accessToken, refreshToken } = token;
		const issued = this.grants.issueAccessToken(grant, accessToken, scope);
		if (refreshToken === undefined) return Promise.resolve(this.describe(accessToken, issued));
		this.grants.refreshTokens.set(refreshToken, { grant, scope });
		return Promise.resolve({ ...this.describe(accessToken, issued), refreshToken });
	}

	async getAccessToken(accessToken: string) {
		const known = this.grants.accessTokens.get(accessToken);
		return Promise.resolve(known && this.describe(accessToken, known));
	}

	async getRefreshToken(refreshToken: string) {
		const known = this.grants.refreshTokens.get(refreshToken);
		return Promise.resolve(known && { refreshToken, ...this.belongings(known) });
	}

	async revokeToken({ refreshToken }: OAuth2Server.RefreshToken) {
		return Promise.resolve(this.grants.refreshTokens.delete(refreshToken));
	}

	private describe(accessToken: string, token: AccessToken): OAuth2Server.Token {
		// The library compares with the machine's clock; the service's own may differ.
		const accessTokenExpiresAt = new Date(Date.now() + token.expiresAtMs - this.now());
		return { accessToken, accessTokenExpiresAt, ...this.belongings(token) };
	}

	private belongings({ scope, grant }: Issued) {
		return { scope: [...scope], client: this.client, user: userOf(grant.userId, grant.id) };
	}
}

/** Without a grant's id, the user is about to give a new grant. */
export function userOf(id: string, grantId = newSecret()): OAuth2Server.User {
	return { id, grantId };
}

export function isKnownScope(scope: string): boolean {
	return SCOPES.some((known) => known === scope);
}
