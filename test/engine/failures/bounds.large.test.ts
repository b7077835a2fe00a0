import { fatPage } from '../harness/hostileAnswers';
import { scriptedServers } from '../harness/scriptedServer';
import { expectFailure, listFrom } from '../harness/outcomes';

const serve = scriptedServers();

it('what several input items receive together is bounded: the run fails with what it read so far', async () => {
	const service = await serve(fatPage);
	const items = Array.from({ length: 30 }, () => ({}));
	const outcome = await listFrom(service.baseUrl, { items, parameters: { limit: 100 } });
	expect(outcome.error?.message).toMatch(/too large together/);
	// 100 MB are 21 pages of 5 MB; up to 16 more may be under way when they have come.
	expect(service.requests.length).toBeLessThan(38);
});

it('large pages that never end are bounded: the run fails, and says to turn off Return All', async () => {
	const service = await serve(fatPage);
	const outcome = await listFrom(service.baseUrl, { parameters: { returnAll: true } });
	expectFailure(outcome, /too large together/, /Return All/);
	expect(service.requests.length).toBeLessThan(60);
});
