/** What the nodes send, header by header; that lists ask only for what the interface has is in list-projects.test.ts and fields.test.ts. */
import { validateForm } from '../contract';
import { type Account, APPLICATION, asSomebody, connected } from './harness/credentials';
import { type CollabRun, CONFIRMED, runCollab } from './harness/runCollab';
import { answer, listOf, serve } from './harness/scriptedServer';

/** What a run sends to a service that accepts the access token `new` and any key. */
async function sentBy(runAt: (service: Account) => CollabRun) {
	const { requests, ...service } = await serve((response, { path, headers }) => {
		const isIn = headers.authorization === 'Bearer new' || headers['x-api-key'];
		if (path === '/oauth/token') answer(response, 200, { access_token: 'new' });
		else answer(response, isIn || path === '/oauth/revoke' ? 200 : 401, listOf([]));
	});
	await runCollab(runAt(service));
	return requests;
}

it.each([
	['an API key', asSomebody, { 'x-api-key': 'secret-key', authorization: undefined }],
	['OAuth2', connected, { 'x-api-key': undefined, authorization: 'Bearer secret-token' }],
] as const)(
	'with %s a list is a GET for JSON, without a body, with one kind of authentication',
	async (_what, runAt, sent) => {
		const [request] = await sentBy(runAt);
		expect(request).toMatchObject({ method: 'GET', path: '/v1/projects', body: '' });
		const { accept, authorization, 'x-api-key': key } = request?.headers ?? {};
		expect(accept).toBe('application/json');
		expect({ authorization, 'x-api-key': key }).toEqual(sent);
	},
);

const refresh = { grant_type: 'refresh_token', refresh_token: 'secret-refresh' };
const tokens = [
	{ token: 'secret-refresh', token_type_hint: 'refresh_token' },
	{ token: 'secret-token', token_type_hint: 'access_token' },
];
it.each<[path: string, parameters: object, data: object, forms: object[]]>([
	['/oauth/token', {}, {}, [refresh]],
	['/oauth/token', {}, APPLICATION, [{ grant_type: 'client_credentials', scope: 'read' }]],
	['/oauth/revoke', CONFIRMED, {}, tokens],
])('%s gets the forms of the specification, and nothing else', async (...row) => {
	const [at, parameters, data, forms] = row;
	const requests = await sentBy((service) => connected(service, parameters as never, data));
	const sent = requests.filter(({ method }) => method === 'POST');
	const client = { client_id: 'client', client_secret: 'secret-client' };
	expect(sent.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual(
		forms.map((form) => ({ ...form, ...client })),
	);
	for (const { path, headers, body } of sent) {
		expect(path).toBe(at);
		expect(validateForm(path, Object.fromEntries(new URLSearchParams(body)))).toEqual([]);
		expect([headers.authorization, headers['x-api-key']]).toEqual([undefined, undefined]);
		expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded\b/);
	}
});
