/** Lists, and who gets in: consent, tokens, revocation, API keys. Each answer is held against the interface's document. */
import { type Fields, start } from './application';

let app: Awaited<ReturnType<typeof start>>;

beforeEach(async () => (app = await start()));

const statusFor = async (token: string) =>
	(await app.list({}, { Authorization: `bearer ${token}` })).status;

it.each([
	[130, {}, { page: 1, per_page: 20, total_pages: 7, has_next: true, has_prev: false }, 20],
	[130, { page: 7 }, { total_pages: 7, has_next: false, has_prev: true }, 10],
	[130, { per_page: 5000 }, { per_page: 100, total_pages: 2, has_next: true }, 100],
	[0, {}, { page: 1, total_pages: 0, has_next: false, has_prev: false }, 0],
])('of %i projects, a list with %j says %j', async (projects, params, said, rows) => {
	const { data } = await (await start({ projects })).list(params);
	expect(data.pagination).toMatchObject({ ...said, total_items: projects });
	expect(data.data).toHaveLength(rows);
});

it.each<[Fields, number, string | undefined]>([
	[{}, 401, 'Bearer realm="Collab"'],
	[{ 'X-API-Key': 'wrong' }, 401, 'Bearer realm="Collab"'],
	[{ Authorization: 'Bearer a', 'X-API-Key': 'b' }, 400, undefined],
])('a list is refused with %j', async (sent, status, challenge) => {
	const answer = await app.list({}, sent);
	expect([answer.status, answer.headers['www-authenticate']]).toEqual([status, challenge]);
});

it('a token expires by the service’s clock', async () => {
	let nowMs = Date.UTC(2050, 0, 1);
	app = await start({ now: () => nowMs });
	const { access_token } = await app.sandbox.issueToken();
	nowMs += 3_599_000;
	expect(await statusFor(access_token)).toBe(200);
	nowMs += 2_000;
	expect(await statusFor(access_token)).toBe(401);
});

const CALLBACK = 'http://localhost:5678/rest/oauth2-credential/callback';

/** Sends the consent page's form; gives where the person goes from there. */
async function consent(more: Fields) {
	const asked = { client_id: app.sandbox.clientId, redirect_uri: CALLBACK };
	const wanted = { response_type: 'code', scope: 'read' };
	const { allowed = 'true', ...params } = { ...asked, ...wanted, ...more };
	const form = new URLSearchParams({ allowed });
	const { headers } = await app.http.post('/oauth/authorize', form, { params });
	const [address, query] = String(headers['location']).split('?');
	return { address, query: Object.fromEntries(new URLSearchParams(query)) };
}

it.each<[Fields, object | undefined]>([
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
])('the application alone exchanges a code, with the verifier %s: %i', async (...row) => {
	const [code_verifier, status] = row;
	const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
	const { code = '' } = (await consent({ code_challenge })).query;
	const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier };
	expect(await app.send('/oauth/token', { ...form, client_secret: 'wrong' })).toBe(401);
	expect(await app.send('/oauth/token', form)).toBe(status);
});
