/** How the different words of one field are numbered and saved. */
import {
	isSavedColumn,
	SavedWords,
	WordColumn,
} from '../../../nodes/Collab/core/changes/wordColumn';

function columnOf(words: readonly string[]): WordColumn {
	const column = new WordColumn();
	for (const word of words) column.add(word);
	return column;
}

const READ = 'reads each word back by its number, and all numbers are below the bound';

describe('numbers from 0 to 9999', () => {
	test.each([
		[['0'], 1],
		[['0', '1', '2'], 3],
		[['3', '0'], 4],
		[['5', '0', '3', '5'], 6],
		[[], 0],
	])('%j are saved as the number that all are below', (words, below) => {
		const column = columnOf(words);
		expect(column.toSaved()).toBe(below);
		expect(words.map((word) => column.numberOf(word))).toEqual(words.map(Number));
		expect(column.bound).toBe(Math.max(1, below));
		expect(column.bytes).toBe('10000'.length);
	});

	test.each([[['4', '0']], [['9999']], [['0', '1', '6']]])(
		'%j, far apart, are saved as a list',
		(words) => {
			expect(columnOf(words).toSaved()).toBe(words.join('\n'));
		},
	);
});

test.each([
	[['"a"', '"b"', '"a"'], '"a"\n"b"', 7 + 7],
	[['0', '', '1'], '0\n\n1', 3 + 2 + 3],
	[['0', '01'], '0\n01', 3 + 4],
	[['-0', '0', '1.0'], '-0\n0\n1.0', 4 + 3 + 5],
	[['ü'], 'ü', 4],
])('other words %j are saved as a list', (words, saved, bytes) => {
	const column = columnOf(words);
	const different = [...new Set(words)];
	expect([column.toSaved(), column.bound]).toEqual([saved, different.length]);
	expect(different.map((word) => column.numberOf(word))).toEqual([...different.keys()]);
	expect(column.bytes).toBe(bytes);
});

test.each<[string[]]>([[['7']], [['0', '1']], [['3', '0', '2']], [['4', '0']], [['x', '', '1']]])(
	`${READ}: %j`,
	(words) => {
		const column = columnOf(words);
		const saved = new SavedWords(column.toSaved());
		expect(words.map((word) => saved.wordAt(column.numberOf(word)))).toEqual(words);
		expect(saved.bound).toBe(column.bound);
	},
);

test('a saved column has a bound of at least 1, and no word for other numbers', () => {
	const bounds = [0, 1, 7, '', 'a\nb'].map((saved) => new SavedWords(saved).bound);
	expect(bounds).toEqual([1, 1, 7, 1, 2]);
	expect(new SavedWords('a\nb').wordAt(2)).toBe('');
});

test('any text and the whole numbers from 0 to 10,000 are saved columns, and nothing else', () => {
	expect(['', 'a', '-1', 0, 1, 10_000].every(isSavedColumn)).toBe(true);
	const others = [-1, 10_001, 1.5, NaN, Infinity, null, undefined, true, [5], {}];
	expect(others.filter(isSavedColumn)).toEqual([]);
});
