import { BODIES } from '../../../dev/sandbox/options';
import { asSomebody } from '../harness/asSomebody';
import { runCollab } from '../harness/runCollab';
import { start } from './listing';

const LARGE = BODIES.filter((body) => body !== 'normal');

describe.each(LARGE)('a body of kind %s', (body) => {
	// 50 MB after decompression: five times what one answer may have, and little enough to hold by mistake.
	const large = { projects: 5, body, bodyBytes: 50_000_000 };

	it('ends the run in an error that says why, and the service is asked once', async () => {
		const sandbox = await start(large);
		const { error, items } = await runCollab(asSomebody(sandbox, { returnAll: true }));
		expect(error?.message).toContain('10 MB');
		expect(items).toEqual([]);
		expect(sandbox.requests).toHaveLength(1);
	});

	it('does not hide that the key is wrong', async () => {
		const sandbox = await start({ ...large, bodyTargets: ['error'] });
		const { baseUrl } = sandbox;
		const { error } = await runCollab(asSomebody({ baseUrl, apiKey: 'wrong' }));
		expect(error?.message).toContain('credential');
		expect(sandbox.requests).toHaveLength(1);
	});
});
