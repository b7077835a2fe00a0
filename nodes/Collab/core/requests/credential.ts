/** What of a credential may be sent, and where to. */
import { refused } from '../errors';

/** Letters of any script, but none that stand for others (full-width). DNS allows 253; more take quadratic time. */
const ANY_HOST = /([a-z\d._\u00c0-\u1fff\u3040-\ud7ff-]{1,253}|\[[\da-f:.]+\])/.source;

/** `*.localhost` may be resolved by a name server, so it is not this machine. */
const THIS_MACHINE = /(localhost|127(\.\d{1,3}){3}|\[::1\])/.source;

/** There is no user, query or fragment, and no `@`, which n8n's `extractDomain()` takes for a user. */
const PORT_AND_PATH = /(:\d{1,5})?(\/[a-z\d._~!$&'()*+,;=:%/-]*)?/.source;

/**
 * An address that credentials may be sent to, less its trailing slashes: https to any host, plain http to this machine
 * only, where nothing travels (the specification's transport is HTTPS, section 1). n8n's expressions use the very same
 * pattern: see credentials/connection.ts. So it holds no `}}`.
 */
export const ADDRESS = new RegExp(
	`^(https:\\/\\/${ANY_HOST}|http:\\/\\/${THIS_MACHINE})${PORT_AND_PATH}$`,
	'i',
);

/** What people leave out of an address or copy along with it, and what takes its place. It has been trimmed. */
const COMPLETIONS: ReadonlyArray<readonly [RegExp, string]> = [
	[/(?<!\/)\/+$/, ''],
	[new RegExp(`^(?=${THIS_MACHINE}(:|\\/|$))`, 'i'), 'http://'],
	// A name with a point at the beginning.
	[/^(?=[^:/?#@\s]+\.[^:/])/, 'https://'],
];

export type AddressLabel = 'Base URL' | 'Authorization Server URL';

/** By the field's label: the authorization server's address is what stands before its endpoints. */
export const COMPLETED: Readonly<Record<AddressLabel, typeof COMPLETIONS>> = {
	'Base URL': COMPLETIONS,
	'Authorization Server URL': [...COMPLETIONS, [/(?<!\/)\/+(oauth\/(authorize|token)|v1)$/i, '']],
};

/** Gives one form of an address, its host in ASCII and no slash at its end. Refuses others. */
export function toAddress(label: AddressLabel, value: unknown): string {
	const entered = typeof value === 'string' ? value.trim() : '';
	const text = COMPLETED[label].reduce((done, [from, to]) => done.replace(from, to), entered);
	if (ADDRESS.test(text) && URL.canParse(text)) {
		return text.replace(/^[^/]+\/\/[^/]+/, (start) => new URL(start).origin);
	}
	throw refused(/^http:\/\/[^/?#@]+(\/[^?#@]*)?$/i.test(text) ? 'plainHttp' : 'notAnAddress', {
		label,
	});
}

/** People copy these along with a key, and no key has them: the header's name or scheme, quotes, spaces of any kind. */
const BEFORE = /^[\s\u200b"'`]*((x-api-key|authorization):[\s"']*)?(bearer\s[\s"']*)?/i;
/** Without its lookbehind, it takes quadratic time on a long run of spaces before another character. */
const AFTER = /(?<![\s\u200b"'`,;])[\s\u200b"'`,;]+$/;

/** The key as it is sent. */
export const bareKey = (entered: unknown = '') =>
	`${entered as string}`.replace(BEFORE, '').replace(AFTER, '');

/** Gives the same, but refuses what no header can hold, and a key that the console had shortened or masked. */
export function toApiKey(entered: unknown): string {
	const key = bareKey(entered);
	if (!/^[\x20-\x7e]*$/.test(key) || /\.{3}|\*{3}/.test(key)) {
		throw refused('notAKey');
	}
	return key;
}
