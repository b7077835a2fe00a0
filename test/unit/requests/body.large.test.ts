/** The largest answer that is read. SECURITY.md and the texts of errors name these figures. */
import { parseBody } from '../../../nodes/Collab/core/requests/body';
import { errorIn } from '../errorIn';

const MB = 1024 * 1024;
const MILLION = 1_000_000;

describe('one answer', () => {
	it('may have ten megabytes', () => {
		const text = (bytes: number) => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);
		expect(parseBody(text(10 * MB))).toHaveLength(10 * MB - 2);
		expect(errorIn(() => parseBody(text(10 * MB + 1))).kind).toBe('answerTooLarge');
	});

	it.each([
		['{},', MILLION / 2],
		['[],', MILLION / 2],
		['0,', MILLION],
		['1,1,', MILLION / 2],
	])('may hold a million values, of %s', (values, most) => {
		const list = (count: number) => Buffer.from(`[${values.repeat(count - 1)}0]`);
		expect(parseBody(list(most))).toBeDefined();
		expect(errorIn(() => parseBody(list(most + 1))).kind).toBe('answerTooLarge');
	});
});
