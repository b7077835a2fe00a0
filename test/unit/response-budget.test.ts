import { CollabError } from '../../nodes/Collab/core/errors';
import { MAX_BODY_BYTES, parseBody } from '../../nodes/Collab/core/requests/body';
import {
	BASE_BYTES,
	BYTES_PER_ROW,
	MAX_ROWS,
	ResponseBudget,
} from '../../nodes/Collab/core/requests/responseBudget';

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
		expect(kindOf(text(MAX_BODY_BYTES))).toBe('accepted');
		expect(kindOf(text(MAX_BODY_BYTES + 1))).toBe('answerTooLarge');
	});

	it.each(['{},', '[],', '0,'])('may not hold millions of %s', (value) => {
		const list = (count: number) => Buffer.from(`[${value.repeat(count)}0]`);
		expect(kindOf(list(400_000))).toBe('accepted');
		expect(kindOf(list(1_100_000))).toBe('answerTooLarge');
	});
});

describe('all answers of a run', () => {
	it('may have 100 MB, and 2 kB for each row', () => {
		const budget = new ResponseBudget();
		expect(budget.allowsBytes(BASE_BYTES)).toBe(true);
		expect(budget.allowsBytes(1)).toBe(false);
		expect(budget.allowsRows(100)).toBe(true);
		expect(budget.allowsBytes(100 * BYTES_PER_ROW - 1)).toBe(true);
		expect(budget.allowsBytes(1)).toBe(false);
	});

	it('may have a million rows', () => {
		const budget = new ResponseBudget();
		expect(budget.allowsRows(MAX_ROWS)).toBe(true);
		expect(budget.allowsRows(1)).toBe(false);
	});
});
