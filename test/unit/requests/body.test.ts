/** What is read of an answer and of a run, at most. SECURITY.md and the texts of errors name these figures. */
import { parseBody } from '../../../nodes/Collab/core/requests/body';
import { ResponseBudget } from '../../../nodes/Collab/core/requests/responseBudget';
import { errorIn } from '../errorIn';

const MB = 1024 * 1024;
const MILLION = 1_000_000;

it('the body of an answer is JSON in UTF-8', () => {
	expect(parseBody(Buffer.from('{"name":"Müller ✓"}'))).toEqual({ name: 'Müller ✓' });
});

it.each([
	['empty', Buffer.from('')],
	['notJson', Uint8Array.of(0x22, 0xff, 0x22)],
	['notJson', Buffer.from('{"data":')],
])('%s: is refused', (reason, body) => {
	expect(errorIn(() => parseBody(body))).toMatchObject({ kind: 'malformed', data: { reason } });
});

const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
const listOf = (values: string) => (count: number) => `[${values.repeat(count - 1)}0]`;

it.each([
	['ten megabytes', text, 10 * MB],
	['a million values, of objects', listOf('{},'), MILLION / 2],
	['a million values, of lists', listOf('[],'), MILLION / 2],
	['a million values, of numbers', listOf('0,'), MILLION],
	['a million values, of pairs of numbers', listOf('1,1,'), MILLION / 2],
])('one answer may have %s', (_what, make, most) => {
	expect(parseBody(Buffer.from(make(most)))).toBeDefined();
	expect(errorIn(() => parseBody(Buffer.from(make(most + 1)))).kind).toBe('answerTooLarge');
});

it('all answers of a run may have 100 MB, and 2 kB for each row', () => {
	const budget = new ResponseBudget();
	const sizes = [100 * MB, 1, 100 * 2 * 1024 - 1, 1];
	expect(sizes.slice(0, 2).map((bytes) => budget.allowsBytes(bytes))).toEqual([true, false]);
	expect(budget.allowsRows(100)).toBe(true);
	expect(sizes.slice(2).map((bytes) => budget.allowsBytes(bytes))).toEqual([true, false]);
});

it('all answers of a run may have a million rows', () => {
	const budget = new ResponseBudget();
	expect([MILLION, 1].map((rows) => budget.allowsRows(rows))).toEqual([true, false]);
});
