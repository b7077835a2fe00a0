import { answer, listOf, type Script } from './scriptedServer';

/**
 * A service that does no more than it has to: a refresh token works once, an access token goes on until it is revoked, and
 * revoking a token ends that token only (RFC 7009 leaves the others to the service).
 */
export class WeakRevocation {
	readonly valid = new Set<string>();

	/** Lists refuse these; they are valid all the same. */
	readonly expired = new Set<string>();

	private issued = 1;

	constructor(
		private readonly access = 'secret-token',
		private readonly refresh = 'secret-refresh',
	) {
		this.valid.add(access).add(refresh);
	}

	issue() {
		this.issued++;
		const access_token = `${this.access}-${this.issued}`;
		const refresh_token = `${this.refresh}-${this.issued}`;
		this.valid.add(access_token).add(refresh_token);
		return { access_token, refresh_token, token_type: 'bearer', expires_in: 3600 };
	}

	readonly script: Script = (response, { path, headers, body }) => {
		const form = new URLSearchParams(body);
		const token = headers.authorization?.slice('Bearer '.length) ?? '';
		if (path === '/oauth/revoke') {
			this.valid.delete(form.get('token') ?? '');
			answer(response, 200, '');
		} else if (path !== '/oauth/token') {
			const isGood = this.valid.has(token) && !this.expired.has(token);
			answer(response, isGood ? 200 : 401, listOf([{ id: 'proj_1' }]));
		} else if (this.valid.delete(form.get('refresh_token') ?? '')) {
			answer(response, 200, this.issue());
		} else answer(response, 400, { error: 'invalid_grant' });
	};
}
