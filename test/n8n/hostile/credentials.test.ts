/** Revoke, and which addresses n8n listens on, in a real n8n. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { listeningOn, listensBeyondLoopback } from '../../../dev/host/listening';
import { answer } from '../../engine/harness/scriptedServer';
import { WeakRevocation } from '../../engine/harness/weakRevocation';
import { errorOf, SECRETS, Stage } from './stage';

let stage: Stage;

beforeAll(async () => void (stage = await Stage.open()));
afterAll(async () => await stage.close());

describe('Revoke', () => {
	const REVOKE = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };

	it('leaves no list that works, although another workflow refreshes while it waits', async () => {
		const tokens = new WeakRevocation(SECRETS.access, SECRETS.refresh);
		tokens.expired.add(SECRETS.access);
		let isLimited = true;
		let listing: ReturnType<Stage['run']> | undefined;
		const credential = await stage.connected();
		const list = await stage.workflow(credential, { limit: 1 });
		const revoke = await stage.workflow(credential, REVOKE);
		stage.script = (response, request, attempt) => {
			if (request.path !== '/oauth/revoke' || !isLimited) {
				return tokens.script(response, request, attempt);
			}
			isLimited = false;
			listing = stage.run(list);
			// The refresh ends before the revocation may be sent again.
			return void listing.then(() => answer(response, 429, {}, { 'Retry-After': '1' }));
		};
		const revoked = await stage.run(revoke);
		expect((await listing)?.status).toBe('success');
		expect(errorOf(revoked)).toBeUndefined();
		expect([...tokens.valid]).toEqual([]);
		expect(errorOf(await stage.run(list))).toMatch(/did not accept the credential/);
	});

	it('does not claim what a web page with status 200 does not say', async () => {
		const credential = await stage.connected();
		const revoke = await stage.workflow(credential, REVOKE);
		stage.script = (response) => answer(response, 200, '<html>Log in</html>');
		expect(errorOf(await stage.run(revoke))).toMatch(/could not be revoked.*it is a web page/);
	});
});

describe('n8n as the demo and the tests start it', () => {
	const statusFor = async (path: string, headers: Record<string, string>) => {
		const asked = get(`${stage.host.url}${path}`, { headers });
		const settled = Promise.race([once(asked, 'response'), once(asked, 'upgrade')]);
		const [answered] = (await settled) as [IncomingMessage];
		answered.resume();
		return answered.statusCode;
	};
	const UPGRADE = { Connection: 'Upgrade', Upgrade: 'websocket' };

	it.each(['evil.test', '127.0.0.1.evil.test', 'localhost.evil.test:5678'])(
		'answers nothing to a page that calls it %s (DNS rebinding)',
		async (host) => {
			const paths = ['/', '/rest/settings', '/webhook/any', '/healthz'];
			for (const path of paths) expect(await statusFor(path, { Host: host })).toBe(421);
			expect(await statusFor('/rest/push', { Host: host, ...UPGRADE })).toBe(421);
		},
	);

	it.each(['127.0.0.1', 'localhost:5678', '[::1]:5678'])('answers as %s', async (host) => {
		expect(await statusFor('/healthz', { Host: host })).toBe(200);
	});

	it('listens on loopback alone, with its task runners', async () => {
		const { processId } = stage.host;
		expect((await listeningOn(processId)).length).toBeGreaterThan(1);
		expect(await listensBeyondLoopback(processId)).toEqual([]);
	});
});
