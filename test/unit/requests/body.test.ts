import { MAX_BODY_BYTES, parseBody } from '../../../nodes/Collab/core/requests/body';
import { errorIn } from '../errorIn';

const bytes = (text: string) => new TextEncoder().encode(text);

it('the body of an answer is JSON in UTF-8', () => {
	expect(parseBody(bytes('{"name":"Müller ✓"}'))).toEqual({ name: 'Müller ✓' });
});

it.each([
	['empty', bytes('')],
	['notUtf8', Uint8Array.of(0x22, 0xff, 0x22)],
	['notJson', bytes('{"data":')],
])('%s: is refused', (reason, body) => {
	expect(errorIn(() => parseBody(body))).toMatchObject({ kind: 'malformed', data: { reason } });
});

it('may have ten megabytes, and no more', () => {
	const text = (length: number) => bytes(`"${'x'.repeat(length - 2)}"`);
	expect(parseBody(text(MAX_BODY_BYTES))).toHaveLength(MAX_BODY_BYTES - 2);
	expect(errorIn(() => parseBody(text(MAX_BODY_BYTES + 1))).kind).toBe('answerTooLarge');
});

it.each([
	['lists', '[],'],
	['objects', '{},'],
	['numbers', '1,1,'],
])('may have a million values, and no more: %s', (_what, two) => {
	const list = (pairs: number) => bytes(`[${two.repeat(pairs)}0]`);
	const { length } = parseBody(list(499_999)) as unknown[];
	expect(length).toBeGreaterThan(499_999);
	expect(errorIn(() => parseBody(list(500_000))).kind).toBe('answerTooLarge');
});
