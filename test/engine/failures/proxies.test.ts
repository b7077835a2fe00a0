/** What stands between n8n and the service, where n8n is told to use a proxy. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { openSandbox } from '../../sandboxes';
import { asEach, dataFor } from '../harness/credentials';
import { expectFailure, runCollab } from '../harness/runCollab';
import { testCredential } from '../harness/testCredential';
import { activateTrigger } from '../harness/triggers';

const SERVICE = { baseUrl: 'https://collab.invalid/v1', url: 'https://auth.invalid' };
const ACCOUNTS = asEach(SERVICE, { options: { maxRetryWait: 0 } });

const proxies: Server[] = [];
afterEach(() => {
	delete process.env['HTTPS_PROXY'];
	for (const proxy of proxies.splice(0)) proxy.close();
});

/** Does this to each connection, once it has been asked for a tunnel. */
async function useProxy(act: (socket: Socket) => void) {
	const proxy = createServer((socket) => {
		socket.once('data', () => act(socket));
		socket.on('error', () => undefined);
	});
	proxies.push(proxy);
	await once(proxy.listen(0, '127.0.0.1'), 'listening');
	process.env['HTTPS_PROXY'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

const says = (head: string) => (socket: Socket) => void socket.end(`HTTP/1.1 ${head}\r\n\r\n`);
const NOT_CONNECTED =
	/^The proxy that n8n uses did not connect it to the (service|authorization server)/;
const CHECK = /^Check the proxy in n8n's environment \(HTTPS_PROXY\)/;

/** What the test of each credential shows: n8n's own code or sentence where it has no rule of ours. */
const tested = async () => {
	const { collabApi, collabOAuth2Api } = dataFor(SERVICE);
	const { message: key } = await testCredential('collabApi', collabApi);
	const { message: token = '' } = await testCredential('collabOAuth2Api', collabOAuth2Api);
	return { key, token };
};

it.each<[what: string, proxy: string | ((socket: Socket) => void), token: RegExp, key?: RegExp]>([
	['ends before it answers', (socket) => socket.end(), /^Proxy connection ended/],
	['ends within its answer', (socket) => socket.end('HTTP/1.1 200'), /^Proxy connection/],
	['answers nonsense', says('200 OK\r\nnonsense'), /from proxy/],
	['answers with a page', (socket) => socket.end('<html>'), /^Proxy connection ended/],
	['wants a password', says('407 Proxy Authentication Required'), NOT_CONNECTED],
	['is not there', 'http://127.0.0.1:1', /^ECONNREFUSED$/, /n8n's proxy \(HTTPS_PROXY\)/],
	['has no address', 'http://proxy.invalid', /^ENOTFOUND$/, /n8n's proxy \(HTTPS_PROXY\)/],
])('a proxy that %s is named, for every kind of credential', async (...row) => {
	const [, proxy, token, key = NOT_CONNECTED] = row;
	if (typeof proxy === 'string') process.env['HTTPS_PROXY'] = proxy;
	else await useProxy(proxy);
	for (const account of ACCOUNTS) expectFailure(await runCollab(account), NOT_CONNECTED, CHECK);
	expect(await tested()).toEqual({
		key: expect.stringMatching(key) as string,
		token: expect.stringMatching(token) as string,
	});
});

it('a proxy with a certificate that n8n does not trust is named, and not the service', async () => {
	const proxy = await openSandbox({ projects: 0, tls: true });
	process.env['HTTPS_PROXY'] = proxy.url;
	for (const account of ACCOUNTS) expectFailure(await runCollab(account), NOT_CONNECTED, CHECK);
	expect((await tested()).key).toMatch(/certificate is not trusted.*certificate of a proxy/);
});

it.each([401, 403, 302, 502])(
	'a proxy that answers %i itself is named, and nobody is asked for another key',
	async (status) => {
		const [asKey, asPerson, asApplication] = ACCOUNTS;
		await useProxy(says(`${status} No\r\nLocation: https://login.example.com/`));
		for (const account of [asKey!, asPerson!]) {
			const outcome = await runCollab(account);
			expectFailure(outcome, NOT_CONNECTED, CHECK);
			expect(outcome.error?.message).toContain(`(status ${status})`);
			if (status < 500) await expect(activateTrigger(account)).rejects.toThrow(NOT_CONNECTED);
		}
		expectFailure(await runCollab(asApplication!), /authorization server/, /proxy/);
		const { key, token } = await tested();
		expect(key).toMatch(NOT_CONNECTED);
		expect(token).toMatch(status === 401 ? /^ESTATUS$/ : /proxy between n8n and the service/);
	},
);

it('a proxy that drops the tunnel may be meant by the text', async () => {
	await useProxy(says('200 OK'));
	for (const account of ACCOUNTS)
		expectFailure(await runCollab(account), /closed the connection/, /a proxy/);
});
