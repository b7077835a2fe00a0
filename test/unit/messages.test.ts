import { CollabError, type ErrorData, type ErrorKind } from '../../nodes/Collab/core/errors';
import { messageOf } from '../../nodes/Collab/core/messages';

/** Every kind there is, and its reasons: a new kind without an entry does not compile. */
const KINDS: Record<ErrorKind, string> = {
	unauthorized: ' notConnected clientRefused scopeRefused',
	forbidden: '',
	notFound: '',
	rejected: '',
	rateLimited: '',
	unavailable:
		' hostNotFound connectionRefused connectionClosed timeout noHttps untrustedCertificate certificateOfOtherHost clientCertificateWanted unreachable',
	redirected: '',
	malformed: 'empty notJson brokenHttp wrongType noId nestedTooDeep errorAsSuccess',
	answerTooLarge: '',
	runTooLarge: '',
	unexpected: '',
	tokenNotRenewed: '',
	blocked: '',
	addressRefused: 'notAnAddress plainHttp variesByItem',
	parameterRefused: '',
	listKeptChanging: '',
	listCutShort: '',
	listUnstable: '',
	notRevoked: 'asTool notOAuth2 notConfirmed noToken',
	tooManyProjects: '',
	listTooLong: '',
	noProjectYet: '',
};
const DATA = { label: 'Limit', found: 'text', wanted: 'a list', rowsRead: 40, totalItems: 50 };

function errorOf(kind: ErrorKind, reason = ''): CollabError {
	const more = reason === '' ? { httpStatus: 503 } : { reason: reason as 'timeout' };
	return new CollabError(kind, { ...DATA, ...more });
}
const errors = Object.entries(KINDS).flatMap(([kind, reasons]) =>
	reasons.split(' ').map((reason) => errorOf(kind as ErrorKind, reason)),
);

it('an error names its kind, reason and label for developers, and holds no text for people', () => {
	expect(String(new CollabError('forbidden'))).toBe('CollabError: forbidden');
	const error = errorOf('malformed', 'wrongType');
	expect(String(error)).toBe('CollabError: malformed, wrongType, Limit');
});

it.each(['run', 'tool', 'trigger', 'setup'] as const)(
	'a person sees what happened and what to do (%s)',
	(audience) => {
		const shown = errors.map((error) => messageOf(error, audience));
		for (const { message, description } of shown) {
			expect(message).toMatch(/^[A-Z'n].*[^. ]$/);
			expect(description).toMatch(/^[A-Zn].*\.$/);
			expect(`${message} ${description}`).not.toMatch(
				/undefined| {2}|''|\b(error|failure|mistake|problem)s?\b/i,
			);
		}
		expect(new Set(shown.map(({ message }) => message)).size).toBe(errors.length);
		const texts = shown.map(({ message, description }) => `${message}. ${description}`).join('\n');
		expect(texts.match(/40 of 50 projects read/g)).toHaveLength(3);
		for (const name of ['Timeout (Seconds)', 'Base URL']) {
			expect(texts.replaceAll(`'${name}'`, '')).not.toContain(name);
			expect(texts.includes(`'${name}'`)).toBe(name === 'Base URL' || audience === 'run');
		}
		expect(texts).not.toMatch(/Max (Retry|Concurrent)|Sort By|Return All/);
		expect(texts.includes('next poll')).toBe(audience === 'trigger');
	},
);

it.each<[ErrorKind, reason: string, advice: RegExp]>([
	['unavailable', '', /^Try again later\. If it lasts/],
	[
		'unavailable',
		'timeout',
		/^Try again later\..* Or raise 'Timeout \(Seconds\)' in the options\.$/,
	],
	['unavailable', 'connectionClosed', /^Try again later\.(?!.*Timeout)/],
	['listKeptChanging', '', /^Run it again/],
	['listUnstable', '', /^Run it again.*operator.*fixed order/],
])('a run is to be tried again, the trigger does so itself: %s %s', (kind, reason, advice) => {
	const error = errorOf(kind, reason);
	expect(messageOf(error, 'run').description).toMatch(advice);
	expect(messageOf(error, 'trigger').description).toMatch(/^The next poll tries again\. If it/);
});

const BEFORE = ' The refresh token was revoked before.';

it.each<[ErrorKind, ErrorData, message: string, RegExp]>([
	['rejected', { httpStatus: 400 }, 'did not accept the request (status 400)', /^Check .*ID' and/],
	['notFound', { httpStatus: 404 }, 'did not accept the request (status 404)', /^Check .*URL'/],
	['forbidden', { httpStatus: 403 }, 'did not accept the request (status 403)', /^Check .*ID' and/],
	['unauthorized', { httpStatus: 401 }, 'did not accept the request (status 401)', /^Check .*ID'/],
	['unavailable', {}, 'is not available', /^Try again later/],
	['rateLimited', {}, 'is limiting the number of requests', /^Try again later\. If it/],
])('a revocation says what happened, and which token is left: %s', (kind, data, what, advice) => {
	for (const revoked of [[], ['refresh_token'] as const]) {
		const more = { isOfAuthServer: true, token: 'access_token', revoked } as const;
		const { message, description } = messageOf(new CollabError(kind, { ...more, ...data }));
		const text = `The access token could not be revoked: the authorization server ${what}.`;
		expect(message).toBe(revoked.length > 0 ? text + BEFORE : text);
		expect(description).toMatch(advice);
		expect(description).toContain('withdraw the access in the service itself');
		expect(description).toMatch(/ Until the access token is revoked, take it to be valid\.$/);
	}
});
