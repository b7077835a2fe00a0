/**
 * An attack on the secrets in a real n8n: the service gets them with every request, and repeats them in every answer. None
 * may come to stand in what a run shows and keeps, in n8n's log, or in any file of n8n.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testCredential } from '../../../dev/host/credentials';
import type { Execution } from '../../../dev/host/workflows';
import { answer } from '../../engine/harness/scriptedServer';
import { callList, connectAssistant, offerTools } from '../examples';
import { errorOf } from '../stage';
import * as attacked from './attacked';
import { ANSWERS, echoing } from './echoes';

const QUICK = { options: { maxRetryWait: 0, timeout: 2 } };

beforeAll(async () => await attacked.open({ N8N_LOG_LEVEL: 'debug' }));
afterAll(attacked.close);
afterEach(async () => expect(await attacked.filesWithSecrets()).toEqual([]));

const { expectNoSecret } = attacked;

function expectFailed(execution: Execution): void {
	expect(execution.status).toBe('error');
	expectNoSecret(execution);
}

describe.each(Object.entries(ANSWERS))('%s', (_what, script) => {
	it('to a list', async () => {
		expectFailed(await attacked.run(script, await attacked.withKey(), QUICK));
	});

	it('to a refresh of a token', async () => {
		const credential = await attacked.connected();
		const refusing: typeof script = (response, request, attempt) =>
			request.path === '/oauth/token' ? script(response, request, attempt) : answer(response, 401);
		expectFailed(await attacked.run(refusing, credential, QUICK));
	});
});

describe('a service that repeats all it knows', () => {
	it('where the node goes on', async () => {
		const onError = { onError: 'continueErrorOutput' };
		const key = await attacked.withKey();
		const execution = await attacked.run(echoing(403), key, QUICK, onError);
		expect(execution.status).toBe('success');
		expectNoSecret(execution);
	});

	it.each(['poll', 'test event'] as const)('in a %s', async (what) => {
		expectFailed(await attacked.poll(echoing(403), await attacked.withKey(), what));
	});

	it('in Revoke', async () => {
		const revoke = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };
		const credential = await attacked.connected();
		const execution = await attacked.run(echoing(400), credential, { ...revoke, ...QUICK });
		expect(errorOf(execution)).toMatch(/could not be revoked/);
		expectNoSecret(execution);
	});

	it('in a connection test', async () => {
		const credential = await attacked.withKey();
		attacked.answerWith(echoing(403));
		const result = await testCredential(attacked.stage.session, credential);
		expect(result.status).toBe('Error');
		expectNoSecret(result);
	});

	it('in a tool that an assistant calls', async () => {
		const credential = await attacked.withKey();
		await offerTools(attacked.stage, 'tools', {}, { apiKey: credential, oAuth2: credential });
		attacked.answerWith(echoing(403));
		const assistant = await connectAssistant(attacked.stage, 'tools');
		const { text } = await callList(assistant);
		await assistant.close();
		expect(text).toMatch(/does not allow/);
		expectNoSecret(text);
	});
});

it('these were as many kinds of answers as SECURITY.md says', async () => {
	const security = await readFile(join(__dirname, '..', '..', '..', 'SECURITY.md'), 'utf8');
	expect(security).toContain(`${Object.keys(ANSWERS).length} kinds of answers`);
});
