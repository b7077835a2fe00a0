import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepareCredentials } from '../../../dev/demo/credentials';
import { testCredential } from '../../../dev/host/credentials';
import { errorOf, rowsOf } from '../stage';
import { held, listed, onRequest } from './lists';
import { REVOKE, stage } from './stage';

const LIST = '/v1/projects';
const TOKEN = '/oauth/token';
const PATH = 'with-tokens';

const list = () => listed(PATH);

describe('An expired token', () => {
	beforeAll(async () => {
		const all = { authentication: 'oAuth2', returnAll: true, output: 'raw' };
		await stage.publish(onRequest(PATH, all));
	});
	beforeEach(() => stage.sandbox.clearRequests());

	it.each(['first', 'second'])(
		'is refreshed once for all requests of a run, for the %s time',
		async () => {
			stage.sandbox.expireAccessTokens();
			expect(await list()).toEqual(held());
			expect(stage.statusesAt(TOKEN)).toEqual([200]);
			const { form } = stage.sandbox.requests.find(({ path }) => path === TOKEN) ?? {};
			const fields = ['client_id', 'client_secret', 'grant_type', 'refresh_token'];
			expect([...(form ?? [])].sort()).toEqual(fields);
		},
	);

	it('is refreshed once for runs at the same time', async () => {
		stage.sandbox.expireAccessTokens();
		expect(await Promise.all([list(), list(), list()])).toEqual([held(), held(), held()]);
		expect(stage.statusesAt(TOKEN)).toEqual([200]);
	});

	it('is refreshed once amid a list, though several requests find it expired', async () => {
		stage.sandbox.configure({ latencyMs: 300 });
		const listing = list();
		while (stage.statusesAt(LIST).length < 6) await Promise.race([nextTurn(), listing]);
		stage.sandbox.expireAccessTokens();
		expect(await listing).toEqual(held());
		stage.sandbox.configure({ latencyMs: 0 });
		expect(stage.statusesAt(TOKEN)).toEqual([200]);
		// How many are under way is the limiter's decision, but never just one.
		const refused = stage.statusesAt(LIST).filter((status) => status === 401);
		expect(refused.length).toBeGreaterThan(1);
	});
});

describe('Revoke', () => {
	it('ends both tokens: lists fail until the account is connected again', async () => {
		const { sandbox, session } = stage;
		const { oAuth2 } = stage.credentials;
		const [row] = rowsOf(await stage.runNode(oAuth2, REVOKE), 'Collab');
		expect(row).toMatchObject({ revoked: ['refresh_token', 'access_token'] });
		expect(errorOf(await stage.runNode(oAuth2))).toMatch(/did not accept the credential/);
		expect(await testCredential(session, oAuth2)).toMatchObject({ status: 'Error' });
		await prepareCredentials(session, sandbox);
		expect(await list()).toEqual(held());
	});
});
