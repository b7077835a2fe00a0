/** What n8n shows beside a result. */
import { hintOnItems, hintsOnList } from '../../nodes/Collab/core/messages';
import { findIn, quietRows } from './list/story';
import { Service } from './service';

const endsWith9 = ({ id }: { readonly id: string }) => id.endsWith('9');
const hasEven = ({ id }: { readonly id: string }) => Number(id.slice(-1)) % 2 === 0;

const ALL = '250 of 250 projects';
it.each([
	['all', Infinity, undefined, []],
	['all that match', 150, endsWith9, [`${ALL} were read; 25 of them match the filters.`]],
	['the first of those that match', 2, endsWith9, ['Showing 2; at least 10 match.']],
	['a page that is full of them', 50, hasEven, ['Showing 50; more may match.']],
])('of 250 projects, a list of %s has its hint', async (_what, limit, matches, hints) => {
	const service = new Service({}, undefined, quietRows(250));
	// The windows are then not those asked for.
	service.beforeAnswer = (number) => service.behave({ maxPerPage: number > 1 ? 50 : 100 });
	const found = await findIn(service, { limit, matches });
	expect(hintsOnList(found, matches !== undefined)).toEqual(hints);
});

it('a total that the whole list contradicts has a hint', async () => {
	const found = await findIn(new Service({}, undefined, quietRows(2)));
	expect(hintsOnList({ ...found, totalItems: 1_200, countsMore: true }, false)).toEqual([
		'The service says that there are 1,200 projects. Reading the list several times found 2.',
	]);
});

it('a hint says for which of several input items it is', () => {
	const items = Array.from({ length: 12 }, (_, index) => index);
	expect([items, [3], items.slice(1)].map((some) => hintOnItems('Cut.', some, 12))).toEqual([
		'Cut.',
		'Item 3: Cut.',
		'Item 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …: Cut.',
	]);
});
