/** n8n's expressions in the OAuth2 credential decide as the nodes do, and HTTP Request nodes send either credential to the service alone. */
import { getCredentialAllowedDomains, isDomainAllowed } from 'n8n-workflow';
import { CollabOAuth2Api } from '../../credentials/CollabOAuth2Api.credentials';
import { toAddress } from '../../nodes/Collab/core/requests/credential';
import * as addresses from '../unit/requests/addresses';
import { CredentialStore, dataFor } from './harness/credentials';
import { nodeOf, workflowOf, type CredentialName } from './harness/engine';

const ADDRESSES = Object.values(addresses).flat();
const { ACCEPTED, WITHOUT_SCHEME, THIS_MACHINE, INTERNATIONAL } = addresses;
const used = [ACCEPTED, WITHOUT_SCHEME, THIS_MACHINE, INTERNATIONAL].flat();
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
		return accessTokenUrl !== 'authorization-server-url-must-start-with-https:/oauth/token';
	});
	expect([tested, issuing]).toEqual([accepted, accepted]);
});

describe.each<CredentialName>(['collabApi', 'collabOAuth2Api'])(
	'HTTP Request nodes send %s',
	(name) => {
		const domainsOf = (baseUrl: string, more = {}) =>
			getCredentialAllowedDomains({ node, credentialData: resolved(name, baseUrl, more) }) ?? 'all';

		it.each([...accepted, ...addresses.MORE_THAN_AN_ADDRESS])(
			'to the host of %s alone',
			(baseUrl) => {
				const isUsed = isAccepted(baseUrl);
				const { hostname, origin } = new URL(isUsed ? toAddress('Base URL', baseUrl) : baseUrl);
				const sent = [origin, 'https://evil.test', 'https://base-url.invalid'].map((url) =>
					isDomainAllowed({ url, allowedDomains: domainsOf(baseUrl) }),
				);
				// n8n compares the name as it is entered with what is asked for: in ASCII, an IP address in full.
				const isUsual = isUsed && baseUrl.toLowerCase().includes(hostname);
				// Where it may not be used, the only host is one that nobody can have.
				expect(sent).toEqual([isUsual, false, !isUsed]);
			},
		);

		it('anywhere or nowhere where a person chooses so', () => {
			const domainsWhere = (allowedHttpRequestDomains: string) =>
				domainsOf('https://collab.test/v1', { allowedHttpRequestDomains });
			expect(domainsWhere('all')).toBe('all');
			expect(() => domainsWhere('none')).toThrow(/prevent use within an HTTP Request/);
		});
	},
);
