import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { toNodeError } from '../../nodes/Collab/client/nodeErrors';
import type { Context } from '../../nodes/Collab/client/runtime';
import { CollabError, invalidParameter } from '../../nodes/Collab/core/errors';
import { messageOf } from '../../nodes/Collab/core/messages';

const LIST = readFileSync(join(__dirname, '../../nodes/Collab/core/errors.ts'), 'utf8');
/** The members of a type that is a list of words. */
const membersOf = (type: string) => {
	const [, members = ''] = new RegExp(`type ${type} =([^;]+);`).exec(LIST) ?? [];
	return [...members.matchAll(/\| '(\w+)'/g)].map(([, name = '']) => name);
};
const REASONS = {
	unavailable: 'NetworkReason',
	malformed: 'MalformedReason',
	refused: 'OwnReason',
};
const DATA = { label: 'Limit', found: 'text', wanted: 'a list', rowsRead: 40, totalItems: 50 };
const errors = membersOf('ErrorKind').flatMap((kind) => {
	const reasons = membersOf(REASONS[kind as keyof typeof REASONS]);
	const causes = reasons.length > 0 ? reasons.map((reason) => ({ reason })) : [{ httpStatus: 503 }];
	return causes.map((more) => new CollabError(kind as never, { ...DATA, ...(more as object) }));
});
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
