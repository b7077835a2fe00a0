/** The command line, who reaches the service, and its limits. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import axios from 'axios';
import { start } from './application';

describe('npm run sandbox', () => {
	let child: ChildProcess | undefined;
	afterEach(() => child?.kill('SIGKILL'));

	function run(...options: string[]) {
		const main = join(__dirname, '..', '..', 'dev', 'sandbox', 'main.ts');
		const started = spawn(process.execPath, ['--import', 'tsx', main, '--port', '0', ...options]);
		child = started;
		return started;
	}

	it('says how to get in, and ends on Ctrl-C without a word', async () => {
		const started = run('--projects', '12');
		const [ended, complaints] = [once(started, 'exit'), text(started.stderr)];
		let printed = '';
		for await (const chunk of started.stdout)
			if (/Projects +12\n/.test((printed += String(chunk)))) break;
		const valueOf = (label: string) => new RegExp(`${label} +(\\S+)`).exec(printed)?.[1];
		const headers = { 'X-API-Key': valueOf('API key') };
		const { data } = await axios.get<object>(`${valueOf('Base URL')}/projects`, { headers });
		expect(data).toMatchObject({ pagination: { total_items: 12 } });
		started.kill('SIGINT');
		expect([await ended, await complaints]).toEqual([[0, null], '']);
	});

	it('refuses what is no number, and says so', async () => {
		const refusing = run('--projects', 'many');
		const [complaint, ending] = await Promise.all([text(refusing.stderr), once(refusing, 'exit')]);
		expect(complaint).toMatch(/--projects must be a number/);
		expect(ending).toEqual([1, null]);
	});
});

it('the service listens on loopback alone', async () => {
	const { sandbox } = await start();
	await expect(axios.get(sandbox.url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow(/REFUSED/);
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
	const waiting = app.list().catch(({ code }: { readonly code?: string }) => code);
	while (sandbox.requests.length === 0) await new Promise(setImmediate);
	await sandbox.stopListening();
	expect(await waiting).toBe('ECONNRESET');
	await sandbox.listenAgain();
	sandbox.configure({ latencyMs: 0 });
	expect(await app.statusFor(token)).toBe(200);
});
