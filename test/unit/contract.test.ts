import { parsePage, toQuery } from '../../nodes/Collab/core/contract';
import { messageOf } from '../../nodes/Collab/core/messages';
import { evaluationTimeIn } from '../../nodes/Collab/core/query/computedFields';
import { itemFormatter, type Output } from '../../nodes/Collab/core/query/itemFormat';
import { errorIn } from './errorIn';

const OUTPUTS: Output[] = [
	{ kind: 'raw' },
	{ kind: 'simplified' },
	{ kind: 'selected', fields: ['__proto__', 'name', 'task_count'] },
];

const pagination = {
	page: 1,
	per_page: 20,
	total_items: 2,
	total_pages: 1,
	has_next: false,
	has_prev: false,
};

const refusalOf = (body: unknown) => errorIn(() => parsePage(body));
const refusedAs = (what: string) => `The service's answer could not be understood: ${what}`;

describe('an answer of the service', () => {
	it('is accepted with every project as it was sent, unknown fields included', () => {
		const projects = [
			{ id: 'proj_1', name: 'Apollo', labels: ['moon'] },
			{ id: 'proj_2', description: null },
		];
		expect(parsePage({ data: projects, pagination })).toEqual({
			projects,
			pagination: { perPage: 20, totalItems: 2, hasNext: false },
		});
	});

	it.each([
		['<html>Sign in</html>', 'it is a string, not a JSON object'],
		[null, 'it is null, not a JSON object'],
		[[], 'it is a list, not a JSON object'],
		[{ pagination }, '"data" is missing, not a list of projects'],
		[{ data: {}, pagination }, '"data" is an object, not a list of projects'],
		[{ data: [{ id: 'proj_1' }, 'proj_2'], pagination }, 'project 2 of the page is a string'],
		[{ data: [{ name: 'Apollo' }], pagination }, 'project 1 of the page has no "id"'],
		[{ data: [{ id: '' }], pagination }, 'project 1 of the page has no "id"'],
		[{ data: [{ id: 7 }], pagination }, 'project 1 of the page has no "id"'],
		[{ data: [] }, '"pagination" is missing'],
	])('%j is refused', (body, what) => {
		expect(messageOf(refusalOf(body)).message).toBe(refusedAs(what));
	});

	it.each([
		[{ has_next: 'no' }, '"pagination.has_next" is a string'],
		[{ per_page: -1 }, '"pagination.per_page" is a number out of range'],
		[{ total_items: 1e300 }, '"pagination.total_items" is a number out of range'],
		[{ total_items: null }, '"pagination.total_items" is null'],
	])('with %j as pagination is refused', (given, what) => {
		const body = { data: [], pagination: { ...pagination, ...given } };
		expect(messageOf(refusalOf(body)).message).toBe(refusedAs(what));
	});

	const nested = (levels: number) => `${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}`;

	it('with a project that is nested more than a hundred levels deep is refused', () => {
		const text = `{"data":[{"id":"proj_1"},{"id":"proj_2","field":${nested(101)}}]}`;
		const body = { ...(JSON.parse(text) as object), pagination };
		expect(messageOf(refusalOf(body)).message).toBe(
			refusedAs('project 2 of the page is nested more than 100 levels deep'),
		);
	});

	it('may be nested a hundred levels deep, and hold whatever else JSON has', () => {
		const field = [null, true, 1e300, -1e300, 'text', {}, JSON.parse(nested(99))] as unknown;
		const body = { data: [{ id: 'proj_1', field }], pagination };
		expect(parsePage(body).projects).toEqual(body.data);
	});

	it.each(OUTPUTS)(
		'may hold any name and number: %j gives them, and no other prototype',
		(output) => {
			const text = `{"data":[{"id":"proj_1","__proto__":{"name":"Polluted"},"task_count":1e999}],"pagination":${JSON.stringify(pagination)}}`;
			const [project] = parsePage(JSON.parse(text)).projects;
			const at = evaluationTimeIn('UTC', 0);
			for (const format of [itemFormatter(output), itemFormatter(output, at)]) {
				const item = format(project ?? { id: '' });
				expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
				expect(JSON.stringify(item)).toContain('"task_count":null');
				expect(Object.keys(item).includes('__proto__')).toBe(output.kind !== 'simplified');
				expect(item['name'] ?? null).toBeNull();
			}
			expect(Object.getPrototypeOf({})).toBe(Object.prototype);
			expect({}).not.toHaveProperty('name');
		},
	);

	it('is refused without repeating what it holds', () => {
		const error = refusalOf({ data: 'sk_live_secret', pagination });
		const { message } = messageOf(error);
		expect(JSON.stringify(error)).not.toContain('sk_live_secret');
		expect(message).toContain('"data" is a string');
		expect(message).not.toContain('sk_live_secret');
	});
});

describe('a query', () => {
	it('names every field, so that nothing depends on the defaults of the service', () => {
		const listing = { status: 'all', sortBy: 'name', order: 'asc' } as const;
		expect(toQuery(listing, { page: 3, perPage: 99 })).toEqual({
			page: 3,
			per_page: 99,
			status: 'all',
			sort_by: 'name',
			order: 'asc',
		});
	});
});
