import OAuth2Server from '@node-oauth/oauth2-server';
import type { RegisteredClient } from './client';
import { PERSON } from './client';
import { newSecret } from './grants';
import type { Grants } from './grants';
import { ServiceModel, userOf } from './model';

/** The answer of the token endpoint (section 2.3 of the specification, RFC 6749 5.1). */
export interface TokenAnswer {
	access_token: string;
	/** The specification's spelling, in small letters. */
	token_type: 'bearer';
	expires_in: number;
	refresh_token: string;
	scope: string;
}

/** Everything that the OAuth routes and the tests need to issue, check and withdraw access. */
export class AuthorizationServer {
	readonly library: OAuth2Server;

	private readonly model: ServiceModel;

	constructor(
		readonly client: RegisteredClient,
		readonly grants: Grants,
		private readonly lifetimeSeconds: () => number,
		now: () => number,
	) {
		this.model = new ServiceModel(client, grants, now);
		this.library = new OAuth2Server({ model: this.model, allowEmptyState: true });
	}

	/** The token that a person's consent would lead to. */
	async issueToken(scope: string): Promise<TokenAnswer> {
		const refreshToken = newSecret();
		const client = { id: this.client.id, grants: [] };
		const user = userOf(PERSON.id);
		const given = { accessToken: newSecret(), refreshToken, scope: scope.split(' '), client, user };
		const token = await this.model.saveToken(given, client, user);
		return { ...this.answer(token), refresh_token: refreshToken };
	}

	answer(
		token: OAuth2Server.Token,
	): Omit<TokenAnswer, 'refresh_token'> & { refresh_token?: string } {
		return {
			access_token: token.accessToken,
			token_type: 'bearer',
			expires_in: this.lifetimeSeconds(),
			...(token.refreshToken === undefined ? {} : { refresh_token: token.refreshToken }),
			scope: (token.scope ?? []).join(' '),
		};
	}
}
