import { createCredential, testCredential } from '../../../dev/host/credentials';
import { by, rowsOf } from '../stage';
import { stage, store } from './stage';

it('both credentials pass their test; of a wrong key and of a service that is down it says in words what is wrong', async () => {
	const { credentials, sandbox, session } = stage;
	const keyAt = async (baseUrl: string) => {
		const data = { baseUrl, apiKey: 'wrong' };
		return await createCredential(session, { name: 'Wrong', type: 'collabApi', data });
	};
	// One after the other: n8n mixes up tests that run at the same time.
	for (const [credential, outcome] of [
		[credentials.apiKey, /^OK: .*successful/],
		[credentials.oAuth2, /^OK: .*successful/],
		[await keyAt(sandbox.baseUrl), /^Error: .*did not accept the credential\. Check the key/],
		[await keyAt('http://127.0.0.1:1/v1'), /^Error: .*refused the connection\. Try again later/],
	] as const) {
		const { status, message } = await testCredential(session, credential);
		expect(`${status}: ${message}`).toMatch(outcome);
	}
});

it('an application without a person gets its token', async () => {
	const { baseUrl, authServerUrl, clientId, clientSecret } = stage.sandbox;
	const access = { grantType: 'clientCredentials', scope: 'read', clientId, clientSecret };
	const data = { baseUrl, authServerUrl, ...access };
	const application = { name: 'Application', type: 'collabOAuth2Api', data };
	const credential = await createCredential(stage.session, application);
	expect(rowsOf(await stage.runNode(credential, { limit: 3 }), 'Collab')).toHaveLength(3);
});

it.each(['apiKey', 'oAuth2'] as const)('all projects come with %s, each whole', async (kind) => {
	const parameters = { returnAll: true, output: 'raw' };
	const listed = rowsOf(await stage.runNode(stage.credentials[kind], parameters), 'Collab');
	expect(by('id', listed)).toEqual(by('id', store().all()));
});
