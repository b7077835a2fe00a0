import { type INode, NodeOperationError } from 'n8n-workflow';
import { toNodeError } from '../../nodes/Collab/client/nodeErrors';
import type { Context } from '../../nodes/Collab/client/runtime';
import type { ErrorData, ErrorKind } from '../../nodes/Collab/core/errors';
import { CollabError, invalidParameter } from '../../nodes/Collab/core/errors';
import { messageOf } from '../../nodes/Collab/core/messages';
import { MALFORMED, NETWORK, OWN_TEXTS } from '../../nodes/Collab/core/messages/causes';

const reasons = (texts: object) =>
	Object.keys(texts).map((reason) => ({ reason }) as Pick<ErrorData, 'reason'>);

/** The compiler wants every kind here, and every reason in those tables. */
const KINDS: Record<ErrorKind, readonly ErrorData[]> = {
	...{ unavailable: reasons(NETWORK), malformed: reasons(MALFORMED), refused: reasons(OWN_TEXTS) },
	...{ unauthorized: [{}], forbidden: [{}], notFound: [{}], rejected: [{}], rateLimited: [{}] },
	...{ redirected: [{}], answerTooLarge: [{}], runTooLarge: [{}], unexpected: [{}] },
	...{ tokenNotRenewed: [{}], blocked: [{}], parameterRefused: [{}], listUnstable: [{}] },
	...{ deepPagesRefused: [{}], stampsUnreadable: [{}] },
	...{ notSorted: [{}], impossibleEvent: [{}], tooManyProjects: [{}], stateUnreadable: [{}] },
	noProjectYet: [{}],
};

const DATA = { label: 'Limit', found: 'text', wanted: 'a list', rowsRead: 40, totalItems: 50 };
const errors = Object.entries(KINDS).flatMap(([kind, causes]) =>
	causes.map((more) => new CollabError(kind as ErrorKind, { ...DATA, ...more })),
);
const node = { name: 'Collab', type: 'collab' } as INode;
const context = { getNode: () => node } as Context;

it.each(['run', 'tool', 'trigger', 'setup'] as const)(
	'each error says what happened and what to do, and n8n shows all of it (%s)',
	(audience) => {
		expect(errors.length).toBeGreaterThan(35);
		const shown = errors.map((error) => toNodeError(context, error, audience));
		for (const { message, description } of shown) {
			expect(message).toMatch(/^[A-Zn].*[^. ]$/);
			expect(description).toMatch(/^[A-Zn].*\.$/);
			expect(`${message} ${description}`).not.toMatch(/undefined|NaN| {2}|''/);
		}
		const texts = errors.map((error) => messageOf(error, audience));
		expect(shown.map(({ message, description }) => [message, description])).toEqual(texts);
		expect(new Set(texts.map(([message]) => message)).size).toBe(errors.length);
		expect(JSON.stringify(texts).includes('next poll')).toBe(audience === 'trigger');
		expect(JSON.stringify(texts).includes('Timeout (Seconds)')).toBe(audience === 'run');
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
	const advice = 'Change the value, or the expression that gives it.';
	expect(description).toBe(`It must be a number. It is ${shown}. ${advice}`);
});

it.each([new NodeOperationError(node, 'of n8n'), new TypeError('of nobody')])(
	"n8n's own errors stay as they are: %s",
	(error) => {
		const shown = toNodeError(context, error, 'run', 3);
		expect(shown.message).toBe(error.message);
		expect(shown === error).toBe(!(error instanceof TypeError));
	},
);
