/** Revoke, and where credentials may be sent, in a real n8n. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listeningOn, listensBeyondLoopback } from '../../../dev/host/listening';
import { answer } from '../../engine/harness/scriptedServer';
import { WeakRevocation } from '../../engine/harness/weakRevocation';
import { Accounts, SECRETS } from './accounts';
import { Stage } from './stage';

let stage: Stage;
let accounts: Accounts;

beforeAll(async () => {
	stage = await Stage.open();
	accounts = new Accounts(stage);
});
afterAll(async () => await stage.close());

const errorOf = (execution: Awaited<ReturnType<Accounts['run']>>) =>
	execution.data.resultData.error?.message;

describe('Revoke', () => {
	const REVOKE = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };

	it('leaves no list that works, although another workflow refreshes while it waits', async () => {
		const tokens = new WeakRevocation(SECRETS.access, SECRETS.refresh);
		tokens.expired.add(SECRETS.access);
		let isLimited = true;
		let listing: ReturnType<Accounts['run']> | undefined;
		const credential = await accounts.connected();
		const list = await accounts.workflow(credential, { limit: 1 });
		const revoke = await accounts.workflow(credential, REVOKE);
		stage.script = (response, request, attempt) => {
			if (request.path !== '/oauth/revoke' || !isLimited) {
				return tokens.script(response, request, attempt);
			}
			isLimited = false;
			listing = accounts.run(list);
			// The refresh ends before the revocation may be sent again.
			return void listing.then(() => answer(response, 429, {}, { 'Retry-After': '1' }));
		};
		const revoked = await accounts.run(revoke);
		expect((await listing)?.status).toBe('success');
		expect(errorOf(revoked)).toBeUndefined();
		expect([...tokens.valid]).toEqual([]);
		expect(errorOf(await accounts.run(list))).toMatch(/did not accept the credential/);
	});

	it('does not claim what a web page with status 200 does not say', async () => {
		const credential = await accounts.connected();
		const revoke = await accounts.workflow(credential, REVOKE);
		stage.script = (response) => answer(response, 200, '<html>Log in</html>');
		expect(errorOf(await accounts.run(revoke))).toMatch(/could not be revoked.*it is a web page/);
	});
});

describe('HTTP Request with the credential', () => {
	const HTTP_REQUEST = { type: 'n8n-nodes-base.httpRequest' };
	const keysSeen: string[] = [];
	let other: Server;

	/** Another port of the same host, which also is a proxy. */
	const portOfOther = () => (other.address() as AddressInfo).port;

	beforeAll(async () => {
		other = createServer(({ headers, url }, response) => {
			keysSeen.push(`${String(headers['x-api-key'])} ${url}`);
			response.end('{}');
		});
		await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
	});
	afterAll(() => other.close());
	beforeEach(() => keysSeen.splice(0));

	const request = async (url: string, allowed: string, options: Record<string, unknown> = {}) => {
		stage.script = (response) => answer(response, 200, {});
		const credential = await accounts.withKey({ allowedHttpRequestDomains: allowed });
		const parameters = {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'collabApi',
			options,
		};
		return await accounts.run(await accounts.workflow(credential, parameters, HTTP_REQUEST));
	};

	it('goes to the host of the Base URL, which is an IP address here', async () => {
		const before = stage.service.requests.length;
		expect((await request(`${stage.service.url}/tasks`, 'domains')).status).toBe('success');
		const [seen] = stage.service.requests.slice(before);
		expect(seen).toMatchObject({ path: '/tasks', headers: { 'x-api-key': SECRETS.apiKey } });
	});

	it('does not go to another host', async () => {
		const execution = await request(`http://localhost:${portOfOther()}/steal`, 'domains');
		expect(errorOf(execution)).toMatch(/Domain not allowed/);
		expect(keysSeen).toEqual([]);
	});

	it('goes to other ports of the host: n8n compares names only', async () => {
		await request(`http://127.0.0.1:${portOfOther()}/other-port`, 'domains');
		expect(keysSeen).toEqual([`${SECRETS.apiKey} /other-port`]);
	});

	it('goes to the proxy that is entered in the node', async () => {
		const options = { proxy: `http://127.0.0.1:${portOfOther()}` };
		await request(`${stage.service.url}/proxied`, 'domains', options);
		expect(keysSeen).toEqual([`${SECRETS.apiKey} ${stage.service.url}/proxied`]);
	});

	it.each(['', 'proxy'])('goes nowhere with None (%s)', async (way) => {
		const proxy = `http://127.0.0.1:${portOfOther()}`;
		const execution = await request(`${proxy}/none`, 'none', way === 'proxy' ? { proxy } : {});
		expect(errorOf(execution)).toMatch(/prevent use within an HTTP Request/);
		expect(keysSeen).toEqual([]);
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
