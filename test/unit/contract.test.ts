import { parsePage } from '../../nodes/Collab/core/contract';
import { messageOf } from '../../nodes/Collab/core/messages';
import { errorIn } from './errorIn';

const counts = { page: 1, per_page: 20, total_items: 2, total_pages: 1 };
const pagination = { ...counts, has_next: false, has_prev: false };
const paged = (given: object) => ({ data: [], pagination: { ...pagination, ...given } });
const FIRST = { page: 1, perPage: 20 };

const TOTAL = '"pagination.total_items"';
const WHOLE = 'not a whole number, 0 or more';

it('an answer is accepted with every project as it was sent: unknown fields, too', () => {
	const field = [null, true, 1e300, -1e300, 'text', {}, [[[1]]]];
	const projects = [
		{ id: 'proj_1', labels: ['moon'] },
		{ id: 'proj_2', name: null, field },
	];
	expect(parsePage({ data: projects, pagination }, FIRST)).toEqual({
		rows: projects,
		pagination: { perPage: 20, totalItems: 2, hasNext: false },
	});
});

it.each<[what: string, given: object]>([
	['counts as text', paged({ page: '1', per_page: '20', total_items: '0' })],
	['null for no rows', { ...paged({ total_items: 0 }), data: null }],
	['null for their count', paged({ total_items: null })],
	['a next page of none', paged({ total_items: 0, has_next: true })],
])('an answer is accepted with %s', (_what, body) => {
	const counted = { perPage: 20, totalItems: 0, hasNext: false };
	expect(parsePage(body, FIRST)).toEqual({ rows: [], pagination: counted });
});

it.each<[page: number, given: object]>([
	[7, paged({ page: 7, has_next: true, total_items: 0 })],
	[1, { ...paged({ has_next: true }), data: [{ id: 'proj_1' }] }],
])('there is a page after %d where an answer says so, and is not of no rows', (page, body) => {
	expect(parsePage(body, { ...FIRST, page }).pagination.hasNext).toBe(true);
});

const holding = (...data: unknown[]) => ({ data, pagination });
it.each([
	['<html>sk_live_secret</html>', 'it is a string, not a JSON object'],
	[[], 'it is a list, not a JSON object'],
	[{ data: 'sk_live_secret', pagination }, '"data" is a string, not a list of projects'],
	[holding({ id: 'proj_1' }, 'proj_2'), 'project 2 of the page is a string'],
	[holding({ id: '' }), 'the "id" of project 1 of the page is empty, not a string'],
	[holding({}), 'the "id" of project 1 of the page is missing, not a string'],
	[holding({ id: 1 }), 'the "id" of project 1 of the page is a number, not a string'],
	[{ data: [] }, '"pagination" is missing'],
	[
		paged({ page: 2 }),
		'"pagination.page" is 2, not 1 (a cache or proxy may ignore the page number)',
	],
	[paged({ has_next: 'no' }), '"pagination.has_next" is a string'],
	[{ ...paged({ total_items: null }), data: [{ id: '1' }] }, `${TOTAL} is null, ${WHOLE}`],
	[paged({ total_items: 1e300 }), `${TOTAL} is a number, ${WHOLE}`],
])('an answer like %j is refused without repeating what it holds', (body, what) => {
	const error = errorIn(() => parsePage(body, FIRST));
	const [message] = messageOf(error);
	expect(message).toBe(`The service's answer could not be understood: ${what}`);
	expect(JSON.stringify(error)).not.toContain('secret');
});
