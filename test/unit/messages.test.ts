import {
	CollabError,
	type ErrorData,
	type ErrorKind,
	type MalformedReason,
} from '../../nodes/Collab/core/errors';
import { type Audience, CONNECTION_TEST, messageOf } from '../../nodes/Collab/core/messages';
import { errorOfNetwork, errorOfStatus } from '../../nodes/Collab/core/requests/statusError';

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
	addressRefused: { label: 'Base URL', reason: 'plainHttp' },
	parameterRefused: { label: 'Limit', wanted: 'a whole number' },
	listKeptChanging: { rowsRead: 1, totalItems: 2, requests: 3 },
	listUnstable: { rowsRead: 1, totalItems: 2, requests: 3 },
	notRevoked: { reason: 'asTool' },
	tooManyProjects: { totalItems: 30_000 },
	listTooLong: { rowsRead: 5_000, totalItems: 10_000 },
	noProjectYet: {},
};
/** The same for what an answer may have instead of a list. */
const MALFORMED: Record<MalformedReason, ErrorData> = {
	empty: {},
	notJson: {},
	notUtf8: {},
	brokenHttp: {},
	brokenCompression: {},
	wrongType: { label: '"data"', found: 'text', wanted: 'a list' },
	noId: { row: 3 },
	numberOutOfRange: { row: 3 },
	nestedTooDeep: { row: 3, wanted: '100 levels' },
	prototypeField: { row: 3 },
	webPage: {},
	errorAsSuccess: {},
};
const errors = [
	...Object.entries(MALFORMED).map(
		([reason, data]) =>
			new CollabError('malformed', { ...data, reason: reason as MalformedReason }),
	),
	...Object.entries(KINDS).map(([kind, data]) => new CollabError(kind as ErrorKind, data)),
	...[
		'ECONNRESET',
		'ETIMEDOUT',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EPROTO',
		'ECONNREFUSED',
		'EHOSTDOWN',
	].map(errorOfNetwork),
];

const textsFor = (audience: Audience) =>
	errors.map((error) => {
		const { message, description } = messageOf(error, audience);
		return `${message}. ${description}`;
	});

describe.each(['list', 'revoke', 'trigger'] as const)('what the person sees (%s)', (audience) => {
	it('says what happened and what to do, in whole sentences', () => {
		for (const error of errors) {
			const { message, description } = messageOf(error, audience);
			expect(message).toMatch(/^[A-Z'n].*[^.]$/);
			expect(description).toMatch(/^[A-Z].*\.$/);
			expect(`${message} ${description}`).not.toMatch(
				/undefined|\b(error|failure|mistake|problem)s?\b/i,
			);
		}
	});
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
	const data = { rowsRead: 40, totalItems: 50, requests: 6 };
	const changing = messageOf(new CollabError('listKeptChanging', data), 'list');
	expect(changing.message).toMatch(/kept changing.*40 of 50 projects read in 6 requests/);
	const unstable = messageOf(new CollabError('listUnstable', data), 'list');
	expect(unstable.message).toMatch(/do not agree.*40 of 50 projects read in 6 requests/);
	expect(unstable.description).toMatch(/operator.*fixed order/);
});

it('of a revocation says which token is left and which is gone', () => {
	const { kind, data } = errorOfStatus(400);
	const error = new CollabError(kind, {
		...data,
		token: 'access_token',
		revoked: ['refresh_token'],
	});
	const { message, description } = messageOf(error, 'revoke');
	expect(message).toMatch(/access token could not be revoked.*\(status 400\).*refresh token was/);
	expect(description).toMatch(/Until the access token is revoked, take it to be valid\.$/);
});

it('of a connection test exists for every status', () => {
	for (let status = 300; status < 600; status++) {
		expect(CONNECTION_TEST.other(status)).toContain(String(status));
	}
});

it.each([
	[{}, 'The account has no projects.'],
	[{ status: 'archived' }, 'None of the newest projects has the status archived.'],
	[{ hasFilters: true }, "None of the newest projects matches 'Filters'."],
	[
		{ status: 'active', hasFilters: true },
		"None of the newest projects has the status active and matches 'Filters'.",
	],
] as const)('of a test event without a project says why: %j', (data, why) => {
	const { description } = messageOf(new CollabError('noProjectYet', data), 'trigger');
	expect(description).toMatch(new RegExp(`^${why} Create or change one`));
});
