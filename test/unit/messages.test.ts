import { CollabError, type ErrorKind, invalidParameter } from '../../nodes/Collab/core/errors';
import { messageOf } from '../../nodes/Collab/core/messages';

/** Every kind there is, and its reasons: a new kind without an entry does not compile. */
const KINDS: Record<ErrorKind, string> = {
	unauthorized: ' notConnected clientRefused scopeRefused',
	forbidden: '',
	notFound: '',
	rejected: '',
	rateLimited: '',
	unavailable:
		' hostNotFound connectionRefused connectionClosed timeout noHttps untrustedCertificate certificateOfOtherHost unreachable proxyFailed',
	redirected: '',
	malformed: 'notJson brokenHttp wrongType noId nestedTooDeep errorAsSuccess',
	answerTooLarge: '',
	runTooLarge: '',
	unexpected: '',
	tokenNotRenewed: '',
	blocked: '',
	refused:
		'notAnAddress plainHttp notAKey timeZone variesByItem asTool notOAuth2 notConfirmed noToken',
	parameterRefused: '',
	listCutShort: '',
	wrongPage: '',
	listUnstable: '',
	tooManyProjects: '',
	stateUnreadable: '',
	noProjectYet: '',
};
const DATA = { label: 'Limit', found: 'text', wanted: 'a list', rowsRead: 40, totalItems: 50 };

const errors = Object.entries(KINDS).flatMap(([kind, reasons]) =>
	reasons.split(' ').map((reason) => {
		const more = reason === '' ? { httpStatus: 503 } : { reason: reason as 'timeout' };
		return new CollabError(kind as ErrorKind, { ...DATA, ...more });
	}),
);

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
		expect(texts.match(/40 of 50 projects read/g)).toHaveLength(2);
		for (const name of ['Timeout (Seconds)', 'Base URL']) {
			expect(texts.replaceAll(`'${name}'`, '')).not.toContain(name);
			expect(texts.includes(`'${name}'`)).toBe(name === 'Base URL' || audience === 'run');
		}
		expect(texts).not.toMatch(/Max (Retry|Concurrent)|Sort By|Return All/);
		expect(texts.includes('next poll')).toBe(audience === 'trigger');
	},
);

it.each([
	['many', "'many'"],
	[['a', 1], '["a",1]'],
	[undefined, 'not set'],
	[null, 'null'],
	[true, 'true'],
	[0.5, '0.5'],
	['x'.repeat(60), `'${'x'.repeat(50)}…'`],
])('a parameter that is %j is shown as it was entered', (value, shown) => {
	const { description } = messageOf(invalidParameter('Limit', 'a number', value));
	expect(description).toMatch(/^It must be a number\. It is /);
	expect(description).toContain(` It is ${shown}. `);
});
