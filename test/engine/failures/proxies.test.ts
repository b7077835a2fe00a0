/** What stands between n8n and the service, where n8n is told to use a proxy. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { openSandbox } from '../../sandboxes';
import { asSomebody, connected, dataFor } from '../harness/credentials';
import { expectFailure, runCollab, withoutWaits } from '../harness/runCollab';
import { testCredential } from '../harness/testCredential';

withoutWaits();

const SERVICE = { baseUrl: 'https://collab.invalid/v1', url: 'https://auth.invalid' };
const options = { maxRetryWait: 60 };
const application = { grantType: 'clientCredentials', oauthTokenData: {} };
const ACCOUNTS = [
	asSomebody(SERVICE, { options }),
	connected(SERVICE, { options }),
	connected(SERVICE, { options }, application),
];

const proxies: Server[] = [];
afterEach(() => {
	delete process.env['HTTPS_PROXY'];
	for (const proxy of proxies.splice(0)) proxy.close();
});

/** Does this to each connection, once it has been asked for a tunnel; gives how often. */
async function useProxy(act: (socket: Socket) => void) {
	const seen = { count: 0 };
	const proxy = createServer((socket) => {
		socket.once('data', () => act(socket));
		socket.once('data', () => seen.count++);
		socket.on('error', () => undefined);
	});
	proxies.push(proxy);
	await once(proxy.listen(0, '127.0.0.1'), 'listening');
	process.env['HTTPS_PROXY'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	return seen;
}

const says = (head: string) => (socket: Socket) => void socket.end(`HTTP/1.1 ${head}\r\n\r\n`);
const NOT_CONNECTED =
	/^The proxy that n8n uses did not connect it to the (service|authorization server)/;
const CHECK = /^Check the proxy in n8n's environment \(HTTPS_PROXY\)/;

it.each<[what: string, act: (socket: Socket) => void, tries: number]>([
	['ends before it answers', (socket) => socket.end(), 5],
	['ends within its answer', (socket) => socket.end('HTTP/1.1 200'), 5],
	['answers nonsense', says('200 OK\r\nnonsense'), 5],
	['wants a password', says('407 Proxy Authentication Required'), 1],
])('a proxy that %s is named, for every kind of credential', async (_what, act, tries) => {
	for (const account of ACCOUNTS) {
		const seen = await useProxy(act);
		expectFailure(await runCollab(account), NOT_CONNECTED, CHECK);
		expect(seen.count).toBe(tries);
	}
});

it.each(['http://127.0.0.1:1', 'http://proxy.invalid'])(
	'a proxy that is not there is named: %s',
	async (address) => {
		process.env['HTTPS_PROXY'] = address;
		for (const account of ACCOUNTS) {
			expectFailure(await runCollab(account), NOT_CONNECTED, CHECK);
		}
		const { message } = await testCredential('collabApi', dataFor(SERVICE).collabApi);
		expect(message).toMatch(NOT_CONNECTED);
	},
);

it('a proxy with a certificate that n8n does not trust is named, and not the service', async () => {
	const proxy = await openSandbox({ projects: 0, tls: true });
	process.env['HTTPS_PROXY'] = proxy.url;
	for (const account of ACCOUNTS) expectFailure(await runCollab(account), NOT_CONNECTED, CHECK);
});

it.each([401, 403, 404, 302, 502])(
	'a proxy that answers %i itself is named by the test of a key',
	async (status) => {
		await useProxy(says(`${status} No\r\nLocation: https://login.example.com/`));
		const { message } = await testCredential('collabApi', dataFor(SERVICE).collabApi);
		expect(message).toMatch(NOT_CONNECTED);
		expect(message).toContain(`(status ${status})`);
	},
);

it.each<[what: string, act: (socket: Socket) => void, message: RegExp]>([
	['does not allow the host', says('403 Forbidden'), /status 403/],
	['wants to be asked otherwise', says('404 Not Found'), /status 404/],
	['leads to a login', says('302 Found\r\nLocation: http://a.test/'), /redirects/],
	['does not reach the host', says('502 Bad Gateway'), /\(status 502\)/],
	['drops the tunnel', says('200 OK'), /closed the connection/],
])('a proxy that %s may be meant by the text', async (_what, act, message) => {
	for (const account of ACCOUNTS) {
		await useProxy(act);
		expectFailure(await runCollab(account), message, /(a|the) proxy/);
	}
});
