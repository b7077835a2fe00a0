/** Who gets in: consent, tokens, refresh, revocation, API keys. */
import { createHash } from 'node:crypto';
import { type Application, CALLBACK, type Form, start, STATE } from './application';

let app: Application;

beforeEach(async () => (app = await start()));

const CHALLENGE = 'Bearer realm="Collab"';

it.each<[Form, number, string | undefined]>([
	[{}, 401, CHALLENGE],
	[{ 'X-API-Key': 'wrong' }, 401, CHALLENGE],
	[{ Authorization: 'Bearer wrong' }, 401, `${CHALLENGE}, error="invalid_token"`],
	[{ Authorization: 'Bearer a b' }, 400, `${CHALLENGE}, error="invalid_request"`],
	[{ Authorization: 'Bearer a', 'X-API-Key': 'b' }, 400, undefined],
])('a list is refused with %j', async (sent, status, challenge) => {
	const answer = await app.list({}, sent);
	expect([answer.status, answer.headers['www-authenticate']]).toEqual([status, challenge]);
});

it('a token is for its scope, until it expires by the service’s clock', async () => {
	let nowMs = Date.UTC(2050, 0, 1);
	app = await start({ tokenLifetimeSeconds: 60, now: () => nowMs });
	const { access_token: reading } = await app.sandbox.issueToken();
	const { access_token: writing } = await app.sandbox.issueToken('write');
	const statuses = async () => [await app.statusFor(reading), await app.statusFor(writing)];
	nowMs += 59_000;
	expect(await statuses()).toEqual([200, 403]);
	nowMs += 2_000;
	expect(await statuses()).toEqual([401, 401]);
});

describe('the consent page', () => {
	it('says who asks for what, and shows what came as text', async () => {
		const params = app.asks({ scope: 'read write', state: '"><script>' });
		const { data, headers } = await app.http.get<string>('/oauth/authorize', { params });
		for (const text of ['Allow <strong>n8n</strong>', '<code>read</code>', '<code>write</code>'])
			expect(data).toContain(text);
		expect(data).not.toContain('<script');
		expect(headers['content-security-policy']).toContain("default-src 'none'");
	});

	it.each<[Form, object | undefined]>([
		[{ redirect_uri: 'http://elsewhere.test/' }, undefined],
		[{ client_id: 'unknown' }, undefined],
		[{ allowed: '' }, undefined],
		[{ origin: 'http://elsewhere.test' }, undefined],
		[{}, { code: expect.any(String) as string }],
		[{ allowed: 'false' }, { error: 'access_denied' }],
		[{ scope: 'read everything' }, { error: 'invalid_scope' }],
		[{ response_type: 'token' }, { error: 'unsupported_response_type' }],
		[{ code_challenge: 'x', code_challenge_method: 'plain' }, { error: 'invalid_request' }],
	])('answered with %j sends the person back with %j', async ({ origin, ...form }, back) => {
		const { headers } = await app.decide({ ...app.asks(), allowed: 'true', ...form }, origin);
		const [address, query] = String(headers['location']).split('?');
		expect(address).toBe(back ? CALLBACK : 'undefined');
		const sent = Object.fromEntries(new URLSearchParams(query));
		expect(sent).toEqual(back ? { ...back, state: STATE } : {});
	});
});

it('a code becomes tokens once; the second time, what it led to ends', async () => {
	const code = await app.codeAfterConsent();
	const { data } = await app.exchange(code);
	expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read' });
	expect(await app.statusFor(data.access_token)).toBe(200);
	expect((await app.exchange(code)).data.error).toBe('invalid_grant');
	expect(await app.statusFor(data.access_token)).toBe(401);
	expect((await app.refresh(data.refresh_token)).data.error).toBe('invalid_grant');
});

const VERIFIER = 'v'.repeat(50);

it.each<[Form, number]>([
	[{}, 400],
	[{ code_verifier: 'w'.repeat(50) }, 400],
	[{ code_verifier: VERIFIER, redirect_uri: CALLBACK.replace('localhost', '127.0.0.1') }, 400],
	[{ code_verifier: VERIFIER }, 200],
])('a code is bound to its redirect address and verifier (PKCE): %j', async (more, status) => {
	const code_challenge = createHash('sha256').update(VERIFIER).digest('base64url');
	const code = await app.codeAfterConsent({ code_challenge, code_challenge_method: 'S256' });
	expect((await app.exchange(code, more)).status).toBe(status);
});

const PASSWORD = { grant_type: 'password', username: 'ada', password: 'lovelace', scope: 'read' };
const CLIENT = { grant_type: 'client_credentials', scope: 'read' };

it.each<[Form, boolean]>([
	[CLIENT, false],
	[PASSWORD, true],
])('%j gives tokens; a refresh token, which works once: %s', async (form, isRefreshed) => {
	const { data: first } = await app.send('/oauth/token', form);
	expect(await app.statusFor(first.access_token)).toBe(200);
	const { data: second } = await app.refresh(first.refresh_token);
	if (isRefreshed) expect(await app.statusFor(second.access_token)).toBe(200);
	const error = isRefreshed ? 'invalid_grant' : 'invalid_request';
	expect((await app.refresh(first.refresh_token)).data.error).toBe(error);
});

it.each([
	[{ ...CLIENT, client_secret: 'wrong' }, 'invalid_client'],
	[{ grant_type: 'implicit' }, 'unsupported_grant_type'],
	[{ grant_type: 'client_credentials' }, 'invalid_scope'],
	[{ ...PASSWORD, password: 'wrong' }, 'invalid_grant'],
])('the token endpoint refuses %j with %s', async (form, error) => {
	const { status, data, headers } = await app.send('/oauth/token', form);
	const isClient = error === 'invalid_client';
	expect([status, data.error]).toEqual([isClient ? 401 : 400, error]);
	expect(headers['www-authenticate']).toBe(isClient ? 'Basic realm="Collab"' : undefined);
});

it('the secret comes in the form or by HTTP Basic, not in both', async () => {
	const { clientId: username, clientSecret: password } = app.sandbox;
	const byBasic = async (form: Form) => {
		const auth = { username, password };
		return (await app.http.post('/oauth/token', new URLSearchParams(form), { auth })).status;
	};
	expect(await byBasic(CLIENT)).toBe(200);
	expect(await byBasic({ ...CLIENT, client_secret: password })).toBe(400);
});

it.each([
	['access_token', true],
	['refresh_token', false],
] as const)('revoking the %s, whatever the hint, leaves a refresh: %s', async (kind, isLeft) => {
	const { access_token: token, ...more } = await app.sandbox.issueToken();
	const revoked = { access_token: token, ...more }[kind] ?? '';
	const form = { token: revoked, token_type_hint: 'access_token' };
	const stranger = await app.send('/oauth/revoke', { ...form, client_secret: 'wrong' });
	expect([stranger.data.error, await app.statusFor(token)]).toEqual(['invalid_client', 200]);
	const revoke = async () => (await app.send('/oauth/revoke', form)).status;
	expect([await revoke(), await revoke()]).toEqual([200, 200]);
	expect(await app.statusFor(token)).toBe(401);
	expect((await app.refresh(more.refresh_token)).status).toBe(isLeft ? 200 : 400);
});
