import { refused } from '../errors';

/** People copy these along with a key, and no key has them: the header's name or scheme, quotes, spaces of any kind. */
const BEFORE = /^[\s\u200b"'`]*((x-api-key|authorization)\s*:[\s"']*)?(bearer\s[\s"']*)?/i;
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
