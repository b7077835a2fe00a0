/**
 * What an answer that is not a list of projects means for the person who reads the error.
 * Statuses 401, 403 and 429: specification section 7; the others: HTTP semantics (RFC 9110).
 */
import { CollabError } from '../errors';

const CHECK_BASE_URL =
	'Check the Base URL in the credential: it is the address of the REST interface and ends in /v1.';

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** The failure for an answer with an HTTP status other than 200. */
export function errorOfStatus(httpStatus: number, retryAfterMs?: number): CollabError {
	const details = { httpStatus, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
	if (REDIRECTS.includes(httpStatus)) {
		return new CollabError(
			'redirected',
			`The service redirects to another address (status ${httpStatus}), which is not followed to protect your key`,
			`${CHECK_BASE_URL} If the service has moved, enter its new address.`,
			details,
		);
	}
	if (httpStatus >= 500) {
		return new CollabError(
			'unavailable',
			`The service is not available at the moment (status ${httpStatus})`,
			"Try again later. If it lasts, ask the service's operator.",
			details,
		);
	}
	return refusal(httpStatus, details);
}

function refusal(httpStatus: number, details: { httpStatus: number }): CollabError {
	switch (httpStatus) {
		case 401:
			return unauthorized(details);
		case 403:
			return new CollabError(
				'forbidden',
				'The service does not allow this account to list projects (status 403)',
				'Ask an administrator of the service for access. With OAuth2, check that the scope in the credential contains "read", then reconnect it.',
				details,
			);
		case 404:
			return new CollabError(
				'notFound',
				'There is no list of projects at this address (status 404)',
				CHECK_BASE_URL,
				details,
			);
		case 429:
			return new CollabError(
				'rateLimited',
				'The service is limiting the number of requests (status 429)',
				'Try again later, run the workflow less often, or lower "Requests at Once" in the options.',
				details,
			);
		default:
			return new CollabError(
				'rejected',
				`The service did not accept the request (status ${httpStatus})`,
				CHECK_BASE_URL,
				details,
			);
	}
}

/** The key or token was not accepted, or the connection behind the token has ended. */
export function unauthorized(details: { httpStatus?: number } = {}): CollabError {
	return new CollabError(
		'unauthorized',
		'The service did not accept the credential',
		'With an API key: check the key in the credential, and create a new one in the developer console if it was revoked. With OAuth2: open the credential and reconnect it.',
		details,
	);
}

const NETWORK_FAILURES: Readonly<Record<string, readonly [message: string, advice: string]>> = {
	ENOTFOUND: [
		"The service's host name could not be found",
		`${CHECK_BASE_URL} Look for a typing error in the host name.`,
	],
	EAI_AGAIN: [
		"The service's host name could not be looked up",
		'Check the network and the name server of the machine that runs n8n, then try again.',
	],
	ECONNREFUSED: [
		'The service refused the connection',
		`${CHECK_BASE_URL} If it is right, the service is not running: try again later.`,
	],
	ECONNRESET: [
		'The service closed the connection before it had answered',
		'Try again later. If it lasts, look for a proxy or firewall between n8n and the service.',
	],
	TIMEOUT: [
		'The service did not answer in time',
		'Try again later, or raise "Timeout" in the options.',
	],
	TLS: [
		'The service did not answer with HTTPS',
		`${CHECK_BASE_URL} Look for a wrong port, or http:// and https:// mixed up.`,
	],
	CERTIFICATE: [
		"The service's certificate is not trusted",
		'Use the host name that the certificate was issued for, or make its authority known to n8n (NODE_EXTRA_CA_CERTS).',
	],
};

/** Node.js and OpenSSL name one thing in several ways; this is the table's name for each. */
const SAME_AS: Readonly<Record<string, string>> = {
	ECONNABORTED: 'TIMEOUT',
	ETIMEDOUT: 'TIMEOUT',
	ESOCKETTIMEDOUT: 'TIMEOUT',
	// axios: the request's signal was aborted. A person's stop is told apart before this is looked at.
	ERR_CANCELED: 'TIMEOUT',
	EPIPE: 'ECONNRESET',
	// axios: the connection ended in the middle of the body.
	ERR_BAD_RESPONSE: 'ECONNRESET',
	EPROTO: 'TLS',
	ERR_SSL_WRONG_VERSION_NUMBER: 'TLS',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'CERTIFICATE',
	SELF_SIGNED_CERT_IN_CHAIN: 'CERTIFICATE',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'CERTIFICATE',
	ERR_TLS_CERT_ALTNAME_INVALID: 'CERTIFICATE',
	CERT_HAS_EXPIRED: 'CERTIFICATE',
};

/** Neither an answer nor the network: n8n could not send the request. What it says may hold a secret. */
export function unexpected(): CollabError {
	return new CollabError(
		'unexpected',
		'n8n could not send the request to the service',
		"Look into n8n's log and run the workflow again. If it happens every time, report it to the maintainers of this node.",
	);
}

/** An OAuth2 credential that nobody has connected yet. */
export function notConnected(): CollabError {
	return new CollabError(
		'unauthorized',
		'The OAuth2 credential is not connected yet',
		'Open the credential and press "Connect my account".',
	);
}

/** The service answered, but with something else than the specification says; asking again cannot help. */
export function malformed(what: string): CollabError {
	return new CollabError(
		'malformed',
		`The service's answer could not be understood: ${what}`,
		'Check that the Base URL in the credential is the address of the REST interface, ending in /v1. If it is, the service is not following its specification: tell its operator.',
	);
}

/** The failure for a request that got no answer, by the error code of Node.js. */
export function errorOfNetwork(code: string): CollabError {
	// The codes of Node's HTTP parser and of zlib.
	if (code.startsWith('HPE_')) return malformed('it breaks the rules of HTTP');
	if (code.startsWith('Z_')) return malformed('it is compressed, but not as its headers say');
	const [message, advice] = NETWORK_FAILURES[SAME_AS[code] ?? code] ?? [
		'The service could not be reached',
		'Check the network between n8n and the service, then try again.',
	];
	return new CollabError('unavailable', message, advice);
}
