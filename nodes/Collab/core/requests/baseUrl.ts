import { type OwnReason, CollabError } from '../errors';

/**
 * An address that credentials may be sent to, less its trailing slashes: https to any host, plain http to this machine
 * only, where nothing travels (the specification's transport is HTTPS, section 1). `*.localhost` may be resolved by a
 * name server, so it is not this machine. No user, query or fragment; no `@` in the path, which n8n's `extractDomain()`
 * takes for a user. The last part of a name begins with a letter, or else it would be read as a number (127.1, 0x7f.1).
 * Letters may be those of any script; characters that stand for others in a host (full-width ones) are not among them.
 *
 * n8n's expressions, which know no `URL`, use the very same pattern: see credentials/connection.ts. So it holds no `}}`.
 */
export const ADDRESS =
	/^(https:\/\/(([a-z0-9_\u00c0-\u1fff\u3040-\ud7ff-]+\.)*[a-z_\u00c0-\u1fff\u3040-\ud7ff][a-z0-9_\u00c0-\u1fff\u3040-\ud7ff-]*|(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|\[[0-9a-f:.]+\])|http:\/\/(localhost|127(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|\[::1\]))(:(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?(\/[a-z0-9._~!$&'()*+,;=:%/-]*)?$/i;

const TO_THIS_MACHINE = /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i;

/** A name with a point at the beginning: people copy addresses without their scheme. */
export const WITHOUT_SCHEME = /^(?=[^:/?#@\s]+\.[^:/])/;

/** Gives one form of an address, its host in ASCII and no slash at its end. Refuses others (`addressRefused`). */
export function toAddress(label: string, value: unknown): string {
	const entered = typeof value === 'string' ? value.trim().replace(/\/+$/, '') : '';
	const text = entered.replace(WITHOUT_SCHEME, 'https://');
	if (ADDRESS.test(text) && URL.canParse(text)) {
		return text.replace(/^[^/]+\/\/[^/]+/, (start) => new URL(start).origin);
	}
	throw new CollabError('addressRefused', { label, reason: reasonOf(text) });
}

function reasonOf(text: string): OwnReason {
	if (!/^https?:\/\/[^/]/i.test(text) || /[?#@]/.test(text)) return 'notAnAddress';
	return /^http:/i.test(text) && !TO_THIS_MACHINE.test(text) ? 'plainHttp' : 'notAnAddress';
}
