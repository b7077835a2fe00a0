/** What SECURITY.md says that n8n does by itself, seen in a real n8n. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext, TLSSocket } from 'node:tls';
import { deleteCredential, listCredentials } from '../../../dev/host/credentials';
import { issueCertificate } from '../../../dev/sandbox/certificates';
import { MB } from '../../engine/harness/hostileAnswers';
import { answer, listOf, type Script } from '../../engine/harness/scriptedServer';
import { errorOf, SECRETS, Stage, tokens } from './stage';

let stage: Stage;

beforeAll(async () => void (stage = await Stage.open()));
afterAll(async () => await stage.close());

/** More than a node reads of any answer. */
const LARGE = ' '.repeat(12 * MB);

describe('requests for tokens', () => {
	it('follow redirects with the client secret, and take any size', async () => {
		const issued = ['-1', '-2'];
		const script: Script = (response, { path, headers }) => {
			if (path === '/oauth/token') answer(response, 307, '', { Location: '/moved' });
			else if (path === '/moved')
				answer(response, 200, LARGE + JSON.stringify(tokens(issued.shift())));
			else answer(response, headers.authorization?.endsWith('-2') ? 200 : 401, listOf([]));
		};
		const credential = await stage.connected(script);
		const list = await stage.workflow(credential, { limit: 1 });
		expect(errorOf(await stage.run(list))).toBeUndefined();
		const forms = stage.service.requests
			.filter(({ path }) => path === '/moved')
			.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
		expect(forms).toMatchObject([
			{ grant_type: 'authorization_code', client_secret: SECRETS.clientSecret },
			{ grant_type: 'refresh_token', client_secret: SECRETS.clientSecret },
		]);
	});
});

describe('the connection test', () => {
	it('reads more than a node does, and waits longer than the 30 seconds that it declares', async () => {
		const credential = await stage.withKey();
		const parts = 12;
		stage.script = (response) => void drip(response, parts);
		expect(await stage.test(credential)).toMatchObject({ status: 'OK' });
	});

	/** 12 MB in 36 seconds. */
	async function drip(response: ServerResponse, parts: number): Promise<void> {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		for (let part = 0; part < parts; part++) {
			response.write(LARGE.slice(0, LARGE.length / parts));
			await sleep(3_000);
		}
		response.end(JSON.stringify(listOf([])));
	}
});

it('deleting a credential revokes nothing', async () => {
	const credential = await stage.connected();
	const before = stage.service.requests.length;
	await deleteCredential(stage.session, credential);
	const left = await listCredentials(stage.session);
	expect(left.map(({ id }) => id)).not.toContain(credential.id);
	expect(stage.service.requests.slice(before)).toEqual([]);
});

describe('HTTP Request with the credential', () => {
	const HTTP_REQUEST = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 };
	const keysSeen: string[] = [];
	let other: Server;

	/** Another port of the same host, which also is a proxy. */
	const portOfOther = () => (other.address() as AddressInfo).port;

	beforeAll(async () => {
		const { certificate: cert, key } = await issueCertificate(['127.0.0.1']);
		const secureContext = createSecureContext({ cert, key });
		other = createServer((request: IncomingMessage, response) => {
			keysSeen.push(`${String(request.headers['x-api-key'])} ${request.url}`);
			response.end('{}');
		});
		// As a proxy that poses as the service, with a certificate of its own.
		other.on('connect', ({ url }, socket) => {
			keysSeen.push(`tunnel ${url}`);
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			const secure = new TLSSocket(socket, { isServer: true, secureContext });
			secure.on('error', () => undefined);
			other.emit('connection', secure);
		});
		await once(other.listen(0, '127.0.0.1'), 'listening');
	});
	afterAll(() => other.close());
	beforeEach(() => keysSeen.splice(0));

	const request = async (url: string, allowed: string, options: Record<string, unknown> = {}) => {
		stage.script = (response) => answer(response, 200, {});
		const credential = await stage.withKey({ allowedHttpRequestDomains: allowed });
		const parameters = {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'collabApi',
			options,
		};
		return await stage.run(await stage.workflow(credential, parameters, HTTP_REQUEST));
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

	it('goes to that proxy over https only if the node ignores what is wrong with certificates', async () => {
		const options = { proxy: `http://127.0.0.1:${portOfOther()}` };
		const url = 'https://127.0.0.1:1/v1';
		const refused = await request(url, 'domains', options);
		expect(errorOf(refused)).toMatch(/certificate/);
		expect(keysSeen).toEqual(['tunnel 127.0.0.1:1']);
		await request(url, 'domains', { ...options, allowUnauthorizedCerts: true });
		expect(keysSeen.at(-1)).toBe(`${SECRETS.apiKey} /v1`);
	});

	it.each(['', 'proxy'])('goes nowhere with None (%s)', async (way) => {
		const proxy = `http://127.0.0.1:${portOfOther()}`;
		const execution = await request(`${proxy}/none`, 'none', way === 'proxy' ? { proxy } : {});
		expect(errorOf(execution)).toMatch(/prevent use within an HTTP Request/);
		expect(keysSeen).toEqual([]);
	});
});
