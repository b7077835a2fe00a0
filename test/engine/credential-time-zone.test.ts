/** Workflows that n8n's API made may have the text DEFAULT as their time zone. n8n's own engine evaluates no expression in them. */
import { Expression } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { asSomebody, connectedTo } from './harness/credentials';
import { runCollab } from './harness/runCollab';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ projects: 3 });
	const memory = { bridgeTimeout: 10_000, bridgeMemoryLimit: 128 };
	await Expression.initExpressionEngine({
		engine: 'quickjs',
		poolSize: 1,
		maxCodeCacheSize: 100,
		...memory,
	});
});
afterAll(async () => {
	await Expression.disposeExpressionEngine();
	await sandbox.close();
});

it.each(['UTC', 'DEFAULT'])(
	'projects are listed with an API key in the time zone %s',
	async (timezone) => {
		const { items, error } = await runCollab({ ...asSomebody(sandbox), timezone });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
	},
);

it('with OAuth2, the error says that the time zone is to be set', async () => {
	const run = await connectedTo(sandbox);
	expect((await runCollab({ ...run, timezone: 'UTC' })).items).toHaveLength(3);
	const { error } = await runCollab({ ...run, timezone: 'DEFAULT' });
	expect(error?.message).toMatch(/workflow's time zone is not valid/);
	expect(error?.description).toMatch(/'Timezone'/);
});
