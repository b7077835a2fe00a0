import fc from 'fast-check';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { toCollabError } from '../../../nodes/Collab/client/nodeErrors';
import { cases, Tally } from '../../random';
import { SECRET } from './mutations';

const value = fc.oneof(
	fc.constantFrom<unknown>(SECRET, '429', 401, 599, 'ECONNRESET', 'HPE_INVALID', 'Z_BUF_ERROR'),
	fc.constantFrom<unknown>('credential-invalid', 'EAUTH', null, undefined, NaN, '', '1e9', -1),
	fc.anything({ withBigInt: true, withNullPrototype: true }),
);
const headers = fc.oneof(value, fc.record({ 'retry-after': value, authorization: value }));
const anyError: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
	error: fc.oneof(
		{ maxDepth: 12 },
		value,
		fc.record(
			{
				message: fc.constant(`Bearer ${SECRET}`),
				code: value,
				httpCode: value,
				failure: fc.oneof(value, fc.record({ cause: value })),
				response: fc.oneof(value, fc.record({ status: value, headers, data: value })),
				cause: tie('error'),
			},
			{ requiredKeys: ['message'] },
		),
	),
})).error;

it('is one of the closed list, with words and without a secret, whatever was thrown', () => {
	const tally = new Tally('fuzzed errors');
	fc.assert(
		fc.property(anyError, (thrown) => {
			const error = toCollabError(thrown);
			expect(error).toBeInstanceOf(CollabError);
			const { message, description } = messageOf(error);
			expect(description).toMatch(/\.$/);
			const { kind, cause } = error;
			expect([error.message, message, description].join()).not.toContain(SECRET);
			expect(cause).toBeUndefined();
			tally.count(kind);
		}),
		cases(100),
	);
	tally.print();
});
