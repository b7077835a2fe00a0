import { Agent } from 'node:https';
import axios from 'axios';
import type { Sandbox } from '../../dev/sandbox';
import { consentAtSandbox } from '../../dev/host/oauth';
import { Application } from './application';
import { startForTest, withKey } from './caller';

const trusting = ({ certificateAuthority: ca }: Sandbox) => new Agent({ ca });

/** The code of Node.js for why the connection was given up. */
const refusalOf = async (url: string, httpsAgent: Agent) =>
	await axios.get(url, { httpsAgent }).then(
		() => 'none',
		(error: { code?: string }) => error.code,
	);

describe('over https', () => {
	it('everything is at an https address, the authorization server included', async () => {
		const sandbox = await startForTest({ projects: 3, tls: true });
		const httpsAgent = trusting(sandbox);
		for (const address of [sandbox.url, sandbox.baseUrl, sandbox.authServerUrl]) {
			expect(address).toMatch(/^https:/);
		}
		const list = await axios.get(`${sandbox.baseUrl}/projects`, {
			...withKey(sandbox),
			httpsAgent,
		});
		expect(list.status).toBe(200);
		const address = new URL(`${sandbox.authServerUrl}/oauth/authorize`);
		address.search = new URLSearchParams(new Application(sandbox).asks()).toString();
		const callback = await consentAtSandbox(sandbox.certificateAuthority)(address.href);
		expect(new URL(callback).searchParams.get('code')).not.toBeNull();
	});

	it('nobody trusts it who does not know its authority', async () => {
		const sandbox = await startForTest({ projects: 1, tls: true });
		const other = await startForTest({ projects: 1, tls: true });
		const codes = [
			await refusalOf(sandbox.url, new Agent()),
			await refusalOf(sandbox.url, trusting(other)),
		];
		for (const code of codes) expect(code).toMatch(/SIGNATURE|ISSUER|SELF_SIGNED/);
	});

	it('its certificate is for the names that were given, and no others', async () => {
		const certificateNames = ['collab.test', '127.0.0.2'];
		const sandbox = await startForTest({ projects: 1, tls: true, certificateNames });
		expect(await refusalOf(sandbox.url, trusting(sandbox))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
		const asNamed = new Agent({ ca: sandbox.certificateAuthority, servername: 'collab.test' });
		expect(await refusalOf(sandbox.url, asNamed)).toBe('none');
	});

	it('the console listens to its own page only', async () => {
		const sandbox = await startForTest({ projects: 1, tls: true });
		const httpsAgent = trusting(sandbox);
		const statusFrom = async (origin: string) =>
			await axios
				.post(
					`${sandbox.url}/console/projects`,
					{ name: 'New' },
					{ httpsAgent, headers: { Origin: origin } },
				)
				.then(({ status }) => status)
				.catch(({ response }: { response?: { status: number } }) => response?.status);
		expect(await statusFrom(sandbox.url)).toBe(201);
		expect(await statusFrom(sandbox.url.replace('https:', 'http:'))).toBe(403);
	});
});

it('over plain http there is no authority', async () => {
	const sandbox = await startForTest({ projects: 1 });
	expect([sandbox.certificateAuthority, sandbox.url]).toEqual([
		undefined,
		expect.stringMatching(/^http:/) as string,
	]);
});
