/** Revoking while others refresh the token. */
import { connected } from '../harness/asSomebody';
import { CONFIRMED, runCollab } from '../harness/runCollab';
import { answer, scriptedServers, type Script } from '../harness/scriptedServer';
import { expectNoSecretIn } from '../harness/textIn';
import { WeakRevocation } from '../harness/weakRevocation';

const serve = scriptedServers();

async function account(script: Script) {
	const service = await serve(script);
	const run = connected(service);
	return {
		service,
		list: async () => await runCollab({ ...run, parameters: { limit: 1 } }),
		revoke: async (tokens = 'both', options = {}) =>
			await runCollab({ ...run, parameters: { ...CONFIRMED, tokens, options } }),
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

it('a refresh that is under way when Revoke begins: its tokens are revoked, too', async () => {
	const tokens = new WeakRevocation();
	tokens.expired.add('secret-token');
	const n8n = await account((response, request, attempt) => {
		if (request.path !== '/oauth/token') return tokens.script(response, request, attempt);
		tokens.valid.delete('secret-refresh');
		const issued = tokens.issue();
		// Longer than Revoke waits for what it cannot see.
		setTimeout(() => answer(response, 200, issued), 700);
	});
	const listing = n8n.list();
	await n8n.service.arrived(3);
	const revoked = await n8n.revoke();
	await listing;
	expect(revoked.error).toBeUndefined();
	expect([...tokens.valid]).toEqual([]);
});

it('a refresh that does not end: Revoke ends after its Timeout', async () => {
	const tokens = new WeakRevocation();
	tokens.expired.add('secret-token');
	let end = (): void => undefined;
	const n8n = await account((response, request, attempt) => {
		if (request.path !== '/oauth/token') return tokens.script(response, request, attempt);
		end = () => answer(response, 200, tokens.issue());
	});
	const listing = n8n.list();
	await n8n.service.arrived(3);
	const revoked = await n8n.revoke('both', { timeout: 1, maxRetryWait: 0 });
	expect(revoked.error?.message).toMatch(/could not be revoked/);
	expect(n8n.service.requests.filter(isRevocation)).toEqual([]);
	end();
	await listing;
});

it('what another process keeps meanwhile is revoked, and what it replaces, too', async () => {
	const tokens = new WeakRevocation();
	let isLimited = true;
	const n8n = await account((response, request, attempt) => {
		if (!isRevocation(request) || !isLimited) return tokens.script(response, request, attempt);
		isLimited = false;
		n8n.keep(tokens.issue());
		return answer(response, 429, {}, { 'Retry-After': '0.01' });
	});
	expect((await n8n.revoke()).error).toBeUndefined();
	expect([...tokens.valid]).toEqual([]);
	expect(n8n.service.requests.filter(isRevocation)).toHaveLength(5);
});

it('what another process keeps shortly after the last revocation is revoked, too', async () => {
	const tokens = new WeakRevocation();
	const n8n = await account((response, request, attempt) => {
		if (isRevocation(request) && attempt === 2) {
			const issued = tokens.issue();
			setTimeout(() => n8n.keep(issued), 300);
		}
		tokens.script(response, request, attempt);
	});
	expect((await n8n.revoke()).error).toBeUndefined();
	expect([...tokens.valid]).toEqual([]);
});

it.each(['both', 'accessToken', 'refreshToken'])(
	'where new tokens keep coming, Revoke (%s) ends and says that the access goes on',
	async (choice) => {
		const tokens = new WeakRevocation();
		const n8n = await account((response, request, attempt) => {
			n8n.keep(tokens.issue());
			tokens.script(response, request, attempt);
		});
		const { error, items, run } = await n8n.revoke(choice);
		expect(error?.message).toMatch(/^The access goes on: .* kept getting new tokens/);
		expect(error?.description).toMatch(/Unpublish the workflows/);
		expect(items).toEqual([]);
		expect(n8n.service.requests.length).toBeLessThanOrEqual(10);
		expectNoSecretIn(run);
	},
);
