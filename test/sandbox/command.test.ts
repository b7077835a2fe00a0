import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import axios from 'axios';

const ROOT = join(__dirname, '..', '..');

function run(...options: string[]) {
	const parameters = ['--import', 'tsx', 'dev/sandbox/main.ts', ...options];
	return spawn(process.execPath, parameters, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
}

describe('npm run sandbox', () => {
	it('prints where it is and how to get in, and ends on Ctrl-C', async () => {
		const child = run('--port', '0', '--projects', '12');
		const ended = once(child, 'exit');
		let printed = '';
		for await (const chunk of child.stdout) {
			printed += String(chunk);
			if (/Projects +12/.test(printed)) break;
		}
		const baseUrl = /Base URL +(\S+)/.exec(printed)?.[1];
		const apiKey = /API key +(\S+)/.exec(printed)?.[1];
		const { status } = await axios.get(`${baseUrl}/projects`, { headers: { 'X-API-Key': apiKey } });
		expect(status).toBe(200);
		child.kill('SIGINT');
		expect(await ended).toEqual([0, null]);
	});

	it('explains what can be set', async () => {
		const help = await text(run('--help').stdout);
		for (const option of [
			'--port',
			'--projects',
			'--seed',
			'--latency-ms',
			'--requests-per-second',
			'--fault-rate',
			'--token-lifetime-seconds',
			'--changes-per-second',
		]) {
			expect(help).toContain(option);
		}
	});

	it('refuses a setting that makes no sense', async () => {
		const child = run('--fault-rate', '2');
		const [complaint, ending] = await Promise.all([text(child.stderr), once(child, 'exit')]);
		expect(complaint).toContain('between 0 and 1');
		expect(ending).toEqual([1, null]);
	});
});
