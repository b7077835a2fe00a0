/** n8n's API makes workflows with the text DEFAULT as their time zone, in which n8n's own engine evaluates no expression. */
import { Expression } from 'n8n-workflow';
import { connected } from './harness/credentials';
import { expectFailure, runCollab } from './harness/runCollab';
import { always, listOf, serve } from './harness/scriptedServer';

beforeAll(async () => {
	const limits = { bridgeTimeout: 10_000, bridgeMemoryLimit: 128, maxCodeCacheSize: 100 };
	await Expression.initExpressionEngine({ engine: 'quickjs', poolSize: 1, ...limits });
});
afterAll(async () => await Expression.disposeExpressionEngine());

it.each(['apiKey', 'oAuth2'])(
	'in the time zone DEFAULT, %s says that a zone is to be set',
	async (authentication) => {
		const service = await serve(always(200, listOf([{ id: 'proj_1' }])));
		const listIn = async (timezone: string) =>
			await runCollab({ ...connected(service, { authentication }), timezone });
		expect((await listIn('UTC')).items).toHaveLength(1);
		expectFailure(await listIn('DEFAULT'), /workflow's time zone is not valid/, /'Timezone'/);
	},
);
