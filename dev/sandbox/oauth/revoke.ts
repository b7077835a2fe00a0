import OAuth2Server from '@node-oauth/oauth2-server';
import type { AuthorizationServer } from './authorizationServer';
import { refuseTwoWays } from './exchange';

/**
 * Token revocation as RFC 7009 has it: the hint only helps to search, an unknown token is no error,
 * and a refresh token takes the access tokens of its grant with it.
 */
export function revoke(server: AuthorizationServer, request: OAuth2Server.Request): void {
	if (!request.is(['application/x-www-form-urlencoded'])) {
		throw new OAuth2Server.InvalidRequestError('Send a form (application/x-www-form-urlencoded)');
	}
	refuseTwoWays(request);
	const form = request.body as Record<string, string>;
	const { id, secret } = clientOf(request, form);
	if (id !== server.client.id || secret !== server.client.secret) {
		throw new OAuth2Server.InvalidClientError('Unknown client or wrong secret', { code: 401 });
	}
	const token = form['token'];
	if (!token) throw new OAuth2Server.InvalidRequestError('Missing parameter: `token`');
	const refreshToken = server.grants.refreshTokens.get(token);
	if (refreshToken) server.grants.withdraw(refreshToken.grant.id);
	else server.grants.accessTokens.delete(token);
}

function clientOf(request: OAuth2Server.Request, form: Record<string, string>) {
	const basic = /^Basic (.+)$/i.exec(request.headers?.['authorization'] ?? '')?.[1];
	if (basic === undefined) return { id: form['client_id'], secret: form['client_secret'] };
	const [id, ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
	return { id, secret: secret.join(':') };
}
