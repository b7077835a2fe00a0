import { validateAnswer, validateListRequest } from '../../dev/sandbox/contract';

const answer = (status: number, body: unknown) =>
	validateAnswer({ path: '/v1/projects', method: 'GET', status, body });

describe('the interface’s document', () => {
	it('accepts what the specification allows to ask', () => {
		expect(validateListRequest({})).toEqual([]);
		const query = { page: '2', per_page: 100, status: 'all', sort_by: 'name', order: 'asc' };
		expect(validateListRequest(query)).toEqual([]);
	});

	it.each([
		{ per_page: 101 },
		{ page: 0 },
		{ status: 'completed' },
		{ sort_by: 'id' },
		{ order: 'up' },
		{ limit: 5 },
	])('finds fault with the query %j', (query) => {
		expect(validateListRequest(query)).toHaveLength(1);
	});

	it('finds fault with answers of another shape', () => {
		expect(answer(200, { data: [] })).toEqual([expect.stringContaining('pagination')]);
		expect(answer(401, 'Unauthorized')).not.toEqual([]);
		expect(answer(418, {})).toEqual(['The interface knows no status 418 for GET /v1/projects']);
	});
});
