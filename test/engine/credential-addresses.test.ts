/** That n8n's expressions in the credentials decide as the nodes do, and which hosts HTTP Request nodes may send them to. */
import { assertUrlAllowed, getCredentialAllowedDomains } from 'n8n-workflow';
import { CollabOAuth2Api } from '../../credentials/CollabOAuth2Api.credentials';
import { toAddress } from '../../nodes/Collab/core/requests/baseUrl';
import * as addresses from '../unit/requests/addresses';
import { CredentialStore, dataFor } from './harness/credentials';
import { nodeOf, workflowOf, type CredentialName } from './harness/engine';

const ADDRESSES = Object.values(addresses).flat();
const used = [...addresses.ACCEPTED, ...addresses.WITHOUT_SCHEME, ...addresses.INTERNATIONAL];
const isAccepted = (address: string) => used.includes(address);
const accepted = ADDRESSES.filter(isAccepted);
const node = nodeOf('HTTP Request', 'n8n-nodes-base.noOp');
const { expression } = workflowOf([node]);
const resolved = (name: CredentialName, baseUrl: string, more = {}) => {
	const data = dataFor({ baseUrl, url: baseUrl })[name];
	return new CredentialStore().resolve({ ...data, ...more }, name);
};

it('the connection test and the addresses for tokens are those that the nodes accept', () => {
	const { baseURL } = new CollabOAuth2Api().test.request;
	const tested = ADDRESSES.filter((baseUrl) => {
		const data = { $credentials: { baseUrl } };
		return expression.getSimpleParameterValue(node, baseURL, 'internal', data) !== '';
	});
	const issuing = ADDRESSES.filter((address) => {
		const { accessTokenUrl } = resolved('collabOAuth2Api', address);
		return accessTokenUrl !== 'enter-an-https-address-as-authorization-server-url:/oauth/token';
	});
	expect([tested, issuing]).toEqual([accepted, accepted]);
});

/** Hosts that somebody could make n8n take for the one of this address. */
const strangersOf = (host: string) =>
	[`evil.test/${host}`, `${host}@evil.test`, `sub.${host}`, `x${host}`, `${host}.evil.test`]
		.map((address) => `https://${address}/`)
		.filter((address) => URL.canParse(address));

/** Whether an HTTP Request node may send the credential there. */
function allows(name: CredentialName, url: string, baseUrl: string, moreDomains = ''): boolean {
	const credentialData = resolved(name, baseUrl, {
		moreDomains,
		addMoreDomains: moreDomains !== '',
	});
	const allowedDomains = getCredentialAllowedDomains({ node, credentialData }) ?? '';
	// None at all would allow every host.
	expect(allowedDomains).not.toBe('');
	try {
		assertUrlAllowed({ url, allowedDomains, node });
		return true;
	} catch {
		return false;
	}
}

it.each<CredentialName>(['collabApi', 'collabOAuth2Api'])(
	'%s goes from HTTP Request nodes to the host of a Base URL that the nodes accept, to More Domains and to no other',
	(name) => {
		// n8n writes the host of a request in its shortest form, and an expression cannot.
		const isOther = (address: string) =>
			address.includes('::ffff:192.0.2.1') || addresses.INTERNATIONAL.includes(address);
		const urlOf = (address: string) => (isAccepted(address) ? toAddress('', address) : address);
		const allowed = ADDRESSES.filter((address) => allows(name, urlOf(address), address));
		expect(allowed).toEqual(accepted.filter((address) => !isOther(address)));
		const strangers = ADDRESSES.flatMap((address) => {
			const host = isAccepted(address) ? new URL(urlOf(address)).hostname : 'collab.example.com';
			return strangersOf(host).filter((stranger) => allows(name, stranger, address));
		});
		expect(strangers).toEqual([]);
		const urls = ['https://a.example.org', 'https://files.example.com', 'https://evil.test'];
		const more = '*.example.org, files.example.com';
		const further = urls.map((url) => allows(name, url, 'https://collab.example.com/v1', more));
		expect(further).toEqual([true, true, false]);
	},
);
