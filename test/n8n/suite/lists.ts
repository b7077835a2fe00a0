import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Credential } from '../../../dev/host/credentials';
import { by, rowsOf } from '../stage';
import { stage, store } from './stage';

/** All projects with all fields, by ID: what a list gives, and what the service holds. */
const list = async (credential: Credential = stage.credentials.oAuth2) =>
	by('id', rowsOf(await stage.runNode(credential, { returnAll: true, output: 'raw' }), 'Collab'));
const held = () => by('id', store().all());

describe('Lists', () => {
	beforeEach(() => stage.sandbox.clearRequests());

	it.each(['apiKey', 'oAuth2'] as const)('all projects come with %s, each whole', async (kind) => {
		expect(await list(stage.credentials[kind])).toEqual(held());
	});

	it('a token that expires under three runs is refreshed once, though many requests find it expired', async () => {
		stage.sandbox.behavior.latencyMs = 300;
		const listing = Promise.all([list(), list(), list()]);
		const statuses = () => stage.statusesAt('/v1/projects');
		while (statuses().length < 9) await Promise.race([nextTurn(), listing]);
		stage.sandbox.expireAccessTokens();
		expect(await listing).toEqual([held(), held(), held()]);
		stage.sandbox.behavior.latencyMs = 0;
		expect(stage.statusesAt('/oauth/token')).toEqual([200]);
		// How many are under way is the limiter's decision, but never just one.
		expect(statuses().filter((status) => status === 401).length).toBeGreaterThan(1);
	});
});
