/** What a hostile service can do to a real n8n, and what SECURITY.md says that n8n does by itself. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Execution } from '../../../dev/host/workflows';
import { answer, endless, listOf, type Script } from '../../engine/harness/scriptedServer';
import { errorOf } from '../stage';
import * as attacked from './attacked';
import { brotliBomb, fatPage, gzipBomb } from './largeAnswers';

const { SECRETS, tokens } = attacked;

beforeAll(async () => {
	await attacked.open();
	// What n8n loads with the first run is not what an answer takes.
	const rows = Array.from({ length: 100 }, (_row, index) => ({ id: `proj_${index}` }));
	const well: Script = (response) => answer(response, 200, listOf(rows));
	await attacked.run(well, await attacked.withKey(), { returnAll: true });
});
afterAll(attacked.close);

describe('memory', () => {
	/** Beyond what n8n had, whatever the service sends. */
	const MAX_MB = 250;

	/** From Linux: VmRSS, or VmHWM, the peak since `clear_refs` was written. */
	const megabytes = async (field: string) => {
		const status = await readFile(`/proc/${attacked.stage.host.processId}/status`, 'utf8');
		return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
	};

	async function expectBounded(message: RegExp, act: () => Promise<Execution>) {
		await writeFile(`/proc/${attacked.stage.host.processId}/clear_refs`, '5');
		const before = await megabytes('VmRSS');
		expect(errorOf(await act())).toMatch(message);
		expect((await megabytes('VmHWM')) - before).toBeLessThan(MAX_MB);
	}

	const ANSWERS: Array<[what: string, script: Script, message: RegExp]> = [
		['1 GB as brotli', brotliBomb(1024), /answers is too large/],
		['2 GB as gzip', gzipBomb(2048), /answers is too large/],
		['a body without end', (response) => endless(response), /answers is too large/],
		['fat pages without end', fatPage, /too large together/],
	];

	it.each(ANSWERS)('%s: to a list', async (_what, script, message) => {
		const parameters = { returnAll: true, options: { maxRetryWait: 0 } };
		const key = await attacked.withKey();
		await expectBounded(message, async () => await attacked.run(script, key, parameters));
	});

	it('a body without end: to a poll', async () => {
		const key = await attacked.withKey();
		const script: Script = (response) => endless(response);
		await expectBounded(/answers is too large/, async () => await attacked.poll(script, key));
	});
});

describe('n8n as the demo and the tests start it', () => {
	const statusFor = async (path: string, headers: Record<string, string>) => {
		const asked = get(`${attacked.stage.host.url}${path}`, { headers });
		const settled = Promise.race([once(asked, 'response'), once(asked, 'upgrade')]);
		const [answered] = (await settled) as [IncomingMessage];
		answered.resume();
		return answered.statusCode;
	};

	it('answers nothing to a page that calls it by another name (DNS rebinding)', async () => {
		const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' };
		for (const Host of ['evil.test', '127.0.0.1.evil.test', 'localhost.evil.test:5678']) {
			expect(await statusFor('/healthz', { Host })).toBe(421);
			expect(await statusFor('/rest/push', { Host, ...upgrade })).toBe(421);
		}
		expect(await statusFor('/healthz', { Host: 'localhost:5678' })).toBe(200);
	});

	it('listens on loopback alone, with its task runners', async () => {
		const { url, brokerPort } = attacked.stage.host;
		for (const port of [new URL(url).port, brokerPort]) {
			// Whatever listens on all addresses answers at the second, too.
			await expect(fetch(`http://127.0.0.1:${port}`)).resolves.toBeDefined();
			await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow();
		}
	});
});

it('requests for tokens follow redirects with the client secret', async () => {
	const issued = ['-1', '-2'];
	const script: Script = (response, { path, headers }) => {
		if (path === '/oauth/token') answer(response, 307, '', { Location: '/moved' });
		else if (path === '/moved') answer(response, 200, tokens(issued.shift()));
		else answer(response, headers.authorization?.endsWith('-2') ? 200 : 401, listOf([]));
	};
	const execution = await attacked.run(script, await attacked.connected(script), { limit: 1 });
	expect(errorOf(execution)).toBeUndefined();
	const moved = attacked.service.requests.filter(({ path }) => path === '/moved');
	expect(moved).toHaveLength(2);
	for (const { body } of moved) expect(body).toContain(SECRETS.clientSecret);
});

it('deleting a credential revokes nothing', async () => {
	const { id } = await attacked.connected();
	const before = attacked.service.requests.length;
	await attacked.stage.session.delete(`/credentials/${id}`);
	expect(attacked.service.requests.slice(before)).toEqual([]);
});

describe('HTTP Request with the credential', () => {
	const HTTP_REQUEST = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 };
	const keysSeen: string[] = [];
	/** Another port of the same host, which also is a proxy. */
	let other: Server;
	let elsewhere: string;

	beforeAll(async () => {
		other = createServer((request, response) => {
			keysSeen.push(`${String(request.headers['x-api-key'])} ${request.url}`);
			response.end('{}');
		});
		await once(other.listen(0, '127.0.0.1'), 'listening');
		elsewhere = `127.0.0.1:${(other.address() as AddressInfo).port}`;
	});
	afterAll(() => other.close());
	beforeEach(() => keysSeen.splice(0));

	const request = async (url: string, allowedHttpRequestDomains: string, options = {}) => {
		const credential = await attacked.withKey({ allowedHttpRequestDomains });
		const authentication = 'predefinedCredentialType';
		const parameters = { url, authentication, nodeCredentialType: 'collabApi', options };
		const well: Script = (response) => answer(response, 200, {});
		return errorOf(await attacked.run(well, credential, parameters, HTTP_REQUEST));
	};

	it('goes to the host of the Base URL, and to no other', async () => {
		expect(await request(`${attacked.service.url}/tasks`, 'domains')).toBeUndefined();
		const seen = attacked.service.requests.at(-1);
		expect(seen).toMatchObject({ path: '/tasks', headers: { 'x-api-key': SECRETS.apiKey } });
		const steal = `http://${elsewhere.replace('127.0.0.1', 'localhost')}/steal`;
		expect(await request(steal, 'domains')).toMatch(/Domain not allowed/);
		expect(keysSeen).toEqual([]);
	});

	it('goes to other ports of the host, and to the proxy that is entered in the node', async () => {
		await request(`http://${elsewhere}/other-port`, 'domains');
		const proxied = `${attacked.service.url}/proxied`;
		await request(proxied, 'domains', { proxy: `http://${elsewhere}` });
		const { apiKey } = SECRETS;
		expect(keysSeen).toEqual([`${apiKey} /other-port`, `${apiKey} ${proxied}`]);
	});

	it('goes nowhere with None', async () => {
		const refusal = /prevent use within an HTTP Request/;
		expect(await request(`http://${elsewhere}/none`, 'none')).toMatch(refusal);
		expect(keysSeen).toEqual([]);
	});
});
