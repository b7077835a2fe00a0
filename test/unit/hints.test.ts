/** What n8n shows beside a result. */
import { hintsOnList } from '../../nodes/Collab/core/messages';
import type { Found } from '../../nodes/Collab/core/query/find';
import { findIn, quietRows } from './list/story';
import { Service } from './service';

const projects = (count: number) => Array.from({ length: count }, (_, id) => ({ id: `p${id}` }));

const found = (given: Partial<Found> = {}): Found => ({
	rows: projects(2),
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

it.each<[Partial<Found>, hasFilters: boolean, hints: string[]]>([
	[{}, false, []],
	[{ totalItems: 1_200, isCut: true, total: 1_200 }, false, ['Showing 2 of 1,200 that match.']],
	[wrong, false, [WRONG]],
	[{ totalItems: 1_200, isCut: true, total: 59 }, true, ['Showing 2 of 59 that match.']],
	[{ ...UNCOUNTED, matchCount: 59 }, true, ['Showing 2; at least 59 match.']],
	[UNCOUNTED, true, ['Showing 2; more may match.']],
])('a list of %j (filters: %p) has the hints %j', (given, hasFilters, hints) => {
	expect(hintsOnList(found(given), hasFilters)).toEqual(hints);
});

it('the hint counts all that was read where the windows are not those asked for', async () => {
	const service = new Service({}, undefined, quietRows(250));
	service.beforeAnswer = (number) => service.behave({ maxPerPage: number > 1 ? 50 : 100 });
	const matches = ({ id }: { id: string }) => id.endsWith('9');
	const hints = hintsOnList(await findIn(service, { matches, limit: 150 }), true);
	expect(hints).toEqual(['250 of 250 projects were read; 25 of them match the filters.']);
});
