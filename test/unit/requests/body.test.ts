import { parseBody } from '../../../nodes/Collab/core/requests/body';
import { ResponseBudget } from '../../../nodes/Collab/core/requests/responseBudget';
import { errorIn } from '../errorIn';

const MB = 1024 * 1024;

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
		expect(budget.allowsRows(1_000_000)).toBe(true);
		expect(budget.allowsRows(1)).toBe(false);
	});
});
