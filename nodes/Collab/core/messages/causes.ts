/** Texts for errors whose reason says more than their kind: of the network, of an answer, of a credential. */
import type { Access, MalformedReason, NetworkReason, OwnReason } from '../errors';
import { ASK_OPERATOR, CHECK_BASE_URL, CHECK_CLIENT, statusOf, type Texts } from './words';

export const NETWORK: Texts<NetworkReason> = {
	hostNotFound: `The service's host name could not be found. ${CHECK_BASE_URL} Check how the host name is spelled, or that of n8n's proxy (HTTPS_PROXY).`,
	connectionRefused: `The service refused the connection. ${CHECK_BASE_URL} If it is right, the service, or n8n's proxy (HTTPS_PROXY), is not running.`,
	connectionClosed:
		'The service closed the connection before it had answered. If it lasts, look for a proxy or firewall between n8n and the service.',
	timeout: `The service did not answer in time. ${ASK_OPERATOR}`,
	noHttps: `The service did not answer with HTTPS. ${CHECK_BASE_URL} Look for a wrong port, http:// and https:// mixed up, or a client certificate that it asks for: n8n sends none.`,
	untrustedCertificate:
		"The service's certificate is not trusted. It was issued by an authority that n8n does not know, or it is not valid today. Make a private authority known to n8n (NODE_EXTRA_CA_CERTS), or inform the operator. It may also be the certificate of a proxy between n8n and the service.",
	certificateOfOtherHost: `The service's certificate is for another host name. ${CHECK_BASE_URL} Use the host name that the certificate was issued for.`,
	unreachable:
		'The service could not be reached. Check the network, and the DNS server, of the machine that runs n8n.',
};

export const MALFORMED: Texts<MalformedReason> = {
	notJson:
		'it is empty or not JSON in UTF-8, but perhaps a web page, or was cut off or broken on its way',
	wrongType: ({ label, found, wanted }) => `${label} is ${found}${wanted ? `, not ${wanted}` : ''}`,
	errorAsSuccess:
		'it is a web page, or says that the request did not succeed, although its status is that of a success',
};

export const OWN_TEXTS: Texts<OwnReason> = {
	notConnected:
		'The OAuth2 credential is not connected yet. Open the credential and connect the account.',
	clientRefused:
		"The authorization server did not accept the 'Client ID' or the 'Client Secret'. Check the 'Client ID' and the 'Client Secret' in the credential.",
	scopeRefused:
		"The authorization server did not accept the 'Scope'. Check the 'Scope' in the credential: to list projects, it has to contain \"read\".",
	notAnAddress: ({ label }) =>
		`The '${label}' in the credential is not a web address. Open the credential and enter an address such as https://collab.example.com/v1 as '${label}', without a user name, a password, "@", "?" or "#".`,
	plainHttp: ({ label }) =>
		`The '${label}' in the credential starts with http://, which would send your credential unprotected. Open the credential and use the https:// address as '${label}', within your own network, too: put a reverse proxy with a certificate in front of the service. Plain http is accepted only on the same machine (localhost, 127.0.0.1 or [::1]).`,
	notAKey:
		'The \'API Key\' in the credential has characters that no key has. Copy it again from the developer console, where it may have been shown shortened ("..." or "***"), and enter it without a line break.',
	timeZone:
		"n8n cannot read the credential in this workflow, because the workflow's time zone is not valid. Open the workflow's settings, choose a 'Timezone' and save.",
	proxyFailed: (data) =>
		`The proxy that n8n uses did not connect it to the service${statusOf(data)}. Check the proxy in n8n's environment (HTTPS_PROXY): its address, its certificate, its user name and password, and whether it lets n8n reach the service. If they are right, try again later.`,
	variesByItem:
		'The OAuth2 credential is not the same for every input item. n8n itself uses the token of the first item for all items. Use no expression that depends on the item in the credential, or one node for each account.',
	asTool:
		'Nothing was revoked: this operation is not for AI tools. Use the Collab node in a workflow that a person runs.',
	notOAuth2:
		"Nothing was revoked: only OAuth2 credentials hold tokens. Choose an OAuth2 credential. API keys are revoked in the service's developer console.",
	notConfirmed:
		"Nothing was revoked: the confirmation is off. Turn on 'Confirm Revocation' once you know that every workflow using this credential stops until it is connected again.",
	noToken: ({ label = '' }) =>
		`The credential holds no ${label} to revoke. Set 'Tokens' to Both to revoke whatever it holds. Before anybody has connected it, there is no access to end.`,
};

export const RENEW: Readonly<Record<Access, string>> = {
	apiKey:
		'Check the key in the credential, and create a new one in the developer console if it was revoked.',
	person: 'Open the credential and reconnect it.',
	application: CHECK_CLIENT,
};
