/** Whatever a service answers: it is accepted as it was sent, or refused in words; and so is whatever else goes wrong. */
import fc from 'fast-check';
import { toCollabError } from '../../../nodes/Collab/client/nodeErrors';
import { parsePage } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { parseBody } from '../../../nodes/Collab/core/requests/body';
import { cases } from '../../random';
import { orError } from '../errorIn';
import { answer, STRICT } from '../../../dev/sandbox/listing';
import { mutation, projectOf, SECRET } from './answers';

function assertWithoutSecret(error: CollabError): void {
	const { message, description } = messageOf(error);
	expect([error.message, message, description].join()).not.toContain(SECRET);
	expect(description).toMatch(/\.$/);
}

function assertReadable(bytes: Buffer): void {
	const page = orError(() => parsePage(parseBody(bytes), { page: 1, perPage: 100 }));
	if (page instanceof CollabError) {
		expect(page.kind).toBe('malformed');
		return assertWithoutSecret(page);
	}
	const { perPage, totalItems, hasNext } = page.pagination;
	expect([perPage, totalItems].every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(
		true,
	);
	expect(typeof hasNext).toBe('boolean');
	expect(page.projects.every(({ id }) => typeof id === 'string' && id !== '')).toBe(true);
	const { data } = JSON.parse(bytes.toString()) as { data: unknown };
	// Integers that JavaScript would round are texts.
	const read = JSON.stringify(page.projects).replace(/"(-?\d{16,})"/g, (_, digits) =>
		JSON.stringify(Number(digits)),
	);
	expect(read).toBe(JSON.stringify(data));
}

it('an answer with other JSON, or other bytes, is accepted as it was sent, or refused', () => {
	const body = fc.nat(5).map((count) => {
		const rows = Array.from({ length: count }, (_row, number) => projectOf(number));
		return structuredClone(answer(count, rows, { page: 1, perPage: 5 }, STRICT));
	});
	const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });
	const mutated = fc.tuple(body, mutations).map(([changed, all]) => {
		for (const mutate of all) mutate(changed);
		return Buffer.from(JSON.stringify(changed) ?? '');
	});
	const damaged = fc.tuple(body, fc.nat(4_000), fc.uint8Array({ maxLength: 4 })).map((given) => {
		const bytes = Buffer.from(JSON.stringify(given[0]));
		bytes.set(given[2], given[1] % (bytes.length - 4));
		return bytes;
	});
	fc.assert(fc.property(fc.oneof(mutated, damaged), assertReadable), cases(200));
});

const value = fc.oneof(
	fc.constantFrom<unknown>(SECRET, '429', 401, 599, 'ECONNRESET', 'HPE_INVALID', 'Z_BUF_ERROR'),
	fc.constantFrom<unknown>('credential-invalid', 'EAUTH', null, undefined, NaN, '', '1e9', -1),
	fc.anything({ withBigInt: true, withNullPrototype: true }),
);
const headers = fc.oneof(value, fc.record({ 'retry-after': value, authorization: value }));
const { error: anyError } = fc.letrec((tie) => ({
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
}));

it('an error is one of the closed list, with words and without a secret, whatever was thrown', () => {
	const property = fc.property(anyError, (thrown) => {
		const error = toCollabError(thrown);
		expect(error).toBeInstanceOf(CollabError);
		expect(error.cause).toBeUndefined();
		assertWithoutSecret(error);
	});
	fc.assert(property, cases(100));
});
