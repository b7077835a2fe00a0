/** What a pass does about answers that share nothing but rows or sort values of the last run of equal values. */
import { rowsOf, startedPass } from './namedPass';

describe('an answer that shares only a sort value', () => {
	const tied = (from: number, name: string) => rowsOf(from, from + 9, { [from]: name });

	it('is accepted the third time, and from then on at once', () => {
		const pass = startedPass();
		const borders = [1, 2, 3].map(() => pass.sees([2, 9], tied(20, '009')).border);
		expect(borders).toEqual(['none', 'none', 'tied']);
		expect(pass.progress).toMatchObject({ areTiesLoose: true, tiedAnswers: 0, isStrict: false });
		expect(pass.sees([3, 9], tied(40, '028')).border).toBe('tied');
	});

	it('counts only where it follows others of its kind', () => {
		const pass = startedPass();
		const answers = [tied(20, '009'), tied(20, '009'), rowsOf(50, 59), tied(20, '009')];
		expect(answers.map((rows) => pass.sees([2, 9], rows).border)).toEqual(Array(4).fill('none'));
	});
});

describe('a pass that wants strict borders', () => {
	const wantsStrict = true;
	const same = (from: number, to: number) =>
		Object.fromEntries(rowsOf(from, to).map((_, index) => [from + index, 'same']));

	it('reads from before the last run of equal values on', () => {
		const pass = startedPass({ wantsStrict });
		const window = { page: 2, perPage: 8 };
		expect(pass.sees([2, 9], rowsOf(9, 18))).toMatchObject({
			newRows: [],
			border: 'matched',
			readBefore: { window, keepsAnswer: true },
		});
		expect(pass.progress).toMatchObject({ frontier: 10, strictTries: 1 });
	});

	it('accepts at once what shares a row before that run', () => {
		const pass = startedPass({ wantsStrict });
		expect(pass.sees([2, 8], rowsOf(8, 16)).readBefore).toBeUndefined();
		expect(pass.progress.isStrict).toBe(true);
	});

	it('tries three times, and then no more', () => {
		const pass = startedPass({ wantsStrict });
		const isAccepted = () => pass.sees([2, 9], rowsOf(9, 18)).readBefore === undefined;
		expect([1, 2, 3, 4].map(isAccepted)).toEqual([false, false, false, true]);
		expect(pass.sees([2, 9], rowsOf(17, 26)).readBefore).toBeUndefined();
	});

	it.each<[string, boolean, [number, number]]>([
		['at', false, [2, 5]],
		['before', false, [2, 4]],
		['after', true, [3, 4]],
	])('keeps an answer that ends %s the frontier: %s', (_, keepsAnswer, window) => {
		const rows = [...rowsOf(50, 49 + window[1]), ...rowsOf(9, 10)];
		const { readBefore } = startedPass({ wantsStrict }).sees(window, rows);
		expect(readBefore?.keepsAnswer).toBe(keepsAnswer);
	});

	it.each([
		['a run that a window can span', 8, true],
		['a run that no window can span', 9, false],
		['a window of one run', 10, false],
	])('tries after %s, of %i rows: %s', (_, length, triesAgain) => {
		const names = same(10 - length, 10);
		const { readBefore } = startedPass({ wantsStrict }, names).sees([2, 9], rowsOf(9, 18, names));
		expect(readBefore !== undefined).toBe(triesAgain);
	});
});
