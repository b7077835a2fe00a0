/** Who gets in: consent, tokens, refresh, revocation, API keys. */
import { type Application, type Form, start } from './application';

let app: Application;

beforeEach(async () => (app = await start()));

it.each<[Form, number]>([
	[{}, 401],
	[{ 'X-API-Key': 'wrong' }, 401],
	[{ Authorization: 'Bearer a', 'X-API-Key': 'b' }, 400],
])('a list is refused with %j', async (sent, status) => {
	const answer = await app.list({}, sent);
	expect(answer.status).toBe(status);
	const challenge = status === 401 ? 'Bearer realm="Collab"' : undefined;
	expect(answer.headers['www-authenticate']).toBe(challenge);
});

it('a token is for its scope, until it expires by the service’s clock', async () => {
	let nowMs = Date.UTC(2050, 0, 1);
	app = await start({ now: () => nowMs });
	const { access_token: reading } = await app.sandbox.issueToken();
	const { access_token: writing } = await app.sandbox.issueToken('write');
	const statuses = async () => [await app.statusFor(reading), await app.statusFor(writing)];
	nowMs += 3_599_000;
	expect(await statuses()).toEqual([200, 403]);
	nowMs += 2_000;
	expect(await statuses()).toEqual([401, 401]);
});

const CALLBACK = 'http://localhost:5678/rest/oauth2-credential/callback';

/** Sends the consent page's form; gives where the person goes from there. */
async function consent(more: Form) {
	const asked = { client_id: app.sandbox.clientId, redirect_uri: CALLBACK, response_type: 'code' };
	const { allowed = 'true', ...params } = { ...asked, scope: 'read', ...more };
	const form = new URLSearchParams({ allowed });
	const { headers } = await app.http.post('/oauth/authorize', form, { params });
	const [address, query] = String(headers['location']).split('?');
	return { address, query: Object.fromEntries(new URLSearchParams(query)) };
}

it.each<[Form, object | undefined]>([
	[{ redirect_uri: 'http://elsewhere.test/' }, undefined],
	[{ client_id: 'unknown' }, undefined],
	[{ response_type: 'token' }, undefined],
	[{ scope: '' }, undefined],
	[{}, { code: expect.any(String) as string, state: 'a+b' }],
	[{ allowed: 'false' }, { error: 'access_denied', state: 'a+b' }],
])('the consent page, answered with %j, sends the person back with %j', async (form, back) => {
	const { address, query } = await consent({ state: 'a+b', ...form });
	expect(address).toBe(back ? CALLBACK : 'undefined');
	expect(query).toEqual(back ?? {});
});

it.each([
	['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 200],
	['another', 400],
])('the code for the challenge of %s is exchanged with that verifier: %i', async (...row) => {
	const [code_verifier, status] = row;
	const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
	const { code = '' } = (await consent({ code_challenge })).query;
	const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier };
	expect((await app.send('/oauth/token', form)).status).toBe(status);
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
