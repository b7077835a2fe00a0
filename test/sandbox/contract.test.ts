import { validateAnswer, validateListRequest } from '../../dev/sandbox/contract';
import { readDocument } from '../../dev/sandbox/contract/document';
import { statementsIn } from './statements';

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

/** What the specification states (sections 2, 4 and 7), written down by hand from it. */
const SPECIFIED = [
	...['page', 'per_page', 'status', 'sort_by', 'order'].map((name) => `GET /v1/projects ?${name}`),
	...[200, 401, 403, 429].map((status) => `GET /v1/projects ${status}`),
	...['client_id', 'redirect_uri', 'response_type', 'scope'].map(
		(name) => `GET /oauth/authorize ?${name}`,
	),
	'POST /oauth/token 200',
	...['token', 'token_type_hint', 'client_id', 'client_secret'].map(
		(name) => `POST /oauth/revoke .${name}`,
	),
	...['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'refresh_token'].map(
		(name) => `TokenRequest .${name}`,
	),
	...['access_token', 'token_type', 'expires_in', 'refresh_token'].map((name) => `Token .${name}`),
	...['data', 'pagination'].map((name) => `ProjectList .${name}`),
	...['page', 'per_page', 'total_items', 'total_pages', 'has_next', 'has_prev'].map(
		(name) => `Pagination .${name}`,
	),
	...['id', 'name', 'description', 'status', 'created_at', 'updated_at', 'owner_id'].map(
		(name) => `Project .${name}`,
	),
	...['member_count', 'task_count', 'completed_task_count', 'start_date', 'end_date'].map(
		(name) => `Project .${name}`,
	),
	// Keywords: defaults and limits (sections 4.1 and 8), and which values there are.
	'GET /v1/projects ?page default',
	'GET /v1/projects ?per_page default',
	'GET /v1/projects ?per_page maximum',
	'GET /v1/projects ?order default',
	...['status', 'sort_by', 'order'].map((name) => `GET /v1/projects ?${name} enum`),
	'GET /oauth/authorize ?response_type const',
	'Token .token_type const',
	'TokenRequest .grant_type enum',
	'Pagination .per_page maximum',
	'ProjectList .data maxItems',
	'Project .id pattern',
	'Project .owner_id pattern',
];

describe('what the interface’s document adds to the specification', () => {
	const { specified, added } = statementsIn(readDocument());

	it('is marked, and nothing else is', () => {
		expect([...specified].sort()).toEqual([...SPECIFIED].sort());
	});

	it('says where it comes from', () => {
		expect(added.size).toBeGreaterThan(30);
		for (const [statement, source] of added) {
			expect([statement, source]).toEqual([
				statement,
				expect.stringMatching(/^(RFC \d{4}, |The specification )|^keyword$/),
			]);
		}
	});
});
