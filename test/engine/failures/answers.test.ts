import { toNodeError } from '../../../nodes/Collab/client/nodeErrors';
import { CollabError, type ErrorKind } from '../../../nodes/Collab/core/errors';
import { openSandbox } from '../../sandboxes';
import { asSomebody, connected } from '../harness/credentials';
import { published } from '../harness/triggers';
import { always, listOf, type Script, serve } from '../harness/scriptedServer';
import { CONFIRMED, expectFailure, listFrom, runCollab } from '../harness/runCollab';

/** What n8n is told: it tries again by itself where nobody has to change something. */
const TEMPORARY = 'temporarily-unavailable';

it.each<[what: string, script: Script, happened: RegExp, advice: RegExp, cause?: string]>([
	['400', always(400), /did not accept the request/, /Base URL/],
	['401', always(401), /did not accept the credential/, /Check the key/, 'credential-invalid'],
	['403', always(403), /does not allow/, /for access\. .*proxy/, 'configuration-invalid'],
	['404', always(404), /no list of projects/, /Base URL.*ends in \/v1/, 'configuration-invalid'],
	['425', always(425), /not available.*425/, /Try again later/, TEMPORARY],
	['429', always(429, {}, { 'Retry-After': '7' }), /limiting the number/, /later/, 'rate-limited'],
	['503', always(503, '<html>Oops</html>'), /not available.*503/, /Try again later/, TEMPORARY],
	['a page', always(200, '<html>secret-key</html>'), /not be understood/, /Base URL/, TEMPORARY],
	['a reset', ({ socket }) => socket?.resetAndDestroy(), /closed the connection/, /later/],
])('%s fails the list with one request, and says what to do', async (...row) => {
	const [what, script, happened, advice, cause] = row;
	const service = await serve(script);
	const outcome = await listFrom(service.baseUrl);
	expectFailure(outcome, happened, advice);
	expect(service.requests).toHaveLength(1);
	if (cause) expect(outcome.error).toMatchObject({ failure: { cause } });
	if (what === '429') expect(outcome.error).toMatchObject({ failure: { retryAfterMs: 7_000 } });
	if (Number(what)) expect(outcome.error).toMatchObject({ httpCode: what, name: 'NodeApiError' });
});

it.each<[cause: string, kinds: ErrorKind[]]>([
	['credential-invalid', ['unauthorized']],
	['configuration-invalid', ['forbidden', 'notFound', 'blocked', 'refused', 'parameterRefused']],
	['configuration-invalid', ['runTooLarge', 'tooManyProjects', 'stateUnreadable']],
	['node-defect', ['unexpected']],
	['rate-limited', ['rateLimited']],
	[TEMPORARY, ['unavailable', 'rejected', 'redirected', 'malformed', 'answerTooLarge']],
	[TEMPORARY, ['tokenNotRenewed', 'listUnstable', 'listCutShort', 'wrongPage', 'noProjectYet']],
])('n8n is told the cause %s of %j', (cause, kinds) => {
	const { context } = published(asSomebody({ baseUrl: '' }), jest.fn(), jest.fn());
	for (const kind of kinds)
		expect(toNodeError(context, new CollabError(kind), 'trigger')).toMatchObject({
			failure: { cause },
		});
});

it.each([301, 302, 303, 307, 308])('a redirect (%i) is never followed', async (status) => {
	const other = await serve(always(200, listOf([{ id: 'proj_1' }])));
	const service = await serve(always(status, '', { Location: `${other.baseUrl}/projects` }));
	const outcome = await listFrom(service.baseUrl, { maxRetryWait: 60 });
	expectFailure(outcome, /redirects to another address/, /Base URL/);
	expect([service.requests.length, other.requests.length]).toEqual([1, 0]);
});

it('a service whose certificate n8n does not trust gets no key, token or secret', async () => {
	const service = await openSandbox({ projects: 0, tls: true });
	const application = { grantType: 'clientCredentials', oauthTokenData: {} };
	const once = { options: { maxRetryWait: 0 } };
	for (const run of [
		asSomebody(service, once),
		connected(service, once),
		connected(service, once, application),
		connected(service, { ...CONFIRMED, ...once }),
	]) {
		const outcome = await runCollab(run);
		expectFailure(outcome, /certificate is not trusted/, /NODE_EXTRA_CA_CERTS/);
	}
	expect(service.requests).toEqual([]);
});
