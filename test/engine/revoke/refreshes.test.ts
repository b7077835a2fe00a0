/** Revoking while others refresh the token. */
import { connected } from '../harness/asSomebody';
import { expectNoSecretIn } from '../harness/outcomes';
import { CONFIRMED, runCollab } from '../harness/runCollab';
import { answer, scriptedServers, type Script } from '../harness/scriptedServer';
import { WeakRevocation } from '../harness/weakRevocation';
import { withoutWaits } from '../harness/withoutWaits';

withoutWaits();

const serve = scriptedServers();

async function account(script: Script) {
	const service = await serve(script);
	const run = connected(service);
	return {
		service,
		list: async () => await runCollab({ ...run, parameters: { limit: 1 } }),
		revoke: async (tokens = 'both') =>
			await runCollab({ ...run, parameters: { ...CONFIRMED, tokens } }),
		/** What another process of n8n, or a node of another package, keeps of a refresh. */
		keep: (oauthTokenData: ReturnType<WeakRevocation['issue']>) => run.change({ oauthTokenData }),
	};
}

const isRevocation = ({ path }: { path: string }) => path === '/oauth/revoke';

it('a first try that is limited, while another workflow refreshes: no valid token is left', async () => {
	const tokens = new WeakRevocation();
	tokens.expired.add('secret-token');
	let isLimited = true;
	let listing: ReturnType<typeof runCollab> | undefined;
	const n8n = await account((response, request, attempt) => {
		if (!isRevocation(request) || !isLimited) return tokens.script(response, request, attempt);
		isLimited = false;
		listing = n8n.list();
		// As in the service's own time, the refresh ends before the revocation may be sent again.
		return void listing.then(() => answer(response, 429, {}, { 'Retry-After': '0.01' }));
	});
	const revoked = await n8n.revoke();
	expect((await listing)?.error).toBeUndefined();
	expect(revoked.items).toMatchObject([{ json: { revoked: ['refresh_token', 'access_token'] } }]);
	expect([...tokens.valid]).toEqual([]);
	expect((await n8n.list()).error?.message).toMatch(/did not accept the credential/);
	expectNoSecretIn(revoked.run);
});

it('what another process keeps meanwhile is revoked as well', async () => {
	const tokens = new WeakRevocation();
	const n8n = await account((response, request, attempt) => {
		if (isRevocation(request) && attempt === 2) n8n.keep(tokens.issue());
		tokens.script(response, request, attempt);
	});
	const { items } = await n8n.revoke();
	expect(items).toMatchObject([{ json: { revoked: ['refresh_token', 'access_token'] } }]);
	expect([...tokens.valid]).toEqual([]);
	expect(n8n.service.requests.filter(isRevocation)).toHaveLength(4);
});

it('what comes meanwhile and cannot be revoked is said to be valid', async () => {
	const tokens = new WeakRevocation();
	const n8n = await account((response, request, attempt) => {
		if (attempt === 2) n8n.keep(tokens.issue());
		if (attempt > 2) answer(response, 400);
		else tokens.script(response, request, attempt);
	});
	const { error, items } = await n8n.revoke();
	expect(error?.message).toMatch(/^The refresh token could not be revoked: .* 400/);
	expect(error?.message).toMatch(/The access token was revoked before/);
	expect(items).toEqual([]);
});

it.each<[choice: string, requests: number]>([
	['both', 4],
	['accessToken', 2],
	['refreshToken', 2],
])(
	'where new tokens keep coming, Revoke (%s) ends after it has read the credential twice',
	async (choice, requests) => {
		const tokens = new WeakRevocation();
		const n8n = await account((response, request, attempt) => {
			n8n.keep(tokens.issue());
			tokens.script(response, request, attempt);
		});
		const { error, run } = await n8n.revoke(choice);
		expect(error).toBeUndefined();
		expect(n8n.service.requests).toHaveLength(requests);
		expectNoSecretIn(run);
	},
);
