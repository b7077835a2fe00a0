import { CollabError } from '../errors';

/**
 * The service's address without trailing slashes, or a failure of kind `addressRefused`.
 * The specification's transport is HTTPS (section 1); a key sent over plain http can be read on
 * the way, so http is accepted to this machine only, where nothing travels.
 */
export function toAddress(field: string, value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const url = parseUrl(text);
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		throw refused(
			`The ${field} in the credential is not a web address`,
			`Open the credential and enter an address such as https://collab.example.com/v1 as ${field}.`,
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw refused(
			`The ${field} in the credential holds more than an address`,
			`Open the credential and remove user names, passwords and everything from "?" or "#" on from the ${field}.`,
		);
	}
	if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
		throw refused(
			`The ${field} in the credential starts with http://, which would send your key unprotected`,
			`Open the credential and use the https:// address as ${field}. Plain http is accepted only for a service on the same machine (localhost).`,
		);
	}
	return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

function isLoopback(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127\.\d+\.\d+\.\d+$/.test(hostname)
	);
}

function refused(message: string, advice: string): CollabError {
	return new CollabError('addressRefused', message, advice);
}
