import { asSomebody } from '../harness/credentials';
import { expectFailure, listFrom } from '../harness/runCollab';
import { always, serve } from '../harness/scriptedServer';
import { activateTrigger } from '../harness/triggers';

/** n8n reads it when it sends its first request. */
beforeAll(() => (process.env['N8N_SSRF_PROTECTION_ENABLED'] = 'true'));
afterAll(() => delete process.env['N8N_SSRF_PROTECTION_ENABLED']);

const BLOCKED = /^n8n does not allow requests to the service \(SSRF protection\)/;

it.each(['127.0.0.1', 'localhost'])('says that n8n blocks requests to %s', async (host) => {
	const service = await serve(always(200));
	const baseUrl = service.baseUrl.replace('127.0.0.1', host);
	const outcome = await listFrom(baseUrl, { maxRetryWait: 60 });
	expectFailure(outcome, BLOCKED, /Base URL.*N8N_SSRF_ALLOWED_HOSTNAMES/);
	await expect(activateTrigger(asSomebody({ baseUrl }))).rejects.toThrow(BLOCKED);
	expect(service.requests).toEqual([]);
});
