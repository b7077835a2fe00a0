import type { ServerResponse } from 'node:http';
import { type Account, APPLICATION, connected } from './harness/credentials';
import { expectFailure, expectNoSecretIn, limitClock, runCollab } from './harness/runCollab';
import { always, answer, listOf, pageFor, type Script, serve } from './harness/scriptedServer';
import { testCredential } from './harness/testCredential';

const limits = limitClock();
const TOKENS = {
	access_token: 'secret-token-2',
	refresh_token: 'secret-refresh-2',
	// n8n would put a token of a type that it does not know into the address.
	token_type: 'BearerToken',
};
const issue = always(200, TOKENS);
const isRefresh = ({ method }: { method: string }) => method === 'POST';

/** Accepts the token `accepted` only; outside of its REST interface it answers with `other`. */
const serviceThatAccepts = async (accepted: string, other: Script) =>
	await serve((response, request, attempt) => {
		if (!request.path.startsWith('/v1/')) other(response, request, attempt);
		else if (request.headers.authorization !== `Bearer ${accepted}`) answer(response, 401);
		else answer(response, 200, listOf([{ id: 'proj_1' }]));
	});

/** Who has connected. */
const PERSON = {};

async function listWith(account: Account, data: object = PERSON, more = {}) {
	const run = connected(account, { options: { maxRetryWait: 1.5 }, ...more }, data);
	const outcome = await runCollab(run);
	expectNoSecretIn(outcome.run);
	return { ...outcome, saved: run.saved };
}

it.each([
	['that has expired is refreshed', PERSON, ['/v1/projects', '/oauth/token', '/v1/projects']],
	['is fetched with client credentials', APPLICATION, ['/oauth/token', '/v1/projects']],
])('an OAuth2 token %s once, unnoticed, and kept', async (_what, data, paths) => {
	const service = await serviceThatAccepts('secret-token-2', issue);
	const { items, saved } = await listWith(service, data);
	expect(items).toMatchObject([{ json: { id: 'proj_1' } }]);
	const kept = data === PERSON ? TOKENS : { access_token: 'secret-token-2' };
	expect(saved()['oauthTokenData']).toMatchObject(kept);
	expect(service.requests.map(({ path }) => path)).toEqual(paths);
});

it.each([
	['cannot be refreshed, since it was revoked,', always(400, { error: 'invalid_grant' })],
	['is refused although it is new', issue],
])(
	'a token that %s asks the person to reconnect, and is not refreshed for ever',
	async (_what, script) => {
		const service = await serviceThatAccepts('none', script);
		expectFailure(await listWith(service), /did not accept the credential/, /reconnect/);
		expect(service.requests.filter(isRefresh)).toHaveLength(1);
	},
);

it('an OAuth2 token that expires under three runs is refreshed once, for all requests that find it expired', async () => {
	// In the order in which the list is read.
	const rows = Array.from({ length: 1234 }, (_, day) => ({
		id: `proj_${day}`,
		created_at: new Date(86_400_000 * day).toISOString(),
	}));
	const early: ServerResponse[] = [];
	const refuse = (each: ServerResponse) => each.writableEnded || answer(each, 401);
	const service = await serve((response, request, attempt) => {
		const isNew = request.headers.authorization === 'Bearer secret-token-2';
		if (isRefresh(request)) issue(response, request, attempt);
		else if (attempt === 1 || isNew) answer(response, 200, pageFor(rows, request));
		// These wait for each other, so all of them have been sent before the token is refreshed.
		else if (early.push(response) >= 4) early.forEach(refuse);
	});
	const run = connected(service, { returnAll: true });
	for (const { items } of await Promise.all([run, run, run].map(runCollab)))
		expect(new Set(items.map(({ json }) => json['id'])).size).toBe(1234);
	expect(service.requests.filter(isRefresh)).toHaveLength(1);
});

it('an OAuth2 token that another process of n8n has refreshed meanwhile is used, and not refreshed again', async () => {
	const service = await serve((response, { headers }) => {
		if (headers.authorization === 'Bearer secret-token-2')
			return answer(response, 200, listOf([{ id: 'proj_1' }]));
		run.change({ oauthTokenData: TOKENS });
		answer(response, 401);
	});
	const run = connected(service);
	expect((await runCollab(run)).items).toHaveLength(1);
	expect(service.requests.filter(isRefresh)).toEqual([]);
});

it.each([
	['of a server at plain http', { authServerUrl: 'http://auth.test' }, /Server URL.*http:\/\//],
	['that was never fetched', { oauthTokenData: {} }, /not connected/],
])('an OAuth2 token %s is not sent', async (_what, data, message) => {
	const service = await serve(always(200, listOf([])));
	expect((await listWith(service, data)).error?.message).toMatch(message);
	expect(service.requests).toEqual([]);
});

const redirect = always(302, '', { Location: '/oauth/token' });
const CLIENT = /'Client ID' and the 'Client Secret'/;
const URL = /'Authorization Server URL'/;
/** What the authorization server does instead of giving a token. */
const TROUBLE: Array<[what: string, script: Script, message: RegExp, advice: RegExp]> = [
	['answers 404', always(404, '<html>'), /authorization server did not accept.*404/, URL],
	['answers 403', always(403), /authorization server did not accept.*403/, CLIENT],
	['shows a page', always(200, '<html>'), /authorization server's answer could not be under/, URL],
	['redirects without end', redirect, /authorization server redirects/, URL],
	['refuses the client', always(401, { error: 'invalid_client' }), /'Client Secret'/, CLIENT],
	['refuses the scope', always(400, { error: 'invalid_scope' }), /'Scope'/, /'Scope'/],
	['says something else', always(400, { error: 'Not Found' }), /did not accept the req/, CLIENT],
];
const breakOff: Script = (response) => {
	response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 99 });
	response.write('{', () => response.socket?.destroy());
};
/** What passes by itself, perhaps. */
const PASSING: typeof TROUBLE = [
	['answers 503', always(503), /authorization server is not available.*503/, /later/],
	['has a limit', always(429, { error: 'rate_limit_exceeded' }), /server is limiting/, /later/],
	['breaks off', breakOff, /authorization server closed the connection/, /later/],
];

describe.each([
	['refresh a token', PERSON],
	['get a first token', APPLICATION],
])('where n8n has to %s, and the authorization server', (_, data) => {
	it.each([...TROUBLE, ...PASSING])('%s, the error names it', async (...row) => {
		const [what, script, message, advice] = row;
		const service = await serviceThatAccepts('none', script);
		const outcome = await listWith(service, data);
		expectFailure(outcome, message, advice);
		expect(outcome.error?.description).not.toMatch(/Base URL|[^r] service/);
		const asked = service.requests.filter(isRefresh).length;
		if (PASSING.some(([passing]) => passing === what)) expect(asked).toBeGreaterThanOrEqual(2);
		else expect(asked).toBe(1);
	});

	it('never ends its answer, the error names it', async () => {
		const service = await serviceThatAccepts('none', limits.unending);
		const { error } = await listWith(service, data, { options: { maxRetryWait: 0 } });
		expect(error?.message).toBe('The authorization server did not answer in time');
	});
});

it('what the service refuses once it was given a token is its own', async () => {
	const service = await serve((...request) => {
		if (isRefresh(request[1])) issue(...request);
		else answer(request[0], 404);
	});
	const outcome = await listWith(service, APPLICATION);
	expectFailure(outcome, /There is no list of projects/, /Base URL/);
});

const NOT_RENEWED = /^n8n could not renew the access token$/;

it.each([
	['holds no refresh token', { oauthTokenData: { access_token: 'old' } }, 0],
	['cannot save the new token', PERSON, 1],
	['cannot save a first token', APPLICATION, 1],
])('what n8n fails at by itself is its own: it %s', async (...row) => {
	const [, data, issued] = row;
	const service = await serviceThatAccepts('secret-token-2', issue);
	const run = connected(service, { options: { maxRetryWait: 4 } }, data);
	const busy = Object.assign(new Error('The database is locked'), { code: 'SQLITE_BUSY' });
	run.store.updateCredentialsOauthTokenData = async () => await Promise.reject(busy);
	const outcome = await runCollab(run);
	expectFailure(outcome, NOT_RENEWED, /^Look into n8n's log/);
	expect(service.requests.filter(isRefresh)).toHaveLength(issued);
});

const REFUSED = { access_token: 't', token_type: 'bearer' };
it.each<[what: string, status: number, body: unknown, message: RegExp]>([
	['the token that it gave is refused', 200, REFUSED, /did not accept the credential/],
	['it gave none', 200, {}, NOT_RENEWED],
	['it gave no object', 400, 'null', NOT_RENEWED],
])('with client credentials, nobody is told to reconnect where %s', async (...row) => {
	const [, status, body, message] = row;
	const outcome = await listWith(
		await serviceThatAccepts('none', always(status, body)),
		APPLICATION,
	);
	expectFailure(outcome, message, CLIENT);
	expect(outcome.error?.description).not.toMatch(/connect/);
});

it('an answer without a token, which n8n keeps, is not in the way of the next run', async () => {
	let body: object = { error: 'temporarily_unavailable' };
	const service = await serviceThatAccepts('secret-token-2', (response) =>
		answer(response, 200, body),
	);
	const run = connected(service, {}, APPLICATION);
	expect((await runCollab(run)).error?.message).toMatch(NOT_RENEWED);
	expect(run.saved()['oauthTokenData']).toEqual(body);
	const tested = await testCredential('collabOAuth2Api', run.saved());
	expect(tested.message).toMatch(/gave no access token.*run a workflow with this credential/);
	body = TOKENS;
	expect((await runCollab(run)).items).toHaveLength(1);
});
