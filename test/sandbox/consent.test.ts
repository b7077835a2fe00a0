import { createHash } from 'node:crypto';
import { Application, CALLBACK, STATE } from './application';

let app: Application;

beforeEach(async () => void (app = await Application.startForTest()));

describe('the consent page', () => {
	it('says who asks for what, and lets nothing else in', async () => {
		const { status, data, headers } = await app.caller.get<string>('/oauth/authorize', {
			params: app.asks({ scope: 'read write' }),
		});
		expect(status).toBe(200);
		expect(headers['content-type']).toBe('text/html; charset=utf-8');
		expect(data).toContain('Allow <strong>n8n</strong>');
		expect(data).toContain('<code>read</code>');
		expect(data).toContain('<code>write</code>');
		expect(headers['content-security-policy']).toContain("default-src 'none'");
		expect(headers['content-security-policy']).toContain(
			"form-action 'self' http://localhost:5678",
		);
	});

	it('shows what came in the address as text', async () => {
		const { data } = await app.caller.get<string>('/oauth/authorize', {
			params: app.asks({ state: '"><script>alert(1)</script>' }),
		});
		expect(data).not.toContain('<script');
	});

	it.each<Record<string, string>>([
		{ redirect_uri: 'http://elsewhere.test/' },
		{ redirect_uri: '' },
		{ client_id: 'unknown' },
	])('sends nobody anywhere for %j', async (wrong) => {
		const page = await app.caller.get('/oauth/authorize', { params: app.asks(wrong) });
		expect([page.status, page.headers['location']]).toEqual([400, undefined]);
		const { status, headers } = await app.send({ ...app.asks(wrong), allowed: 'true' });
		expect([status, headers['location']]).toEqual([400, undefined]);
	});

	it('wants a redirect address, since two are registered', async () => {
		const rest = app.asks();
		delete rest['redirect_uri'];
		const page = await app.caller.get<string>('/oauth/authorize', { params: rest });
		expect(page.status).toBe(400);
		expect(page.data).toContain('names no redirect address');
		expect((await app.send({ ...rest, allowed: 'true' })).headers['location']).toBeUndefined();
	});

	it.each([undefined, '', 'yes', 'TRUE', '1'])(
		'takes allowed=%s for no answer',
		async (allowed) => {
			const decision: Record<string, string> = allowed === undefined ? {} : { allowed };
			const { status, headers } = await app.send({ ...app.asks(), ...decision });
			expect([status, headers['location']]).toEqual([400, undefined]);
		},
	);

	it.each(['http://elsewhere.test', 'null', 'http://localhost', ''])(
		'takes no answer from the origin "%s"',
		async (origin) => {
			const { status, headers } = await app.send({ ...app.asks(), allowed: 'true' }, origin);
			expect([status, headers['location']]).toEqual([400, undefined]);
		},
	);

	it('sends the person back with a code and the state', async () => {
		const address = await app.decide(true);
		expect(address.origin + address.pathname).toBe(CALLBACK);
		expect(address.searchParams.get('state')).toBe(STATE);
		expect(address.searchParams.get('code')).not.toBeNull();
	});

	it('sends the person back without a code when they deny', async () => {
		const { searchParams } = await app.decide(false);
		expect(searchParams.get('error')).toBe('access_denied');
		expect(searchParams.get('state')).toBe(STATE);
		expect(searchParams.has('code')).toBe(false);
	});

	it.each<[Record<string, string>, string]>([
		[{ scope: 'read everything' }, 'invalid_scope'],
		[{ scope: '' }, 'invalid_scope'],
		[{ scope: ' ' }, 'invalid_scope'],
		[{ response_type: 'token' }, 'unsupported_response_type'],
		[{ response_type: '' }, 'invalid_request'],
	])('sends back without asking when the application asks for %j', async (wrong, error) => {
		const params = app.asks(wrong);
		const { status, headers } = await app.caller.get('/oauth/authorize', { params });
		expect(status).toBe(302);
		const address = new URL(String(headers['location']));
		for (const { origin, pathname, searchParams } of [address, await app.decide(true, wrong)]) {
			expect(origin + pathname).toBe(CALLBACK);
			expect(Object.fromEntries(searchParams)).toEqual({ error, state: STATE });
		}
	});
});

describe('the authorization code', () => {
	it('becomes an access token and a refresh token', async () => {
		const { data, headers } = await app.exchangeCode(await app.codeAfterConsent());
		expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read' });
		expect(headers['cache-control']).toBe('no-store');
		expect(await app.mayRead(data.access_token)).toBe(true);
		expect(data.refresh_token).toEqual(expect.any(String));
	});

	it('is worth nothing the second time, and ends what it led to', async () => {
		const code = await app.codeAfterConsent();
		const { data: first } = await app.exchangeCode(code);
		expect(await app.mayRead(first.access_token)).toBe(true);
		expect((await app.exchangeCode(code)).data.error).toBe('invalid_grant');
		expect(await app.mayRead(first.access_token)).toBe(false);
		expect((await app.refresh(first.refresh_token)).data.error).toBe('invalid_grant');
	});

	it('is worth nothing with another redirect address, or with it in the address', async () => {
		const other = await app.exchangeCode(await app.codeAfterConsent(), {
			redirect_uri: 'http://127.0.0.1:5678/rest/oauth2-credential/callback',
		});
		expect(other.status).toBe(400);
		const fieldsWithout = async () => ({
			grant_type: 'authorization_code',
			code: await app.codeAfterConsent(),
		});
		expect((await app.requestToken(await fieldsWithout())).status).toBe(400);
		const form = new URLSearchParams({ ...app.credentials(), ...(await fieldsWithout()) });
		const query = { params: { redirect_uri: CALLBACK } };
		expect((await app.caller.post('/oauth/token', form, query)).status).toBe(400);
	});

	it('is bound to the verifier (PKCE) when the application sent a challenge', async () => {
		const verifier = 'v'.repeat(50);
		const challenge = createHash('sha256').update(verifier).digest('base64url');
		const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
		const wrong = await app.exchangeCode(await app.codeAfterConsent(pkce), {
			code_verifier: 'w'.repeat(50),
		});
		expect(wrong.data.error).toBe('invalid_grant');
		const right = await app.exchangeCode(await app.codeAfterConsent(pkce), {
			code_verifier: verifier,
		});
		expect(right.status).toBe(200);
	});
});
