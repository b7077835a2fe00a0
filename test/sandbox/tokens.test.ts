import { validateForm } from '../../dev/sandbox/contract';
import { Application } from './application';
import type { TokenAnswer } from './application';

let app: Application;

beforeEach(async () => void (app = await Application.startForTest()));

describe('the token endpoint', () => {
	it('rotates refresh tokens', async () => {
		const first = await app.sandbox.issueToken();
		app.sandbox.expireAccessTokens();
		const { data: second } = await app.refresh(first.refresh_token);
		expect(await app.mayRead(second.access_token)).toBe(true);
		expect((await app.refresh(first.refresh_token)).data.error).toBe('invalid_grant');
		expect((await app.refresh(second.refresh_token)).status).toBe(200);
	});

	it('refuses a refresh when access was withdrawn', async () => {
		const { refresh_token: token } = await app.sandbox.issueToken();
		app.sandbox.revokeEverything();
		const { status, data } = await app.refresh(token);
		expect([status, data.error]).toEqual([400, 'invalid_grant']);
	});

	it('serves an application that acts for itself, without a refresh token', async () => {
		const { data } = await app.requestToken({ grant_type: 'client_credentials', scope: 'read' });
		expect(await app.mayRead(data.access_token)).toBe(true);
		expect(data.refresh_token).toBeUndefined();
	});

	it('serves a trusted application with a person’s password', async () => {
		const { username, password } = app.sandbox;
		const { data } = await app.requestToken({
			grant_type: 'password',
			username,
			password,
			scope: 'read',
		});
		expect(await app.mayRead(data.access_token)).toBe(true);
		expect((await app.refresh(data.refresh_token)).status).toBe(200);
		const wrong = await app.requestToken({
			grant_type: 'password',
			username,
			password: 'wrong',
			scope: 'read',
		});
		expect(wrong.data.error).toBe('invalid_grant');
	});

	it('accepts client id and secret as HTTP Basic too', async () => {
		const auth = { username: app.sandbox.clientId, password: app.sandbox.clientSecret };
		const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'read' });
		expect((await app.caller.post('/oauth/token', form, { auth })).status).toBe(200);
		const wrong = { ...auth, password: 'wrong' };
		const refused = await app.caller.post<TokenAnswer>('/oauth/token', form, { auth: wrong });
		expect([refused.status, refused.data.error]).toEqual([401, 'invalid_client']);
		expect(refused.headers['www-authenticate']).toMatch(/^Basic/);
	});

	it('refuses id and secret that come in two ways, or in the address', async () => {
		const auth = { username: app.sandbox.clientId, password: app.sandbox.clientSecret };
		const fields = { grant_type: 'client_credentials', scope: 'read', token: 'x' };
		const form = new URLSearchParams({ ...app.credentials(), ...fields });
		for (const path of ['/oauth/token', '/oauth/revoke']) {
			const twice = await app.caller.post<TokenAnswer>(path, form, { auth });
			expect([twice.status, twice.data.error]).toEqual([400, 'invalid_request']);
			const bare = new URLSearchParams(fields);
			const inAddress = await app.caller.post(path, bare, { params: app.credentials() });
			expect([400, 401]).toContain(inAddress.status);
		}
	});

	it.each([
		[{ grant_type: 'client_credentials', client_secret: 'wrong' }, 'invalid_client'],
		[{ grant_type: 'implicit' }, 'unsupported_grant_type'],
		[{ grant_type: 'client_credentials', scope: 'everything' }, 'invalid_scope'],
		[{ grant_type: 'client_credentials' }, 'invalid_scope'],
		[{ grant_type: 'client_credentials', scope: '' }, 'invalid_scope'],
		[{ grant_type: 'refresh_token' }, 'invalid_request'],
		[{ grant_type: 'authorization_code', code: 'guessed' }, 'invalid_grant'],
	])('refuses %j with %s', async (form, error) => {
		const { status, data } = await app.requestToken(form);
		expect(status).toBe(400);
		expect(data.error).toBe(error);
	});

	it('refuses what is not a form, and a field sent twice', async () => {
		const json = await app.caller.post<TokenAnswer>('/oauth/token', { grant_type: 'password' });
		expect([json.status, json.data.error]).toEqual([400, 'invalid_request']);
		const twice = new URLSearchParams(app.credentials());
		twice.append('grant_type', 'client_credentials');
		twice.append('grant_type', 'password');
		const refused = await app.caller.post<TokenAnswer>('/oauth/token', twice);
		expect([refused.status, refused.data.error]).toEqual([400, 'invalid_request']);
	});

	it('gives tokens of the lifetime that is set now', async () => {
		app.sandbox.configure({ tokenLifetimeSeconds: 5 });
		const { data } = await app.requestToken({ grant_type: 'client_credentials', scope: 'read' });
		expect(data.expires_in).toBe(5);
	});
});

describe('revocation', () => {
	it('of an access token leaves the refresh token valid', async () => {
		const { access_token: token, refresh_token: refreshToken } = await app.sandbox.issueToken();
		const { status } = await app.revoke({ token, token_type_hint: 'access_token' });
		expect(status).toBe(200);
		expect(await app.mayRead(token)).toBe(false);
		expect((await app.refresh(refreshToken)).status).toBe(200);
	});

	it('of a refresh token takes the access tokens with it, whatever the hint', async () => {
		const { access_token: token, refresh_token: refreshToken } = await app.sandbox.issueToken();
		await app.revoke({ token: refreshToken, token_type_hint: 'access_token' });
		expect(await app.mayRead(token)).toBe(false);
		expect((await app.refresh(refreshToken)).data.error).toBe('invalid_grant');
	});

	it('of what is not a form is refused', async () => {
		const { access_token: token } = await app.sandbox.issueToken();
		const body = { ...app.credentials(), token };
		const { status, data } = await app.caller.post<TokenAnswer>('/oauth/revoke', body);
		expect([status, data.error]).toEqual([400, 'invalid_request']);
		expect(await app.mayRead(token)).toBe(true);
	});

	it('of an unknown token succeeds', async () => {
		expect((await app.revoke({ token: 'unknown' })).status).toBe(200);
	});

	it('needs the client’s secret and a token', async () => {
		const { access_token: token } = await app.sandbox.issueToken();
		const stranger = await app.revoke({ token, client_secret: 'wrong' });
		expect([stranger.status, stranger.data.error]).toEqual([401, 'invalid_client']);
		expect(stranger.headers['www-authenticate']).toMatch(/^Basic/);
		expect(await app.mayRead(token)).toBe(true);
		expect((await app.revoke({})).data.error).toBe('invalid_request');
	});
});

it('has the forms of both endpoints in its document', () => {
	expect(validateForm('/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x' })).toEqual(
		[],
	);
	expect(validateForm('/oauth/token', { grant_type: 'refresh_token' })).not.toEqual([]);
	expect(validateForm('/oauth/revoke', {})).not.toEqual([]);
});
