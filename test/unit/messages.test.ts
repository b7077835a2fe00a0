import type { INode } from 'n8n-workflow';
import { toNodeError } from '../../nodes/Collab/client/nodeErrors';
import type { Context } from '../../nodes/Collab/client/runtime';
import { CollabError, type ErrorKind, invalidParameter } from '../../nodes/Collab/core/errors';
import { messageOf } from '../../nodes/Collab/core/messages';

/** Every kind there is, with its reasons: a new kind without an entry does not compile. */
const KINDS: Record<ErrorKind, string> = {
	...{ unauthorized: ' notConnected clientRefused scopeRefused', forbidden: '', notFound: '' },
	...{ rejected: '', rateLimited: '', redirected: '', answerTooLarge: '', runTooLarge: '' },
	...{ unexpected: '', tokenNotRenewed: '', blocked: '', parameterRefused: '', listUnstable: '' },
	...{
		listCutShort: '',
		wrongPage: '',
		tooManyProjects: '',
		stateUnreadable: '',
		noProjectYet: '',
	},
	unavailable:
		' hostNotFound connectionRefused connectionClosed timeout noHttps untrustedCertificate certificateOfOtherHost unreachable proxyFailed',
	malformed: 'notJson brokenHttp wrongType noId nestedTooDeep errorAsSuccess',
	refused:
		'notAnAddress plainHttp notAKey timeZone variesByItem asTool notOAuth2 notConfirmed noToken',
};
const DATA = { label: 'Limit', found: 'text', wanted: 'a list', rowsRead: 40, totalItems: 50 };
const errors = Object.entries(KINDS).flatMap(([kind, reasons]) =>
	reasons.split(' ').map((reason) => {
		const more = reason === '' ? { httpStatus: 503 } : { reason: reason as 'timeout' };
		return new CollabError(kind as ErrorKind, { ...DATA, ...more });
	}),
);
const node = { name: 'Collab', type: 'collab' } as INode;
const context = { getNode: () => node } as Context;

it.each(['run', 'tool', 'trigger', 'setup'] as const)(
	'each error says what happened and what to do, and n8n shows all of it (%s)',
	(audience) => {
		const shown = errors.map((error) => toNodeError(context, error, 0, audience));
		for (const { message, description } of shown) {
			expect(message).toMatch(/^[A-Zn].*[^. ]$/);
			expect(description).toMatch(/^[A-Zn].*\.$/);
			expect(`${message} ${description}`).not.toMatch(/undefined|NaN| {2}|''/);
		}
		const texts = errors.map((error) => messageOf(error, audience));
		expect(shown.map(({ message, description }) => ({ message, description }))).toEqual(texts);
		expect(new Set(texts.map(({ message }) => message)).size).toBe(errors.length);
		expect(JSON.stringify(texts).includes('next poll')).toBe(audience === 'trigger');
	},
);

it.each([
	['many', "'many'"],
	[['a', 1], '["a",1]'],
	[undefined, 'not set'],
	[0.5, '0.5'],
	['x'.repeat(60), `'${'x'.repeat(50)}…'`],
])('a parameter that is %j is shown as it was entered', (value, shown) => {
	const [, description] = messageOf(invalidParameter('Limit', 'a number', value));
	expect(description).toMatch(/^It must be a number\. It is /);
	expect(description).toContain(` It is ${shown}. `);
});
