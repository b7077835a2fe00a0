import { CollabError } from '../../../nodes/Collab/core/errors';
import { parseBody } from '../../../nodes/Collab/core/requests/body';
import { ResponseBudget } from '../../../nodes/Collab/core/requests/responseBudget';

/** SECURITY.md and the texts of errors name these figures. */
const MB = 1024 * 1024;
const MILLION = 1_000_000;

const kindOf = (bytes: Uint8Array): string => {
	try {
		parseBody(bytes);
		return 'accepted';
	} catch (error) {
		return error instanceof CollabError ? error.kind : 'thrown';
	}
};

describe('one answer', () => {
	it('may have ten megabytes', () => {
		const text = (bytes: number) => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);
		expect(kindOf(text(10 * MB))).toBe('accepted');
		expect(kindOf(text(10 * MB + 1))).toBe('answerTooLarge');
	});

	it.each([
		['{},', MILLION / 2],
		['[],', MILLION / 2],
		['0,', MILLION],
	])('may hold a million values, of %s', (value, most) => {
		const list = (count: number) => Buffer.from(`[${value.repeat(count - 1)}0]`);
		expect(kindOf(list(most))).toBe('accepted');
		expect(kindOf(list(most + 1))).toBe('answerTooLarge');
	});
});

describe('all answers of a run', () => {
	it('may have 100 MB, and 2 kB for each row', () => {
		const budget = new ResponseBudget();
		expect(budget.allowsBytes(100 * MB)).toBe(true);
		expect(budget.allowsBytes(1)).toBe(false);
		expect(budget.allowsRows(100)).toBe(true);
		expect(budget.allowsBytes(100 * 2 * 1024 - 1)).toBe(true);
		expect(budget.allowsBytes(1)).toBe(false);
	});

	it('may have a million rows', () => {
		const budget = new ResponseBudget();
		expect(budget.allowsRows(MILLION)).toBe(true);
		expect(budget.allowsRows(1)).toBe(false);
	});
});
