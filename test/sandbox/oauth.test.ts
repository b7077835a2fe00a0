/** Who gets in: consent, tokens, refresh, revocation, API keys. */
import { createHash } from 'node:crypto';
import { type Application, CALLBACK, type Form, start, STATE } from './application';

let app: Application;

beforeEach(async () => (app = await start()));

const CHALLENGE = 'Bearer realm="Collab"';

describe('a list', () => {
	it.each<[Form, number, string]>([
		[{}, 401, CHALLENGE],
		[{ 'X-API-Key': 'wrong' }, 401, CHALLENGE],
		[{ Authorization: 'Basic d3Jvbmc=' }, 401, CHALLENGE],
		[{ Authorization: 'Bearer wrong' }, 401, `${CHALLENGE}, error="invalid_token"`],
		[{ Authorization: 'Bearer' }, 400, `${CHALLENGE}, error="invalid_request"`],
		[{ Authorization: 'Bearer a b' }, 400, `${CHALLENGE}, error="invalid_request"`],
	])('is refused with %j', async (sent, status, challenge) => {
		const answer = await app.list({}, sent);
		expect([answer.status, answer.headers['www-authenticate']]).toEqual([status, challenge]);
	});

	it.each(['Bearer', 'bearer', 'BEARER'])('is given to the scheme "%s"', async (scheme) => {
		const { access_token: token } = await app.sandbox.issueToken('read write');
		expect(await app.statusWith({ Authorization: `${scheme} ${token}` })).toBe(200);
	});

	it('is refused to both kinds at once, to a token in the address, and without the scope', async () => {
		const { access_token: token } = await app.sandbox.issueToken();
		const both = { 'X-API-Key': app.sandbox.apiKey, Authorization: `Bearer ${token}` };
		expect(await app.statusWith(both)).toBe(400);
		expect((await app.list({ access_token: token }, {})).status).toBe(401);
		const { access_token: writing } = await app.sandbox.issueToken('write');
		expect(await app.statusWith({ Authorization: `Bearer ${writing}` })).toBe(403);
	});

	it('is refused once a token expires, by the service’s clock', async () => {
		let nowMs = Date.UTC(2050, 0, 1);
		app = await start({ tokenLifetimeSeconds: 60, now: () => nowMs });
		const { access_token: token, expires_in: lifetime } = await app.sandbox.issueToken();
		nowMs += 59_000;
		expect([lifetime, await app.mayRead(token)]).toEqual([60, true]);
		nowMs += 2_000;
		expect(await app.mayRead(token)).toBe(false);
	});
});

it('requests are recorded with who came, never with a secret', async () => {
	await app.list({ page: 1 });
	await app.send('/oauth/token', { grant_type: 'password', password: 'secret' });
	const fields = ['client_id', 'client_secret', 'grant_type', 'password'];
	expect(app.sandbox.requests).toMatchObject([
		{ method: 'GET', path: '/v1/projects', query: { page: '1' }, authentication: 'apiKey' },
		{ method: 'POST', path: '/oauth/token', authentication: 'none', status: 400, form: fields },
	]);
	const { apiKey, clientSecret } = app.sandbox;
	expect(JSON.stringify(app.sandbox.requests)).not.toMatch(`"secret"|${apiKey}|${clientSecret}`);
	app.sandbox.clearRequests();
	expect(app.sandbox.requests).toEqual([]);
});

describe('the consent page', () => {
	const page = async (more: Form) =>
		await app.http.get<string>('/oauth/authorize', { params: app.asks(more) });

	it('says who asks for what, shows what came as text, and lets nothing else in', async () => {
		const { status, data, headers } = await page({ scope: 'read write', state: '"><script>' });
		expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		for (const text of ['Allow <strong>n8n</strong>', '<code>read</code>', '<code>write</code>'])
			expect(data).toContain(text);
		expect(data).not.toContain('<script');
		const policy: unknown = headers['content-security-policy'];
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("form-action 'self' http://localhost:5678");
	});

	it.each<Form>([
		{ redirect_uri: 'http://elsewhere.test/' },
		{ redirect_uri: '' },
		{ client_id: 'unknown' },
		{ allowed: '' },
		{ allowed: 'TRUE' },
		...['http://elsewhere.test', 'null', ''].map((origin) => ({ origin })),
	])('sends nobody anywhere for %j', async ({ origin, ...wrong }) => {
		const decided = await app.decide({ ...app.asks(), allowed: 'true', ...wrong }, origin);
		expect([decided.status, decided.headers['location']]).toEqual([400, undefined]);
		const isAsked = origin !== undefined || 'allowed' in wrong;
		expect((await page(wrong)).status).toBe(isAsked ? 200 : 400);
	});

	it.each<[Form, string, string]>([
		[{}, 'true', 'code'],
		[{}, 'false', 'access_denied'],
		[{ scope: 'read everything' }, 'true', 'invalid_scope'],
		[{ response_type: 'token' }, 'true', 'unsupported_response_type'],
		[{ code_challenge: 'x', code_challenge_method: 'plain' }, 'true', 'invalid_request'],
	])('asked %j and answered allowed=%s, it sends back with %s', async (asked, allowed, what) => {
		const { headers } = await app.decide({ ...app.asks(asked), allowed });
		const address = new URL(String(headers['location']));
		expect(`${address.origin}${address.pathname}`).toBe(CALLBACK);
		const answer = what === 'code' ? { code: expect.any(String) as string } : { error: what };
		expect(Object.fromEntries(address.searchParams)).toEqual({ ...answer, state: STATE });
		if (Object.keys(asked).length > 0)
			expect((await page(asked)).headers['location']).toBe(address.href);
	});
});

describe('a code', () => {
	it('becomes tokens once; the second time, what it led to ends', async () => {
		const code = await app.codeAfterConsent();
		const { data, headers } = await app.exchange(code);
		expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read' });
		expect(headers['cache-control']).toBe('no-store');
		expect(await app.mayRead(data.access_token)).toBe(true);
		expect((await app.exchange(code)).data.error).toBe('invalid_grant');
		expect(await app.mayRead(data.access_token)).toBe(false);
		expect((await app.refresh(data.refresh_token)).data.error).toBe('invalid_grant');
	});

	it('needs its redirect address in the form', async () => {
		const redirect_uri = CALLBACK.replace('localhost', '127.0.0.1');
		const other = await app.exchange(await app.codeAfterConsent(), { redirect_uri });
		const bare = { grant_type: 'authorization_code', code: await app.codeAfterConsent() };
		const inAddress = await app.send('/oauth/token', bare, { redirect_uri: CALLBACK });
		expect([other.status, inAddress.status]).toEqual([400, 400]);
	});

	it('is bound to the verifier (PKCE) when there was a challenge', async () => {
		const verifier = 'v'.repeat(50);
		const challenge = createHash('sha256').update(verifier).digest('base64url');
		const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
		for (const [more, status] of [
			[{}, 400],
			[{ code_verifier: 'w'.repeat(50) }, 400],
			[{ code_verifier: verifier }, 200],
		] as const)
			expect((await app.exchange(await app.codeAfterConsent(pkce), more)).status).toBe(status);
	});
});

describe('the token endpoint', () => {
	const EXCHANGE = { grant_type: 'authorization_code' };
	const PASSWORD = { grant_type: 'password', username: 'ada', password: 'lovelace' };

	it.each<[Form, boolean]>([
		[{ grant_type: 'client_credentials', scope: 'read' }, false],
		[{ ...PASSWORD, scope: 'read' }, true],
	])('serves %j, with a refresh token: %s', async (form, isRefreshed) => {
		app.sandbox.configure({ tokenLifetimeSeconds: 5 });
		const { data } = await app.send('/oauth/token', form);
		expect([data.expires_in, await app.mayRead(data.access_token)]).toEqual([5, true]);
		expect((await app.refresh(data.refresh_token)).status).toBe(isRefreshed ? 200 : 400);
	});

	it('rotates refresh tokens', async () => {
		const first = await app.sandbox.issueToken();
		app.sandbox.expireAccessTokens();
		expect(await app.mayRead(first.access_token)).toBe(false);
		const { data: second } = await app.refresh(first.refresh_token);
		expect(await app.mayRead(second.access_token)).toBe(true);
		expect((await app.refresh(first.refresh_token)).data.error).toBe('invalid_grant');
		expect((await app.refresh(second.refresh_token)).status).toBe(200);
	});

	it.each([
		[{ grant_type: 'client_credentials', client_secret: 'wrong' }, 'invalid_client'],
		[{ grant_type: 'implicit' }, 'unsupported_grant_type'],
		[{ grant_type: 'client_credentials' }, 'invalid_scope'],
		[{ grant_type: 'refresh_token' }, 'invalid_request'],
		[{ ...EXCHANGE, code: 'guessed', redirect_uri: CALLBACK }, 'invalid_grant'],
		[{ ...PASSWORD, password: 'wrong', scope: 'read' }, 'invalid_grant'],
	])('refuses %j with %s', async (form, error) => {
		const { status, data, headers } = await app.send('/oauth/token', form);
		const isClient = error === 'invalid_client';
		expect([status, data.error]).toEqual([isClient ? 401 : 400, error]);
		expect(headers['www-authenticate']).toBe(isClient ? 'Basic realm="Collab"' : undefined);
	});

	it.each(['/oauth/token', '/oauth/revoke'])(
		'and %s takes a form, with the secret in it or by HTTP Basic, once',
		async (path) => {
			const { credentials, sandbox } = app;
			const auth = { username: sandbox.clientId, password: sandbox.clientSecret };
			const fields = { grant_type: 'client_credentials', scope: 'read', token: 'x' };
			const post = async (body: object, more = {}) =>
				(await app.http.post(path, body, more)).status;
			expect(await post(new URLSearchParams(fields), { auth })).toBe(200);
			const wrong = { auth: { ...auth, password: 'wrong' } };
			expect(await post(new URLSearchParams(fields), wrong)).toBe(401);
			expect(await post(new URLSearchParams(fields), { params: credentials })).toBe(401);
			expect(await post(new URLSearchParams({ ...fields, ...credentials }), { auth })).toBe(400);
			expect(await post({ ...fields, ...credentials })).toBe(400);
			const twice = new URLSearchParams({ ...fields, ...credentials });
			twice.append('grant_type', 'password');
			expect(await post(twice)).toBe(400);
		},
	);
});

it.each([
	['access_token', true],
	['refresh_token', false],
] as const)('revoking the %s, whatever the hint, leaves a refresh: %s', async (kind, isLeft) => {
	const { access_token: token, ...more } = await app.sandbox.issueToken();
	const revoked = { access_token: token, ...more }[kind] ?? '';
	const form = { token: revoked, token_type_hint: 'access_token' };
	const stranger = await app.send('/oauth/revoke', { ...form, client_secret: 'wrong' });
	expect([stranger.data.error, await app.mayRead(token)]).toEqual(['invalid_client', true]);
	const { status, data } = await app.send('/oauth/revoke', form);
	expect([status, data]).toEqual([200, {}]);
	expect(await app.mayRead(token)).toBe(false);
	expect((await app.refresh(more.refresh_token)).status).toBe(isLeft ? 200 : 400);
	expect((await app.send('/oauth/revoke', form)).status).toBe(200);
	expect((await app.send('/oauth/revoke', {})).data.error).toBe('invalid_request');
});
