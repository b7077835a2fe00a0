/** n8n's expressions in the OAuth2 credential decide as the nodes do, and HTTP Request nodes send neither credential anywhere. */
import { getCredentialAllowedDomains } from 'n8n-workflow';
import { CollabOAuth2Api } from '../../credentials/CollabOAuth2Api.credentials';
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
		return accessTokenUrl !== 'authorization-server-url-must-start-with-https:/oauth/token';
	});
	expect([tested, issuing]).toEqual([accepted, accepted]);
});

it.each<CredentialName>(['collabApi', 'collabOAuth2Api'])(
	'%s goes from HTTP Request nodes to the hosts that a person lists, and by default to none',
	(name) => {
		const baseUrl = 'https://collab.example.com/v1';
		const domainsOf = (more = {}) =>
			getCredentialAllowedDomains({ node, credentialData: resolved(name, baseUrl, more) });
		expect(() => domainsOf()).toThrow(/prevent use within an HTTP Request/);
		const allowedDomains = 'collab.example.com, *.example.org';
		expect(domainsOf({ allowedHttpRequestDomains: 'domains', allowedDomains })).toBe(
			allowedDomains,
		);
	},
);
