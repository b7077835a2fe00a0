import { setImmediate as nextTurn } from 'node:timers/promises';
import { ask, byId, held, statusesAt } from './answers';
import { Stage } from '../stage';
import { onRequest } from './workflows';

const LIST = '/v1/projects';
const TOKEN = '/oauth/token';
const ALL = { authentication: 'oAuth2', resource: 'project', operation: 'list', returnAll: true };

let stage: Stage;

beforeAll(async () => {
	stage = await Stage.open({ sandbox: { projects: 1234 } });
	await stage.publish(onRequest('all', { ...ALL, output: 'raw' }));
});
afterAll(async () => await stage?.close());

describe('Renews a token', () => {
	it.each(['first', 'second'])(
		'once for all requests of a run, and keeps the new refresh token, for the %s time',
		async () => {
			stage.sandbox.expireAccessTokens();
			stage.sandbox.clearRequests();
			expect(byId(await ask(stage, 'all'))).toEqual(held(stage));
			expect(statusesAt(stage, TOKEN)).toEqual([200]);
		},
	);
});

describe('Renews a token for runs at the same time', () => {
	it('once', async () => {
		stage.sandbox.expireAccessTokens();
		stage.sandbox.clearRequests();
		const runs = await Promise.all([1, 2, 3].map(async () => await ask(stage, 'all')));
		expect(runs.map(byId)).toEqual([held(stage), held(stage), held(stage)]);
		expect(statusesAt(stage, TOKEN)).toEqual([200]);
	});
});

describe('Renews a token amid a list', () => {
	it('once, though several requests find it expired', async () => {
		stage.sandbox.configure({ latencyMs: 300 });
		stage.sandbox.clearRequests();
		const items = ask(stage, 'all');
		while (statusesAt(stage, LIST).length < 6) await nextTurn();
		stage.sandbox.expireAccessTokens();
		expect(byId(await items)).toEqual(held(stage));
		expect(statusesAt(stage, TOKEN)).toEqual([200]);
		const refused = statusesAt(stage, LIST).filter((status) => status === 401);
		// How many are under way is the limiter's decision, but never just one.
		expect(refused.length).toBeGreaterThan(1);
	});
});
