/** Revoking while others refresh the token. */
import { CredentialStore } from '../harness/credentialStore';
import { runCollab } from '../harness/runCollab';
import { answer, listOf, scriptedServers, type Script } from '../harness/scriptedServer';
import { dataFor, expectNoSecretIn } from '../harness/secretData';
import { CONFIRMED } from './revoking';

const serve = scriptedServers();

/**
 * A service that does no more than it has to: a refresh token works once, an access token goes on until it is revoked, and
 * revoking a token ends that token only (RFC 7009 leaves the others to the service).
 */
class Tokens {
	/** As in `dataFor`. */
	readonly valid = new Set(['secret-token', 'secret-refresh']);

	/** Lists refuse these; they are valid all the same. */
	readonly expired = new Set<string>();

	private issued = 1;

	issue() {
		this.issued++;
		const [access_token, refresh_token] = ['secret-token', 'secret-refresh'].map(
			(name) => `${name}-${this.issued}`,
		);
		const tokens = { access_token, refresh_token, token_type: 'bearer', expires_in: 3600 };
		for (const token of [access_token, refresh_token]) this.valid.add(token ?? '');
		return tokens;
	}

	readonly script: Script = (response, { path, headers, body }) => {
		const form = new URLSearchParams(body);
		if (path === '/oauth/revoke') {
			this.valid.delete(form.get('token') ?? '');
			answer(response, 200, '');
		} else if (path === '/oauth/token') {
			if (this.valid.delete(form.get('refresh_token') ?? '')) answer(response, 200, this.issue());
			else answer(response, 400, { error: 'invalid_grant' });
		} else {
			const token = headers.authorization?.slice('Bearer '.length) ?? '';
			const isGood = this.valid.has(token) && !this.expired.has(token);
			answer(response, isGood ? 200 : 401, listOf([]));
		}
	};
}

async function account(script: Script) {
	const service = await serve(script);
	const store = new CredentialStore();
	const collabOAuth2Api = store.add('collabOAuth2Api', dataFor(service).collabOAuth2Api);
	const run = { store, credentials: { collabOAuth2Api } };
	return {
		service,
		list: async () => await runCollab({ ...run, parameters: { limit: 1 } }),
		revoke: async (tokens = 'both') =>
			await runCollab({ ...run, parameters: { ...CONFIRMED, tokens } }),
		/** What another process of n8n, or a node of another package, keeps of a refresh. */
		keep: (oauthTokenData: ReturnType<Tokens['issue']>) =>
			store.change(collabOAuth2Api, { oauthTokenData }),
	};
}

const isRevocation = ({ path }: { path: string }) => path === '/oauth/revoke';

it('a first try that is limited, while another workflow refreshes: no valid token is left', async () => {
	const tokens = new Tokens();
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
	const tokens = new Tokens();
	tokens.expired.add('secret-token');
	const n8n = await account((response, request, attempt) => {
		if (request.path !== '/oauth/token') return tokens.script(response, request, attempt);
		tokens.valid.delete('secret-refresh');
		const issued = tokens.issue();
		// Longer than Revoke waits for what it cannot see.
		setTimeout(() => answer(response, 200, issued), 1500);
	});
	const listing = n8n.list();
	await n8n.service.arrived(3);
	const revoked = await n8n.revoke();
	await listing;
	expect(revoked.error).toBeUndefined();
	expect([...tokens.valid]).toEqual([]);
});

it('what another process keeps meanwhile is revoked, and what it replaces, too', async () => {
	const tokens = new Tokens();
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
	const tokens = new Tokens();
	const n8n = await account((response, request, attempt) => {
		if (isRevocation(request) && attempt === 2) setTimeout(() => n8n.keep(tokens.issue()), 300);
		tokens.script(response, request, attempt);
	});
	expect((await n8n.revoke()).error).toBeUndefined();
	expect([...tokens.valid]).toEqual([]);
});

it.each(['both', 'accessToken', 'refreshToken'])(
	'where new tokens keep coming, Revoke (%s) ends and says that the access goes on',
	async (choice) => {
		const tokens = new Tokens();
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
