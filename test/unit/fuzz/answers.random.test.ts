/** Whatever a service answers: it is accepted as it was sent, or refused in words; and so is whatever else goes wrong. */
import fc from 'fast-check';
import { toCollabError } from '../../../nodes/Collab/client/nodeErrors';
import { parsePage } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { parseBody } from '../../../nodes/Collab/core/requests/received';
import { cases } from '../../random';
import { orError } from '../errorIn';
import { answer, STRICT } from '../../../dev/sandbox/listing';

/** Stands for anything in an answer that must not be repeated in a message. */
const SECRET = 'secret-in-an-answer';

function assertWithoutSecret(error: CollabError): void {
	const [message, description] = messageOf(error);
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
	expect(page.rows.every(({ id }) => typeof id === 'string' && id !== '')).toBe(true);
	const { data } = JSON.parse(bytes.toString()) as { data: unknown };
	// Integers that JavaScript would round are texts.
	const read = JSON.stringify(page.rows).replace(/"(-?\d{16,})"/g, (_, digits) =>
		JSON.stringify(Number(digits)),
	);
	expect(read).toBe(JSON.stringify(data));
}

const strange = fc.oneof(
	fc.constantFrom<unknown>(SECRET, undefined, '\ud800', 'x'.repeat(9999), 2 ** 53, 1e300, -0, 0.5),
	fc.constant(JSON.parse('{"__proto__":{"id":"proj_1"}}')),
	fc.jsonValue(),
);
/** Mostly what the service sends, now and then anything. */
const nearly = (usual: fc.Arbitrary<unknown>) =>
	fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: strange });

const nearlyLike = (given: object) => {
	const fields = Object.entries(given).map(([name, value]) => [name, nearly(fc.constant(value))]);
	return nearly(fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>));
};
const project = nearlyLike({ id: 'proj_1', name: 'Ärger 🚀', description: null, task_count: 8 });
const { pagination } = answer(1, [], { page: 1, perPage: 5 }, STRICT);
const body = fc.record({
	data: nearly(fc.array(project, { maxLength: 5 })),
	pagination: nearlyLike(pagination),
});

it('an answer with other JSON, or other bytes, is accepted as it was sent, or refused', () => {
	const changed = nearly(body).map((given) => Buffer.from(JSON.stringify(given) ?? ''));
	const bytes = fc.uint8Array({ maxLength: 4 });
	const damaged = fc.tuple(body, fc.nat(4_000), bytes).map(([given, at, others]) => {
		const sent = Buffer.from(JSON.stringify(given));
		sent.set(others.slice(0, sent.length), at % Math.max(1, sent.length - others.length));
		return sent;
	});
	fc.assert(fc.property(fc.oneof(changed, damaged), assertReadable), cases(200));
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
