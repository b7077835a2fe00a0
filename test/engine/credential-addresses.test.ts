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
import { CredentialStore, type CredentialData } from './harness/credentialStore';
import type { CredentialName } from './harness/credentialTypes';
import { additionalDataFor, nodeOf, workflowOf } from './harness/engine';
import { dataFor } from './harness/asSomebody';
import { textIn } from './harness/textIn';

const REFUSED = [...PLAIN_HTTP, ...MORE_THAN_AN_ADDRESS, ...NOT_AN_ADDRESS];
const ADDRESSES = [...ACCEPTED, ...REFUSED];

/** Capitals in a host make no other address. */
const zip = (addresses: readonly string[], used: unknown[]) =>
	addresses.map((address, index) => [address, String(used[index]).toLowerCase()]);

function usedByNodes(address: string): string {
	try {
		return toAddress('Base URL', address);
	} catch {
		return 'refused';
	}
}

/** n8n's own evaluation of a field of a declared request. */
function evaluate(text: string, credentials: CredentialData): unknown {
	const node = nodeOf('Temp', 'n8n-nodes-base.noOp');
	const { expression } = workflowOf([node]);
	const keys = { $credentials: credentials };
	return expression.getSimpleParameterValue(node, text, 'internal', keys);
}

it('the connection test uses and refuses the same addresses as the nodes', () => {
	const { request } = connectionTest;
	const tested = ADDRESSES.map((baseUrl) => {
		const url = evaluate(request.url ?? '', { baseUrl });
		if (url === CONNECTION_TEST.baseUrlRefused) return 'refused';
		expect(url).toBe('/projects');
		return evaluate(request.baseURL ?? '', { baseUrl });
	});
	expect(zip(ADDRESSES, tested)).toEqual(zip(ADDRESSES, ADDRESSES.map(usedByNodes)));
	expect(new Set(ADDRESSES).size).toBeGreaterThanOrEqual(110);
});

it('n8n gets the OAuth addresses that the nodes would use, and no others', () => {
	const store = new CredentialStore();
	const additionalData = additionalDataFor(store, 'internal');
	const resolved = ADDRESSES.map((authServerUrl) => {
		const data = { baseUrl: 'https://api.example.com/v1', authServerUrl };
		const { authUrl, accessTokenUrl, ...others } = store.resolve(
			additionalData,
			data,
			'collabOAuth2Api',
			'internal',
		);
		expect(others).toMatchObject({
			scope: 'read',
			authentication: 'body',
			grantType: 'authorizationCode',
		});
		if (accessTokenUrl === CONNECTION_TEST.authServerUrlRefused) return 'refused';
		const [address, rest] = textIn(accessTokenUrl).split('/oauth/token');
		expect([authUrl, rest]).toEqual([`${address}/oauth/authorize`, '']);
		return address;
	});
	expect(zip(ADDRESSES, resolved)).toEqual(zip(ADDRESSES, ADDRESSES.map(usedByNodes)));
});

const both: CredentialName[] = ['collabApi', 'collabOAuth2Api'];

/** n8n writes the host of a request in its shortest form, and an expression cannot: such a host is not even allowed itself. */
const LONG_IPV6 = ['https://[::ffff:192.0.2.1]/v1'];

function resolved(name: CredentialName, data: CredentialData): CredentialData {
	const store = new CredentialStore();
	return store.resolve(additionalDataFor(store, 'manual'), data, name, 'manual');
}

/** What an HTTP Request node does before it sends anything: throws for an address that is not allowed. */
function check(name: CredentialName, data: CredentialData, url: string): void {
	const node = nodeOf('HTTP Request', 'n8n-nodes-base.noOp');
	const allowedDomains = getCredentialAllowedDomains({
		node,
		credentialData: resolved(name, data),
	});
	// Undefined would allow all.
	expect(allowedDomains).toEqual(expect.stringMatching(/./));
	assertUrlAllowed({ url, allowedDomains: allowedDomains ?? '', node });
}

const isAllowed = (name: CredentialName, data: CredentialData, url: string): boolean => {
	try {
		check(name, data, url);
		return true;
	} catch (error) {
		expect((error as Error).message).toMatch(/^Domain not allowed/);
		return false;
	}
};

/** Hosts that somebody could make n8n take for the one of this address. */
const strangersOf = (hostname: string) =>
	[
		'https://evil.test/',
		`https://evil.test/${hostname}`,
		`https://${hostname}@evil.test/`,
		`https://evil.test/?${hostname}`,
		`https://sub.${hostname}/`,
		`https://${hostname}.evil.test/`,
		`https://x${hostname}/`,
	].filter((address) => URL.canParse(address));

describe.each(both)('%s in an HTTP Request node', (name) => {
	const data = (baseUrl: string): CredentialData => ({
		...dataFor({ baseUrl, url: 'https://auth.example.com' })[name],
	});

	it.each(ACCEPTED)('goes to the host of %j and to no other', (baseUrl) => {
		const { hostname, href } = new URL(baseUrl);
		const own = [href, `https://${hostname}/elsewhere`].map((url) =>
			isAllowed(name, data(baseUrl), url),
		);
		const isShortest = !LONG_IPV6.includes(baseUrl);
		expect(own).toEqual([isShortest, isShortest]);
		const allowed = strangersOf(hostname).filter((url) => isAllowed(name, data(baseUrl), url));
		expect(allowed).toEqual([]);
	});

	it.each(REFUSED)('goes nowhere for %j, which the nodes refuse', (baseUrl) => {
		const addresses = [baseUrl, 'https://evil.test/', 'https://collab.example.com/v1'];
		expect(addresses.filter((url) => isAllowed(name, data(baseUrl), url))).toEqual([]);
	});

	it.each(['https://collab.example.com/v1', 'http://collab.example.com/v1'])(
		'goes to More Domains as well, whatever the Base URL is (%s)',
		(baseUrl) => {
			const more = { ...data(baseUrl), moreDomains: '*.example.org, files.example.com' };
			const addresses = ['https://a.example.org', 'https://files.example.com', 'https://evil.test'];
			const allowed = addresses.map((url) => isAllowed(name, more, url));
			expect(allowed).toEqual([true, true, false]);
		},
	);

	it('goes anywhere with All', () => {
		const { allowedHttpRequestDomains } = resolved(name, {
			...data('https://collab.example.com/v1'),
			allowedHttpRequestDomains: 'all',
		});
		expect(allowedHttpRequestDomains).toBe('all');
	});

	it('goes nowhere with None', () => {
		const none = { ...data('https://collab.example.com/v1'), allowedHttpRequestDomains: 'none' };
		expect(() => check(name, none, 'https://collab.example.com/v1')).toThrow(
			/configured to prevent use within an HTTP Request node/,
		);
	});
});
