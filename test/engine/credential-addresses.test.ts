/** Which addresses credentials accept, and which hosts HTTP Request nodes may send them to: as n8n evaluates and compares them. */
import { assertUrlAllowed, getCredentialAllowedDomains } from 'n8n-workflow';
import { connectionTest } from '../../credentials/connection';
import { CONNECTION_TEST } from '../../nodes/Collab/core/messages';
import { toAddress } from '../../nodes/Collab/core/requests/baseUrl';
import {
	ACCEPTED,
	MORE_THAN_AN_ADDRESS,
	NOT_AN_ADDRESS,
	PLAIN_HTTP,
} from '../unit/requests/addresses';
import { dataFor } from './harness/asSomebody';
import { CredentialStore, type CredentialData } from './harness/credentialStore';
import { additionalDataFor, nodeOf, workflowOf, type CredentialName } from './harness/engine';
import { textIn } from './harness/outcomes';

const REFUSED = [...PLAIN_HTTP, ...MORE_THAN_AN_ADDRESS, ...NOT_AN_ADDRESS];
const ADDRESSES = [...ACCEPTED, ...REFUSED];
const node = nodeOf('HTTP Request', 'n8n-nodes-base.noOp');

/** What comes of each address, beside it. */
const byAddress = (use: (address: string) => unknown, addresses: readonly string[] = ADDRESSES) =>
	addresses.map((address) => [address, use(address)]);

/** The same for addresses. Capitals in a host make no other one. */
const small = (use: (address: string) => unknown) =>
	byAddress((address) => String(use(address)).toLowerCase());

function usedByNodes(address: string): string {
	try {
		return toAddress('Base URL', address);
	} catch {
		return 'refused';
	}
}

/** n8n's own evaluation of a field of a declared request. */
const evaluate = (text: string | undefined, $credentials: CredentialData): unknown =>
	workflowOf([node]).expression.getSimpleParameterValue(node, text ?? '', 'internal', {
		$credentials,
	});

function resolved(name: CredentialName, data: CredentialData): CredentialData {
	const store = new CredentialStore();
	return store.resolve(additionalDataFor(store, 'manual'), data, name, 'manual');
}

it('the connection test uses and refuses the same addresses as the nodes', () => {
	const tested = small((baseUrl) => {
		const url = evaluate(connectionTest.request.url, { baseUrl });
		if (url === CONNECTION_TEST.baseUrlRefused) return 'refused';
		expect(url).toBe('/projects');
		return evaluate(connectionTest.request.baseURL, { baseUrl });
	});
	expect(tested).toEqual(small(usedByNodes));
	expect(new Set(ADDRESSES).size).toBeGreaterThanOrEqual(110);
});

it('n8n gets the OAuth addresses that the nodes would use, and no others', () => {
	const used = small((authServerUrl) => {
		const data = { baseUrl: 'https://api.example.com/v1', authServerUrl };
		const { authUrl, accessTokenUrl, ...others } = resolved('collabOAuth2Api', data);
		const grant = { scope: 'read', authentication: 'body', grantType: 'authorizationCode' };
		expect(others).toMatchObject(grant);
		if (accessTokenUrl === CONNECTION_TEST.authServerUrlRefused) return 'refused';
		const [address, rest] = textIn(accessTokenUrl).split('/oauth/token');
		expect([authUrl, rest]).toEqual([`${address}/oauth/authorize`, '']);
		return address;
	});
	expect(used).toEqual(small(usedByNodes));
});

/** n8n writes the host of a request in its shortest form, and an expression cannot: such a host is not even allowed itself. */
const LONG_IPV6 = ['https://[::ffff:192.0.2.1]/v1'];

/** Hosts that somebody could make n8n take for the one of this address. */
const strangersOf = (hostname: string) =>
	[
		...['https://evil.test/', `https://evil.test/${hostname}`, `https://evil.test/?${hostname}`],
		...[`https://${hostname}@evil.test/`, `https://sub.${hostname}/`, `https://x${hostname}/`],
		`https://${hostname}.evil.test/`,
	].filter((address) => URL.canParse(address));

describe.each<CredentialName>(['collabApi', 'collabOAuth2Api'])(
	'%s in an HTTP Request node',
	(name) => {
		const data = (baseUrl: string, more: CredentialData = {}): CredentialData => ({
			...dataFor({ baseUrl, url: 'https://auth.example.com' })[name],
			...more,
		});

		/** What an HTTP Request node does before it sends anything: throws for an address that is not allowed. */
		function check(credential: CredentialData, url: string): void {
			const credentialData = resolved(name, credential);
			const allowedDomains = getCredentialAllowedDomains({ node, credentialData });
			// Undefined would allow all.
			expect(allowedDomains).toEqual(expect.stringMatching(/./));
			assertUrlAllowed({ url, allowedDomains: allowedDomains ?? '', node });
		}

		const allowedOf = (credential: CredentialData, urls: string[]) =>
			urls.filter((url) => {
				try {
					check(credential, url);
					return true;
				} catch (error) {
					expect((error as Error).message).toMatch(/^Domain not allowed/);
					return false;
				}
			});

		it('goes to the host of its Base URL and to no other', () => {
			const own = (address: string) => {
				const { hostname, href } = new URL(address);
				return [href, `https://${hostname}/elsewhere`];
			};
			const allowed = byAddress((address) => {
				const urls = [...own(address), ...strangersOf(new URL(address).hostname)];
				return allowedOf(data(address), urls);
			}, ACCEPTED);
			const isShortest = (address: string) => !LONG_IPV6.includes(address);
			const all = byAddress((address) => (isShortest(address) ? own(address) : []), ACCEPTED);
			expect(allowed).toEqual(all);
		});

		it('goes nowhere for a Base URL that the nodes refuse', () => {
			const others = ['https://evil.test/', 'https://collab.example.com/v1'];
			const allowed = byAddress(
				(address) => allowedOf(data(address), [address, ...others]),
				REFUSED,
			);
			expect(allowed).toEqual(byAddress(() => [], REFUSED));
		});

		it.each(['https://collab.example.com/v1', 'http://collab.example.com/v1'])(
			'goes to More Domains as well, whatever the Base URL is (%s)',
			(baseUrl) => {
				const more = data(baseUrl, { moreDomains: '*.example.org, files.example.com' });
				const wanted = ['https://a.example.org', 'https://files.example.com'];
				expect(allowedOf(more, [...wanted, 'https://evil.test'])).toEqual(wanted);
			},
		);

		it('goes anywhere with All, and nowhere with None', () => {
			const url = 'https://collab.example.com/v1';
			const all = resolved(name, data(url, { allowedHttpRequestDomains: 'all' }));
			expect(all['allowedHttpRequestDomains']).toBe('all');
			const none = data(url, { allowedHttpRequestDomains: 'none' });
			expect(() => check(none, url)).toThrow(/prevent use within an HTTP Request node/);
		});
	},
);
