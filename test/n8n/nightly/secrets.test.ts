/**
 * An attack on the secrets in a real n8n: the service gets them with every request, and repeats them in every answer. None
 * may come to stand in what a run shows and keeps, in n8n's log, or in any file of n8n.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testCredential } from '../../../dev/host/credentials';
import { answer } from '../../engine/harness/scriptedServer';
import { callList, connectAssistant, offerTools } from '../assistant';
import { Attacked, errorOf, expectNoSecret } from './attacked';
import { ANSWERS, echoing } from './echoes';

const QUICK = { options: { maxRetryWait: 0, timeout: 2 } };

let attacked: Attacked;

beforeAll(async () => void (attacked = await Attacked.open({ N8N_LOG_LEVEL: 'debug' })));
afterAll(async () => await attacked.close());
afterEach(async () => expect(await attacked.filesWithSecrets()).toEqual([]));

describe.each(Object.entries(ANSWERS))('%s', (_what, script) => {
	it('to a list', async () => {
		const execution = await attacked.run(script, await attacked.withKey(), QUICK);
		expect(execution.status).toBe('error');
		expectNoSecret(execution);
	});

	it('to a refresh of a token', async () => {
		const credential = await attacked.connected();
		const refusing: typeof script = (response, request, attempt) =>
			request.path === '/oauth/token' ? script(response, request, attempt) : answer(response, 401);
		const execution = await attacked.run(refusing, credential, QUICK);
		expect(execution.status).toBe('error');
		expectNoSecret(execution);
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
		const execution = await attacked.poll(echoing(403), await attacked.withKey(), what);
		expect(execution.status).toBe('error');
		expectNoSecret(execution);
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
		attacked.script = echoing(403);
		const result = await testCredential(attacked.n8n.session, credential);
		expect(result.status).toBe('Error');
		expectNoSecret(result);
	});

	it('in a tool that an assistant calls', async () => {
		const { session } = attacked.n8n;
		const credential = await attacked.withKey();
		await offerTools({ session, credentials: { apiKey: credential, oAuth2: credential } }, 'tools');
		attacked.script = echoing(403);
		const assistant = await connectAssistant(session, 'tools');
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
