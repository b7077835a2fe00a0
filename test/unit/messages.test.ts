import {
	type AddressReason,
	CollabError,
	type ErrorData,
	type ErrorKind,
	type MalformedReason,
	type NotRevokedReason,
} from '../../nodes/Collab/core/errors';
import { type Audience, messageOf } from '../../nodes/Collab/core/messages';
import { errorOfNetwork } from '../../nodes/Collab/core/requests/statusError';

/** Every kind there is: a new one without an entry does not compile. */
const KINDS: Record<ErrorKind, ErrorData> = {
	unauthorized: {},
	forbidden: { httpStatus: 403 },
	notFound: { httpStatus: 404 },
	rejected: { httpStatus: 418 },
	rateLimited: { httpStatus: 429, retryAfterMs: 1_000 },
	unavailable: { httpStatus: 503 },
	redirected: { httpStatus: 301 },
	malformed: { reason: 'empty' },
	answerTooLarge: {},
	runTooLarge: {},
	unexpected: {},
	blocked: {},
	addressRefused: { label: 'Base URL', reason: 'plainHttp' },
	parameterRefused: { label: 'Limit', wanted: 'a whole number' },
	listKeptChanging: { rowsRead: 1, totalItems: 2 },
	listUnstable: { rowsRead: 1, totalItems: 2 },
	notRevoked: { reason: 'asTool' },
	tooManyProjects: { totalItems: 30_000 },
	listTooLong: { rowsRead: 5_000, totalItems: 10_000 },
	noProjectYet: {},
};
/** The same for what an answer may have instead of a list. */
const MALFORMED: Record<MalformedReason, ErrorData> = {
	empty: {},
	notJson: {},
	brokenHttp: {},
	wrongType: { label: '"data"', found: 'text', wanted: 'a list' },
	noId: { label: 'project 3 of the page' },
	nestedTooDeep: { label: 'project 3 of the page' },
	errorAsSuccess: {},
};
const ADDRESS: Record<AddressReason, ErrorData> = {
	notAnAddress: { label: 'Base URL' },
	plainHttp: { label: 'Authorization Server URL' },
	variesByItem: { label: 'Base URL' },
};
const NOT_REVOKED: Record<NotRevokedReason, ErrorData> = {
	asTool: {},
	notOAuth2: {},
	notConfirmed: {},
	noToken: {},
	noSuchToken: { token: 'refresh_token' },
};
const ofReasons = (kind: ErrorKind, reasons: Record<string, ErrorData>) =>
	Object.entries(reasons).map(
		([reason, data]) => new CollabError(kind, { ...data, reason: reason as MalformedReason }),
	);
const errors = [
	...ofReasons('malformed', MALFORMED),
	...ofReasons('addressRefused', ADDRESS),
	...ofReasons('notRevoked', NOT_REVOKED),
	new CollabError('unauthorized', { reason: 'notConnected' }),
	...Object.entries(KINDS).map(([kind, data]) => new CollabError(kind as ErrorKind, data)),
	...(['clientRefused', 'scopeRefused'] as const).map(
		(reason) => new CollabError('unauthorized', { isOfAuthServer: true, reason }),
	),
	...'ECONNRESET ETIMEDOUT ENOTFOUND EAI_AGAIN EPROTO ECONNREFUSED EHOSTDOWN'
		.split(' ')
		.map(errorOfNetwork),
];

const textsFor = (audience: Audience) =>
	errors.map((error) => {
		const { message, description } = messageOf(error, audience);
		return `${message}. ${description}`;
	});

it('an error names its kind, reason and label for developers, and holds no text for people', () => {
	expect(String(new CollabError('forbidden'))).toBe('CollabError: forbidden');
	const error = new CollabError('malformed', {
		reason: 'wrongType',
		label: '"data"',
		found: 'text',
	});
	expect(String(error)).toBe('CollabError: malformed, wrongType, "data"');
});

describe.each(['list', 'trigger'] as const)('what the person sees (%s)', (audience) => {
	it('says what happened and what to do, in whole sentences', () => {
		for (const error of errors) {
			const { message, description } = messageOf(error, audience);
			expect(message).toMatch(/^[A-Z'n].*[^. ]$/);
			expect(description).toMatch(/^[A-Zn].*\.$/);
			expect(`${message} ${description}`).not.toMatch(
				/undefined| {2}|''|\b(error|failure|mistake|problem)s?\b/i,
			);
		}
	});

	it('differs from kind to kind, and from reason to reason', () => {
		const messages = errors.map((error) => messageOf(error, audience).message);
		// The list of kinds has a malformed answer and a refused revocation of its own.
		expect(new Set(messages).size).toBe(messages.length - 2);
	});
});

it('depends on who reads it', () => {
	const of = (kind: ErrorKind, data: ErrorData = {}) =>
		(['list', 'trigger'] as const).map(
			(audience) => messageOf(new CollabError(kind, data), audience).description,
		);
	expect(of('unavailable', { httpStatus: 503 })).toEqual([
		"Try again later. If it lasts, ask the service's operator.",
		"The next poll tries again. If it lasts, ask the service's operator.",
	]);
	const [raise, keep] = of('unavailable', { reason: 'timeout' });
	expect(raise).toMatch(/ Or raise 'Timeout \(Seconds\)' in the options\.$/);
	expect(keep).not.toMatch(/Timeout/);
	expect(of('unavailable', { reason: 'connectionClosed' }).join()).not.toMatch(/Timeout/);
	for (const kind of ['listKeptChanging', 'listUnstable'] as const) {
		const [again, next] = of(kind);
		expect(again).toMatch(/^Run it again/);
		expect(next).toMatch(/^The next poll tries again\. If it/);
	}
});

it('names options in single quotes, and none that the trigger does not have', () => {
	for (const text of textsFor('trigger')) {
		expect(text).not.toMatch(/Max Concurrent Requests|Timeout|Max Retry Wait|Return All|Sort By/);
	}
	const list = textsFor('list').join('\n');
	for (const name of ['Max Concurrent Requests', 'Timeout (Seconds)', 'Return All', 'Base URL']) {
		expect(list).toContain(`'${name}'`);
		expect(list.replaceAll(`'${name}'`, '')).not.toContain(name);
	}
});

it('distinguishes a list that changes from one that does not agree with itself', () => {
	const data = { rowsRead: 40, totalItems: 50 };
	const changing = messageOf(new CollabError('listKeptChanging', data), 'list');
	expect(changing.message).toMatch(/kept changing.*40 of 50 projects read/);
	const unstable = messageOf(new CollabError('listUnstable', data), 'list');
	expect(unstable.message).toMatch(/do not agree.*40 of 50 projects read/);
	expect(unstable.description).toMatch(/operator.*fixed order/);
});

describe('of a revocation', () => {
	const shown = (kind: ErrorKind, data: ErrorData) =>
		messageOf(new CollabError(kind, { isOfAuthServer: true, token: 'access_token', ...data }));

	it('says which token is left and which is gone', () => {
		const { message, description } = shown('rejected', {
			httpStatus: 400,
			revoked: ['refresh_token'],
		});
		expect(message).toBe(
			'The access token could not be revoked: the authorization server did not accept the request (status 400). The refresh token was revoked before.',
		);
		expect(description).toMatch(/^Check .* the 'Client ID' and the 'Client Secret'/);
		expect(description).toMatch(/ Until the access token is revoked, take it to be valid\.$/);
	});

	it.each<[ErrorKind, ErrorData, RegExp, RegExp]>([
		[
			'redirected',
			{ httpStatus: 302 },
			/: the authorization server redirects .*\.$/,
			/^Check .*URL'/,
		],
		[
			'notFound',
			{ httpStatus: 404 },
			/: the authorization server has nothing at .*404\)\.$/,
			/^Check/,
		],
		['forbidden', { httpStatus: 403 }, /: the authorization .* did not accept .*403\)\.$/, /ID'/],
		[
			'unauthorized',
			{ httpStatus: 401 },
			/did not accept the request \(status 401\)/,
			/^Check .*ID'/,
		],
		['unavailable', {}, /: the authorization server could not be reached\.$/, /^Try again later/],
		['rateLimited', {}, /: the authorization server is limiting/, /^Try again later/],
	])('says what the authorization server did: %s %j', (kind, data, message, description) => {
		const error = shown(kind, data);
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(error.description).toContain('withdraw the access in the service itself');
	});
});
