/** What n8n shows beside a result, and what a model or a person who revoked is informed of. */
import {
	hintsOnList,
	hintsOnSummary,
	nextSteps,
	noteOnList,
} from '../../nodes/Collab/core/messages';
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

const WRONG_COUNT =
	'The service says that there are 1,200 projects. Reading the list several times found 2.';
const wrong = { totalItems: 1_200, isCountWrong: true };

describe('the hint on a list', () => {
	it.each([
		[{}, []],
		[{ totalItems: 1_200 }, ["2 of 1,200 projects; turn on 'Return All' to get them all."]],
		[{ projects: [], totalItems: 7 }, []],
		[wrong, [WRONG_COUNT]],
	])('of %j', (given, hints) => {
		expect(hintsOnList(found(given), false)).toEqual(hints);
	});
});

describe('the hint on filters', () => {
	const read = '2 of 1,200 projects were read; 2 of them match the filters.';

	it.each([
		[{ totalItems: 1_200 }, [read]],
		[
			{ totalItems: 1_200, isCut: true },
			[`${read} There may be more: turn on 'Return All' to get them all.`],
		],
		[wrong, [read, WRONG_COUNT]],
	])('with %j', (given, hints) => {
		expect(hintsOnList(found(given), true)).toEqual(hints);
	});
});

describe('the hint on a summary', () => {
	it.each([
		[{}, 2, []],
		[{}, 1, ['2 of 2 projects were read; 1 of them match the filters.']],
		[{ totalItems: 3 }, 2, ['2 of 3 projects were read; 2 of them match the filters.']],
		[
			{ rowsRead: 3, isCountWrong: true },
			3,
			[WRONG_COUNT.replace('1,200', '2').replace('found 2', 'found 3')],
		],
	])('of %j with %i', (given, matchCount, hints) => {
		expect(hintsOnSummary(found(given), matchCount)).toEqual(hints);
	});
});

describe('the note for a model', () => {
	it.each([
		[{}, 'All matching projects: 2.'],
		[{ projects: [] }, 'No project matches.'],
		[wrong, `All matching projects: 2. ${WRONG_COUNT}`],
		[
			{ isCut: true, total: 1_200 },
			'Cut: 2 of 1,200. Ask for a higher limit (at most 100), or narrow the list with other arguments to see the others.',
		],
		[
			{ isCut: true, total: undefined, projects: projects(100) },
			'Cut: 100 of more, how many was not counted. Narrow the list with other arguments to see the others.',
		],
	])('%#', (given, note) => {
		expect(noteOnList(found(given), 100)).toBe(note);
	});
});

describe('after revoking', () => {
	const access = { kind: 'access_token', value: 'A' } as const;
	const refresh = { kind: 'refresh_token', value: 'R' } as const;
	const person = { tokens: [access, refresh], isForServer: false };
	const server = { ...person, isForServer: true };
	const withAccessOnly = { ...person, tokens: [access] };
	const goesOn = /so the access goes on\. To end it, revoke both/;
	const goesOnAlone = /new access token with the client ID .* To end/;
	const hasEnded = /^The access has ended: .* fail until/;
	const ends = /^The access ends at the latest when .* fail until/;

	it.each([
		['the access of an application without a person goes on', [], server, goesOnAlone],
		['the access goes on by a refresh token that is left', ['access_token'], person, goesOn],
		['it has ended where there is no other', ['access_token'], withAccessOnly, hasEnded],
		['it has ended with both', ['refresh_token', 'access_token'], person, hasEnded],
		['it ends with an access token that is left', ['refresh_token'], person, ends],
	] as const)('%s', (_what, revoked, held, words) => {
		expect(nextSteps(revoked, held)).toMatch(words);
	});
});
