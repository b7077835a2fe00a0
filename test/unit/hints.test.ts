/** What n8n shows beside a result, and what a model is informed of. */
import * as messages from '../../nodes/Collab/core/messages';
import type { Found } from '../../nodes/Collab/core/query/find';

const projects = (count: number) => Array.from({ length: count }, (_, id) => ({ id: `p${id}` }));

const found = (given: Partial<Found> = {}): Found => ({
	projects: projects(2),
	rowsRead: 2,
	totalItems: 2,
	isCountWrong: false,
	isCut: false,
	matchCount: 2,
	total: 2,
	...given,
});

const wrong = { totalItems: 1_200, isCountWrong: true };
const WRONG =
	'The service says that there are 1,200 projects. Reading the list several times found 2.';
const UNCOUNTED = { totalItems: 1_200, isCut: true, total: undefined };
const READ = '2 of 1,200 projects were read; 2 of them match the filters.';

it.each<[Partial<Found>, hasFilters: boolean, hints: string[]]>([
	[{}, false, []],
	[{ totalItems: 1_200 }, false, ['The service counts 1,200 projects in all.']],
	[{ projects: [], totalItems: 7 }, false, []],
	[wrong, false, [WRONG]],
	[{ totalItems: 1_200 }, true, [READ]],
	[{ totalItems: 1_200, isCut: true, total: 59 }, true, ['Showing 2 of 59 that match.']],
	[{ ...UNCOUNTED, matchCount: 59 }, true, ['Showing 2; at least 59 match.']],
	[UNCOUNTED, true, ['Showing 2; more may match.']],
	[wrong, true, [READ, WRONG]],
])('a list of %j (filters: %p) has the hints %j', (given, hasFilters, hints) => {
	expect(messages.hintsOnList(found(given), hasFilters)).toEqual(hints);
});

it.each<[Partial<Found>, hasFilters: boolean, hints: string[]]>([
	[{}, false, []],
	[{ totalItems: 3 }, false, []],
	[{ matchCount: 1 }, true, ['2 of 2 projects were read; 1 of them match the filters.']],
	[{ totalItems: 3 }, true, ['2 of 3 projects were read; 2 of them match the filters.']],
	[wrong, false, [WRONG]],
])('a summary of %j, with filters %p, has the hints %j', (given, hasFilters, hints) => {
	expect(messages.hintsOnList(found({ ...given, projects: [] }), hasFilters)).toEqual(hints);
});

const MOST = { projects: 100, characters: 100_000 };
const OTHERS =
	'An answer has at most 100,000 characters. Narrow the list with other arguments, or ask for a higher limit (at most 100), to see the others.';

it.each<[Partial<Found>, returned: number, string]>([
	[{}, 2, 'All matching projects: 2.'],
	[{ projects: [] }, 0, 'No project matches.'],
	[wrong, 2, `All matching projects: 2. ${WRONG}`],
	[{ isCut: true, total: 1_200 }, 2, `Cut: 2 of 1,200. ${OTHERS}`],
	[{ isCut: true, total: undefined }, 2, `Cut: 2 of more, how many was not counted. ${OTHERS}`],
	[{}, 1, `Cut: 1 of 2. ${OTHERS}`],
])('the note for a model says how many are left out: %#', (given, returned, note) => {
	expect(messages.noteOnList(found(given), returned, MOST)).toBe(note);
});
