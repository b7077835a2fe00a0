/** The command line, https, whom the service lets near, and its faults. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import axios from 'axios';
import { ownerOf } from '../../dev/demo/owner';
import { consentAtSandbox } from '../../dev/host/credentials';
import type { SandboxOptions } from '../../dev/sandbox';
import { type Application, start } from './application';

const ROOT = join(__dirname, '..', '..');

const codeOf = (error: { readonly code?: string }) => error.code ?? 'unknown';

let folder: string;

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'collab-'))));
afterEach(async () => await rm(folder, { recursive: true }));

describe('npm run sandbox', () => {
	const running: ChildProcess[] = [];

	function run(...options: string[]) {
		const parameters = ['--import', 'tsx', 'dev/sandbox/main.ts', '--port', '0', ...options];
		const child = spawn(process.execPath, parameters, { cwd: ROOT });
		running.push(child);
		return child;
	}

	/** What it prints once it runs: the value after a label. */
	async function printedBy(child: ReturnType<typeof run>) {
		let printed = '';
		for await (const chunk of child.stdout) {
			printed += String(chunk);
			if (/Projects +\d+\n/.test(printed)) break;
		}
		return (label: string) => new RegExp(`${label} +(\\S+)`).exec(printed)?.[1];
	}

	afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));

	it('says how to get in, over https as a file says whom to trust, and ends on Ctrl-C without a word', async () => {
		const file = join(folder, 'certificate.pem');
		const child = run('--projects', '12', '--latency-ms', '500', '--tls', file);
		const [ended, complaints] = [once(child, 'exit'), text(child.stderr)];
		const valueOf = await printedBy(child);
		const httpsAgent = new Agent({ ca: await readFile(file) });
		const headers = { 'X-API-Key': valueOf('API key') };
		const list = async (more: object) =>
			await axios.get<object>(`${valueOf('Base URL')}/projects`, { headers, ...more });
		await expect(list({})).rejects.toThrow(/certificate/);
		// So many that wait make Node.js warn of a leak where each listens to the same signal.
		const lists = await Promise.all(Array.from({ length: 20 }, () => list({ httpsAgent })));
		for (const { data } of lists) expect(data).toMatchObject({ pagination: { total_items: 12 } });
		child.kill('SIGINT');
		expect([await ended, await complaints]).toEqual([[0, null], '']);
	});

	it.each([
		['--fault-rate', '2', /--fault-rate must be a number from 0 to 1/],
		['--projects', '1.5', /--projects must be a whole number/],
		['--ties', 'random', /'--ties'/],
	])('refuses %s %s, and says why', async (option, value, why) => {
		const child = run(option, value);
		const [complaint, ending] = await Promise.all([text(child.stderr), once(child, 'exit')]);
		expect(complaint).toMatch(why);
		expect(ending).toEqual([1, null]);
	});
});

describe('over https', () => {
	const trusting = ({ sandbox }: Application) => new Agent({ ca: sandbox.certificateAuthority });

	const refusalOf = async ({ sandbox }: Application, httpsAgent: Agent) =>
		await axios.get(sandbox.url, { httpsAgent }).then(() => 'none', codeOf);

	it('everything is at https addresses, the authorization server included', async () => {
		const app = await start({ tls: true });
		const { url, baseUrl, authServerUrl, certificateAuthority } = app.sandbox;
		for (const address of [url, baseUrl, authServerUrl]) expect(address).toMatch(/^https:/);
		expect(await refusalOf(app, trusting(app))).toBe('none');
		const asked = new URLSearchParams(app.asks()).toString();
		const page = `${authServerUrl}/oauth/authorize?${asked}`;
		const callback = await consentAtSandbox(certificateAuthority)(page);
		expect(new URL(callback).searchParams.get('code')).not.toBeNull();
	});

	it('nobody trusts a certificate of another service, or for another name', async () => {
		const app = await start({ tls: true, certificateNames: ['collab.test', '127.0.0.2'] });
		const untrusted = [new Agent(), trusting(await start({ tls: true }))];
		for (const agent of untrusted) expect(await refusalOf(app, agent)).toMatch(/SELF_SIGNED/);
		expect(await refusalOf(app, trusting(app))).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
		const ca = app.sandbox.certificateAuthority;
		const asNamed = new Agent({ ca, servername: 'collab.test' });
		expect(await refusalOf(app, asNamed)).toBe('none');
	});
});

describe('this machine only', () => {
	const PAGES = ['/', '/main.js', '/console/service', '/v1/projects', '/oauth/authorize', '/no'];

	it.each(['evil.test:4010', '127.0.0.1.evil.test', 'localhost.evil.test', '10.0.0.1'])(
		'nothing is answered to a page that calls it %s (DNS rebinding)',
		async (Host) => {
			const { sandbox } = await start();
			const options = { headers: { Host }, validateStatus: () => true };
			for (const page of PAGES)
				expect((await axios.get(sandbox.url + page, options)).status).toBe(421);
			await axios.post(`${sandbox.url}/console/projects`, { name: 'Forged' }, options);
			expect(sandbox.projects.size).toBe(3);
		},
	);

	it('it answers to its own names', async () => {
		const { http } = await start();
		for (const Host of ['localhost', 'LOCALHOST:4010', '127.0.0.2:80', '[::1]', '[::1]:4010'])
			expect((await http.get('/console/service', { headers: { Host } })).status).toBe(200);
	});

	it('it listens on loopback alone', async () => {
		const { sandbox } = await start();
		// Whatever listens on all addresses answers at this one, too.
		const other = sandbox.url.replace('127.0.0.1', '127.0.0.2');
		await expect(axios.get(other)).rejects.toThrow(/ECONNREFUSED/);
	});
});

describe('faults', () => {
	async function outcomes(options: SandboxOptions): Promise<string[]> {
		const app = await start(options);
		const seen: string[] = [];
		for (let sent = 0; sent < 40; sent += 1)
			seen.push(await app.list().then(({ status }) => String(status), codeOf));
		return seen;
	}

	it('come as often as asked for, in both ways, and the same way for the same seed', async () => {
		const seen = await outcomes({ faultRate: 0.5, seed: 3 });
		expect(new Set(seen)).toEqual(new Set(['200', '503', 'ECONNRESET']));
		expect(await outcomes({ faultRate: 0.5, seed: 3 })).toEqual(seen);
		expect(await outcomes({ faultRate: 1 })).not.toContain('200');
	});

	it('429 comes with the seconds to wait, until the limit changes', async () => {
		const app = await start({ requestsPerSecond: 0.001 });
		expect((await app.list()).status).toBe(200);
		const { status, headers } = await app.list();
		expect(status).toBe(429);
		expect(Number(headers['retry-after'])).toBeGreaterThan(0);
		app.sandbox.configure({ requestsPerSecond: 0 });
		expect((await app.list()).status).toBe(200);
	});

	it('an outage ends at the same address, with everything as it was', async () => {
		const app = await start();
		const { access_token: token } = await app.sandbox.issueToken();
		await app.sandbox.stopListening();
		await expect(app.list()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
		await app.sandbox.listenAgain();
		expect(await app.mayRead(token)).toBe(true);
	});

	it.each(['stopListening', 'close'] as const)('%s lets callers that wait go', async (end) => {
		const app = await start({ latencyMs: 600_000 });
		const { sandbox } = app;
		const waiting = app.list().then(({ status }) => status, codeOf);
		while (sandbox.requests.length === 0) await new Promise(setImmediate);
		await sandbox[end]();
		expect(await waiting).toBe('ECONNRESET');
	});
});

it('the owner of the demo has a password that n8n takes, for each folder another, for nobody else to read', async () => {
	const owner = await ownerOf(folder);
	expect(owner.password).toMatch(/^(?=.*\d)(?=.*[A-Z]).{20,64}$/);
	const file = join(folder, 'owner-password');
	expect(await readFile(file, 'utf8')).toBe(owner.password);
	expect((await stat(file)).mode & 0o777).toBe(0o600);
	expect(await ownerOf(folder)).toEqual(owner);
	expect((await ownerOf(join(folder, 'other'))).password).not.toBe(owner.password);
});
