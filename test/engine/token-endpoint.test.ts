import { connected } from './harness/asSomebody';
import { runCollab } from './harness/runCollab';
import { answer, listOf, scriptedServers, type Script } from './harness/scriptedServer';
import { activateTrigger } from './harness/triggers';
import { expectNoSecretIn } from './harness/outcomes';
import { withoutWaits } from './harness/withoutWaits';

withoutWaits();

const serve = scriptedServers();

const answers =
	(status: number, body: unknown = {}): Script =>
	(response) =>
		answer(response, status, body);
const redirects =
	(place: string): Script =>
	(response, { path }) =>
		answer(response, path === '/login' ? 200 : 302, '<html>Log in</html>', { Location: place });

const CLIENT = /'Client ID' and the 'Client Secret'/;
const URL = /'Authorization Server URL'/;
/** What the authorization server does instead of giving a token. */
const TROUBLE: Array<[what: string, script: Script, message: RegExp, advice: RegExp]> = [
	['answers 404', answers(404, '<html>'), /authorization server has nothing at this/, URL],
	['answers 403', answers(403), /authorization server did not accept.*403/, CLIENT],
	['shows a page', answers(200, '<html>'), /authorization server's answer could not be under/, URL],
	['redirects to a page', redirects('/login'), /authorization server's answer could not/, URL],
	['redirects without end', redirects('/oauth/token'), /authorization server redirects/, URL],
	['refuses the client', answers(401, { error: 'invalid_client' }), /'Client Secret'/, CLIENT],
	['refuses the scope', answers(400, { error: 'invalid_scope' }), /'Scope'/, /'Scope'/],
	['says something else', answers(400, { error: 'Not Found' }), /did not accept the req/, CLIENT],
];
/** What passes by itself, perhaps. */
const PASSING: typeof TROUBLE = [
	['answers 503', answers(503), /authorization server is not available.*503/, /later/],
	['answers 429', answers(429), /authorization server is limiting.*429/, /later/],
	['hangs up', ({ socket }) => socket?.destroy(), /authorization server closed the con/, /later/],
];

const GRANTS = {
	'to refresh a token': {},
	'to get one with client credentials': { grantType: 'clientCredentials', oauthTokenData: {} },
};

/** Refuses all tokens, so that n8n asks for another one. */
const troubled = async (script: Script) =>
	await serve((response, request, attempt) =>
		request.path.startsWith('/v1/') ? answer(response, 401) : script(response, request, attempt),
	);

const listWith = async (account: { url: string; baseUrl: string }, data = {}) => {
	const options = { maxRetryWait: 4 };
	const { error, run } = await runCollab(connected(account, { options }, data));
	expectNoSecretIn(run);
	expect(error?.description).not.toMatch(/Base URL|[^r] service/);
	return error;
};

describe.each(Object.entries(GRANTS))(
	'where n8n has %s, and the authorization server',
	(_, data) => {
		it.each(TROUBLE)('%s, it is named, at once', async (_what, script, message, advice) => {
			const service = await troubled(script);
			const error = await listWith(service, data);
			expect(error?.message).toMatch(message);
			expect(error?.description).toMatch(advice);
			const asked = service.requests.filter(({ method }) => method === 'POST');
			expect(asked).toHaveLength(1);
		});

		it.each(PASSING)(
			'%s, it is named, after some tries',
			async (_what, script, message, advice) => {
				const service = await troubled(script);
				const error = await listWith(service, data);
				expect(error?.message).toMatch(message);
				expect(error?.description).toMatch(advice);
				const asked = service.requests.filter(({ method }) => method === 'POST');
				expect(asked.length).toBeGreaterThanOrEqual(4);
			},
		);

		it('refuses the connection, it is named', async () => {
			const gone = await serve(answers(200));
			await gone.close();
			const { baseUrl } = await troubled(answers(200));
			const error = await listWith({ url: gone.url, baseUrl }, data);
			expect(error?.message).toMatch(/^The authorization server refused the connection/);
			expect(error?.description).toMatch(URL);
		});
	},
);

it.each([
	['the token that it gave is refused', 200, { access_token: 't', token_type: 'bearer' }],
	['it gave none', 200, {}],
	['it gave no object', 400, 'null'],
])('with client credentials, nobody is told to reconnect where %s', async (_what, status, body) => {
	const service = await troubled(answers(status, body));
	const error = await listWith(service, GRANTS['to get one with client credentials']);
	expect(error?.message).toMatch(/did not accept the credential/);
	expect(error?.description).toMatch(CLIENT);
	expect(error?.description).not.toMatch(/connect/);
});

describe('when a person publishes a trigger', () => {
	const publish = async (account: { url: string; baseUrl: string }) =>
		await activateTrigger(
			connected(
				account,
				{ authentication: 'oAuth2' },
				GRANTS['to get one with client credentials'],
			),
		);

	it.each(TROUBLE)(
		'and the authorization server %s, that is shown',
		async (_what, script, message) => {
			await expect(publish(await troubled(script))).rejects.toThrow(message);
		},
	);

	it('with an address that refuses connections, that is shown', async () => {
		const gone = await serve(answers(200));
		await gone.close();
		await expect(publish(gone)).rejects.toThrow(/authorization server refused the connection/);
	});

	it('and the authorization server answers 503, that is left to the next poll', async () => {
		const state = { status: 503 };
		const service = await serve((response, { path }) => {
			if (path !== '/oauth/token') answer(response, 200, listOf([]));
			else answer(response, state.status, { access_token: 't', token_type: 'bearer' });
		});
		const trigger = await publish(service);
		await trigger.tick();
		expect(trigger.errors[0]?.message).toMatch(/authorization server is not available/);
		state.status = 200;
		await trigger.tick();
		expect(trigger.errors).toHaveLength(1);
	});
});
