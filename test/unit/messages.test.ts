import { CollabError, type ErrorData, type ErrorKind } from '../../nodes/Collab/core/errors';
import type {
	AddressReason,
	MalformedReason,
	NotRevokedReason,
} from '../../nodes/Collab/core/errors';
import { messageOf } from '../../nodes/Collab/core/messages';
import { errorOfNetwork } from '../../nodes/Collab/core/requests/statusError';

const projects = { rowsRead: 40, totalItems: 50 };

/** Every kind there is: a new one without an entry does not compile. Those with reasons are below. */
const KINDS: Record<
	Exclude<ErrorKind, 'malformed' | 'addressRefused' | 'notRevoked'>,
	ErrorData
> = {
	unauthorized: {},
	forbidden: { httpStatus: 403 },
	notFound: { httpStatus: 404 },
	rejected: { httpStatus: 418 },
	rateLimited: { httpStatus: 429, retryAfterMs: 1_000 },
	unavailable: { httpStatus: 503 },
	redirected: { httpStatus: 301 },
	answerTooLarge: {},
	runTooLarge: {},
	unexpected: {},
	blocked: {},
	parameterRefused: { label: 'Limit', wanted: 'a whole number' },
	listKeptChanging: projects,
	listUnstable: projects,
	tooManyProjects: { totalItems: 30_000 },
	listTooLong: { rowsRead: 5_000, totalItems: 10_000 },
	noProjectYet: {},
};
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
const NETWORK = 'ECONNRESET ETIMEDOUT ENOTFOUND EAI_AGAIN EPROTO ECONNREFUSED EHOSTDOWN'.split(' ');
const errors = [
	...Object.entries(KINDS).map(([kind, data]) => new CollabError(kind as ErrorKind, data)),
	...ofReasons('malformed', MALFORMED),
	...ofReasons('addressRefused', ADDRESS),
	...ofReasons('notRevoked', NOT_REVOKED),
	new CollabError('unauthorized', { reason: 'notConnected' }),
	...(['clientRefused', 'scopeRefused'] as const).map(
		(reason) => new CollabError('unauthorized', { isOfAuthServer: true, reason }),
	),
	...NETWORK.map(errorOfNetwork),
];

it('an error names its kind, reason and label for developers, and holds no text for people', () => {
	expect(String(new CollabError('forbidden'))).toBe('CollabError: forbidden');
	const error = new CollabError('malformed', { reason: 'wrongType', ...MALFORMED.wrongType });
	expect(String(error)).toBe('CollabError: malformed, wrongType, "data"');
});

it.each(['list', 'trigger'] as const)(
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
		const options = ['Max Concurrent Requests', 'Timeout (Seconds)', 'Return All'];
		for (const name of [...options, 'Base URL']) {
			expect(texts.replaceAll(`'${name}'`, '')).not.toContain(name);
			const isThere = audience === 'list' || name === 'Base URL';
			expect(texts.includes(`'${name}'`)).toBe(isThere);
		}
		if (audience === 'trigger') expect(texts).not.toMatch(/Timeout|Max Retry Wait|Sort By/);
	},
);

it.each<[ErrorKind, ErrorData, list: RegExp, trigger: RegExp]>([
	[
		'unavailable',
		{ httpStatus: 503 },
		/^Try again later\. If it lasts/,
		/^The next poll tries again/,
	],
	[
		'unavailable',
		{ reason: 'timeout' },
		/ Or raise 'Timeout \(Seconds\)' in the options\.$/,
		/^(?!.*Timeout)/,
	],
	['unavailable', { reason: 'connectionClosed' }, /^(?!.*Timeout)/, /^(?!.*Timeout)/],
	['listKeptChanging', projects, /^Run it again/, /^The next poll tries again\. If it/],
	[
		'listUnstable',
		projects,
		/^Run it again.*operator.*fixed order/,
		/^The next poll tries again\. If/,
	],
])('what to do depends on who reads it: %s %j', (kind, data, list, trigger) => {
	const error = new CollabError(kind, data);
	expect(messageOf(error, 'list').description).toMatch(list);
	expect(messageOf(error, 'trigger').description).toMatch(trigger);
});

it('distinguishes a list that changes from one that does not agree with itself', () => {
	const of = (kind: ErrorKind) => messageOf(new CollabError(kind, projects), 'list').message;
	expect(of('listKeptChanging')).toMatch(/kept changing.*40 of 50 projects read/);
	expect(of('listUnstable')).toMatch(/do not agree.*40 of 50 projects read/);
});

const NOT_ACCEPTED =
	'The access token could not be revoked: the authorization server did not accept the request (status 400). The refresh token was revoked before.';

it.each<[ErrorKind, ErrorData, string | RegExp, RegExp]>([
	[
		'rejected',
		{ httpStatus: 400, revoked: ['refresh_token'] },
		NOT_ACCEPTED,
		/^Check .* the 'Client ID' and the 'Client Secret'/,
	],
	[
		'redirected',
		{ httpStatus: 302 },
		/: the authorization server redirects .*\.$/,
		/^Check .*URL'/,
	],
	['notFound', { httpStatus: 404 }, /: the authorization server has nothing .*404\)\.$/, /^Check/],
	['forbidden', { httpStatus: 403 }, /: the authorization .* did not accept .*403\)\.$/, /ID'/],
	[
		'unauthorized',
		{ httpStatus: 401 },
		/did not accept the request \(status 401\)/,
		/^Check .*ID'/,
	],
	['unavailable', {}, /: the authorization server could not be reached\.$/, /^Try again later/],
	['rateLimited', {}, /: the authorization server is limiting/, /^Try again later/],
])(
	'a revocation says what the authorization server did, and which token is left: %s',
	(kind, data, message, description) => {
		const error = messageOf(
			new CollabError(kind, { isOfAuthServer: true, token: 'access_token', ...data }),
		);
		if (typeof message === 'string') expect(error.message).toBe(message);
		else expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(error.description).toContain('withdraw the access in the service itself');
		expect(error.description).toMatch(/ Until the access token is revoked, take it to be valid\.$/);
	},
);
