import { parsePage } from '../../nodes/Collab/core/contract';
import { messageOf } from '../../nodes/Collab/core/messages';
import { errorIn } from './errorIn';

const counts = { page: 1, per_page: 20, total_items: 2, total_pages: 1 };
const pagination = { ...counts, has_next: false, has_prev: false };
const paged = (given: object) => ({ data: [], pagination: { ...pagination, ...given } });
const FIRST = { page: 1, perPage: 20 };
const nested = (levels: number): unknown =>
	JSON.parse(`${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}`);

describe('an answer of the service', () => {
	it('is accepted with every project as it was sent: unknown fields, a hundred levels deep', () => {
		const field = [null, true, 1e300, -1e300, 'text', {}, nested(99)];
		const projects = [
			{ id: 'proj_1', labels: ['moon'] },
			{ id: 'proj_2', name: null, field },
		];
		expect(parsePage({ data: projects, pagination }, FIRST)).toEqual({
			rows: projects,
			pagination: { perPage: 20, totalItems: 2, hasNext: false },
		});
	});

	it.each([
		['<html>sk_live_secret</html>', 'it is a string, not a JSON object'],
		[[], 'it is a list, not a JSON object'],
		[{ data: 'sk_live_secret', pagination }, '"data" is a string, not a list of projects'],
		[{ data: [{ id: 'proj_1' }, 'proj_2'], pagination }, 'project 2 of the page is a string'],
		[
			{ data: [{ id: '' }], pagination },
			'the "id" of project 1 of the page is empty, not a string',
		],
		[{ data: [{}], pagination }, 'the "id" of project 1 of the page is missing, not a string'],
		[
			{ data: [{ id: 1 }], pagination },
			'the "id" of project 1 of the page is a number, not a string',
		],
		[
			{ data: [{ id: 'proj_1', field: nested(101) }], pagination },
			'project 1 of the page is nested more than 100 levels deep',
		],
		[{ data: [] }, '"pagination" is missing'],
		[paged({ has_next: 'no' }), '"pagination.has_next" is a string'],
		[
			paged({ total_items: 1e300 }),
			'"pagination.total_items" is a number, not a whole number, 0 or more',
		],
	])('%j is refused without repeating what it holds', (body, what) => {
		const error = errorIn(() => parsePage(body, FIRST));
		const [message] = messageOf(error);
		expect(message).toBe(`The service's answer could not be understood: ${what}`);
		expect(JSON.stringify(error)).not.toContain('secret');
	});
});
