import { expectFailure, listFrom } from './failing';

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
