import { scriptedServers } from '../harness/scriptedServer';
import { always, expectFailure, listFrom, thenRecovers } from './failing';

const serve = scriptedServers();

describe('a service that is not available', () => {
	const soon = { 'Retry-After': '0.01' };

	it.each([500, 502, 503, 504])('%i: is asked again', async (status) => {
		const service = await serve(thenRecovers(2, always(status, 'Oops', soon)));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
		expect(outcome.items).toMatchObject([{ json: { id: 'proj_1' } }]);
		expect(service.requests).toHaveLength(3);
	});

	it.each([500, 502, 503, 504])('%i for ever: fails after a few tries', async (status) => {
		const service = await serve(always(status, '<html>Oops</html>', soon));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
		expectFailure(outcome, new RegExp(`not available.*${status}`), /Try again later/);
		expect(outcome.error).toMatchObject({ httpCode: String(status) });
		expect(service.requests).toHaveLength(5);
	});

	it('refuses the connection', async () => {
		const service = await serve(always(200));
		await service.close();
		const outcome = await listFrom(service.baseUrl);
		expectFailure(outcome, /refused the connection/, /Base URL/);
	});

	it('resets the connection', async () => {
		const service = await serve((response) => response.socket?.resetAndDestroy());
		const outcome = await listFrom(service.baseUrl);
		expectFailure(outcome, /closed the connection/, /Try again later/);
	});

	it('closes the connection in the middle of its answer', async () => {
		const service = await serve((response) => {
			response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
			response.write('{"data":[{"id":"proj_1"}', () => response.socket?.destroy());
		});
		const outcome = await listFrom(service.baseUrl);
		expectFailure(outcome, /closed the connection/, /Try again later/);
	});

	it('is asked again after a dropped connection', async () => {
		const service = await serve(thenRecovers(1, (response) => response.socket?.destroy()));
		const outcome = await listFrom(service.baseUrl, { options: { maxRetryWait: 60 } });
		expect(outcome.items).toMatchObject([{ json: { id: 'proj_1' } }]);
	});

	it('does not answer in time', async () => {
		const service = await serve(() => undefined);
		const outcome = await listFrom(service.baseUrl, { options: { timeout: 0.1 } });
		expectFailure(outcome, /did not answer in time/, /Timeout/);
	});

	it('has a host name that does not exist', async () => {
		const outcome = await listFrom('https://collab.invalid/v1');
		expectFailure(outcome, /host name could not be/, /host name|name server/);
	});
});
