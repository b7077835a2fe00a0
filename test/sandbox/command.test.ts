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
import { start } from './application';

const codeOf = (error: { readonly code?: string }) => error.code ?? 'unknown';

let folder: string;
let child: ChildProcess | undefined;

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'collab-'))));
afterEach(async () => {
	child?.kill('SIGKILL');
	await rm(folder, { recursive: true });
});

describe('npm run sandbox', () => {
	function run(...options: string[]) {
		const main = join(__dirname, '..', '..', 'dev', 'sandbox', 'main.ts');
		const started = spawn(process.execPath, ['--import', 'tsx', main, '--port', '0', ...options]);
		child = started;
		return started;
	}

	it('says how to get in, over https as a file says whom to trust, and ends on Ctrl-C without a word', async () => {
		const file = join(folder, 'certificate.pem');
		const { stdout, stderr } = run('--projects', '12', '--tls', file);
		const [ended, complaints] = [once(child as ChildProcess, 'exit'), text(stderr)];
		let printed = '';
		for await (const chunk of stdout) if (/Projects +12\n/.test((printed += String(chunk)))) break;
		const valueOf = (label: string) => new RegExp(`${label} +(\\S+)`).exec(printed)?.[1];
		const httpsAgent = new Agent({ ca: await readFile(file) });
		const headers = { 'X-API-Key': valueOf('API key') };
		const list = async (more: object) =>
			await axios.get<object>(`${valueOf('Base URL')}/projects`, { headers, ...more });
		await expect(list({})).rejects.toThrow(/certificate/);
		const { data } = await list({ httpsAgent });
		expect(data).toMatchObject({ pagination: { total_items: 12 } });
		child?.kill('SIGINT');
		expect([await ended, await complaints]).toEqual([[0, null], '']);
	});

	it.each([
		['--fault-rate', '2', /--fault-rate must be a number from 0 to 1/],
		['--projects', '1.5', /--projects must be a whole number/],
		['--ties', 'random', /'--ties'/],
	])('refuses %s %s, and says why', async (option, value, why) => {
		const refusing = run(option, value);
		const [complaint, ending] = await Promise.all([text(refusing.stderr), once(refusing, 'exit')]);
		expect(complaint).toMatch(why);
		expect(ending).toEqual([1, null]);
	});
});

it.each([
	['evil.test:4010', 421],
	['127.0.0.1.evil.test', 421],
	['[::1]:4010', 200],
])('it listens on loopback alone; a page that calls it %s gets status %d', async (Host, status) => {
	const { http, sandbox } = await start();
	for (const page of ['/', '/console/service'])
		expect((await http.get(page, { headers: { Host } })).status).toBe(status);
	await expect(axios.get(sandbox.url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow(/REFUSED/);
});

describe('faults', () => {
	it('come as often as asked for, in both ways, and the same way for the same seed', async () => {
		const outcomes = async () => {
			const app = await start({ faultRate: 0.5, seed: 3 });
			const seen: string[] = [];
			for (let sent = 0; sent < 40; sent += 1)
				seen.push(await app.list().then(({ status }) => String(status), codeOf));
			return seen;
		};
		const seen = await outcomes();
		expect(new Set(seen)).toEqual(new Set(['200', '503', 'ECONNRESET']));
		expect(await outcomes()).toEqual(seen);
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

	it('an outage lets callers that wait go, and ends at the same address with everything as it was', async () => {
		const app = await start({ latencyMs: 600_000 });
		const { sandbox } = app;
		const { access_token: token } = await sandbox.issueToken();
		const waiting = app.list().catch(codeOf);
		while (sandbox.requests.length === 0) await new Promise(setImmediate);
		await sandbox.stopListening();
		expect(await waiting).toBe('ECONNRESET');
		await sandbox.listenAgain();
		sandbox.configure({ latencyMs: 0 });
		expect(await app.statusFor(token)).toBe(200);
	});
});

it('the owner of the demo has a password that n8n takes, for each folder another, for nobody else to read', async () => {
	const owner = await ownerOf(folder);
	expect(owner.password).toMatch(/^(?=.*\d)(?=.*[A-Z]).{20,64}$/);
	expect((await stat(join(folder, 'owner-password'))).mode & 0o777).toBe(0o600);
	expect(await ownerOf(folder)).toEqual(owner);
	expect((await ownerOf(join(folder, 'other'))).password).not.toBe(owner.password);
});
