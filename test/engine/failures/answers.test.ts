import { listOf, scriptedServers } from '../harness/scriptedServer';
import { API_KEY, always, expectFailure, listFrom } from './failing';

const serve = scriptedServers();
const project = (number: number) => ({ id: `proj_${number}`, updated_at: '2026-01-01T00:00:00Z' });

describe('an answer that is a refusal', () => {
	it.each([
		[400, /did not accept the request/, /Base URL/],
		[401, /did not accept the credential/, /check the key/],
		[403, /does not allow/, /administrator/],
		[404, /no list of projects at this address/, /Base URL.*ends in \/v1/],
	])('%i: is not tried again', async (status, happened, advice) => {
		const service = await serve(always(status, { error: 'no', echo: API_KEY }));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
		expectFailure(outcome, happened, advice);
		expect(outcome.error).toMatchObject({ httpCode: String(status), name: 'NodeApiError' });
		expect(service.requests).toHaveLength(1);
	});
});

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])('%i is never followed', async (status) => {
		const other = await serve(always(200, listOf([project(1)])));
		const service = await serve(always(status, '', { Location: `${other.baseUrl}/projects` }));
		const outcome = await listFrom(service.baseUrl);
		expectFailure(outcome, /redirects to another address/, /Base URL/);
		expect(service.requests).toHaveLength(1);
		expect(other.requests).toEqual([]);
	});
});

describe('an answer that is not a list of projects', () => {
	const { data, pagination } = listOf([project(1)]);

	it.each([
		['HTML', `<html>Please log in, ${API_KEY}</html>`],
		['nothing', ''],
		['a list', [project(1)]],
		['no "data"', { pagination }],
		['"data" that is no list', { data: { id: 'proj_1' }, pagination }],
		['no "pagination"', { data }],
		[
			'"pagination" without "has_next"',
			{ data, pagination: { ...pagination, has_next: undefined } },
		],
		['"pagination" with a page of text', { data, pagination: { ...pagination, page: '1' } }],
		['a project that is not an object', { data: [project(1), API_KEY], pagination }],
		['a project without "id"', { data: [project(1), { name: 'Nameless' }], pagination }],
	])('%s with status 200', async (_what, body) => {
		const service = await serve(always(200, body));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
		expectFailure(outcome, /could not be understood/, /Base URL/);
		expect(service.requests).toHaveLength(1);
	});

	it('an empty list is no error', async () => {
		const service = await serve(always(200, listOf([])));
		const outcome = await listFrom(service.baseUrl, { parameters: { returnAll: true } });
		expect(outcome.error).toBeUndefined();
		expect(outcome.items).toEqual([]);
		expect(outcome.run.status).toBe('success');
	});
});

describe('an address that would expose the key', () => {
	it.each([
		'http://collab.example.com/v1',
		'http://192.0.2.1/v1',
		'http://localhost.example.com/v1',
	])('%s is refused before anything is sent', async (baseUrl) => {
		const outcome = await listFrom(baseUrl);
		expectFailure(outcome, /http:\/\//, /https:\/\//);
		expect(outcome.error).toMatchObject({ name: 'NodeOperationError' });
	});

	it.each(['', 'collab.example.com/v1', 'ftp://collab.example.com/v1'])(
		'"%s" is not an address of the service',
		async (baseUrl) => {
			expectFailure(await listFrom(baseUrl), /not a web address/, /https:\/\//);
		},
	);

	it.each(['https://me:key@collab.example.com/v1', 'https://collab.example.com/v1?key=key'])(
		'%s holds more than an address',
		async (baseUrl) => {
			expectFailure(await listFrom(baseUrl), /more than an address/, /remove/);
		},
	);
});
