import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import axios, { type AxiosRequestConfig } from 'axios';
import type { ProjectList } from '../../dev/sandbox';

const ROOT = join(__dirname, '..', '..');

const running: ChildProcess[] = [];

function run(...options: string[]) {
	const parameters = ['--import', 'tsx', 'dev/sandbox/main.ts', ...options];
	const child = spawn(process.execPath, parameters, {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	running.push(child);
	return child;
}

/** Runs the command until it has printed how to get in. */
async function start(...options: string[]) {
	const child = run('--port', '0', ...options);
	let printed = '';
	for await (const chunk of child.stdout) {
		printed += String(chunk);
		if (/Projects +\d+\n/.test(printed)) break;
	}
	const valueOf = (label: string) => new RegExp(`${label} +(\\S+)`).exec(printed)?.[1];
	const list = async (query = '', more: AxiosRequestConfig = {}) =>
		await axios.get<ProjectList>(`${valueOf('Base URL')}/projects${query}`, {
			...more,
			headers: { 'X-API-Key': valueOf('API key') },
		});
	return { child, list, size: valueOf('Projects') };
}

afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')));

describe('npm run sandbox', () => {
	it('prints where it is and how to get in, behaves as it is set, and ends on Ctrl-C without a word', async () => {
		const loose = ['--per-page-report', 'asked', '--total-offset', '-3'];
		const { child, list, size } = await start('--projects', '12', '--latency-ms', '500', ...loose);
		const ended = once(child, 'exit');
		const complaints = text(child.stderr);
		expect(size).toBe('12');
		// So many that wait make Node.js warn of a leak where each listens to the same signal.
		const lists = await Promise.all(
			Array.from({ length: 20 }, async () => await list('?per_page=300')),
		);
		for (const { data } of lists)
			expect(data.pagination).toMatchObject({ per_page: 300, total_items: 9 });
		child.kill('SIGINT');
		expect([await ended, await complaints]).toEqual([[0, null], '']);
	});

	it('serves https on request, and writes down whom to trust', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'collab-authority-'));
		const file = join(folder, 'authority.pem');
		const { list } = await start('--projects', '1', '--tls', file);
		await expect(list()).rejects.toThrow(/certificate/);
		const httpsAgent = new Agent({ ca: await readFile(file) });
		expect((await list('', { httpsAgent })).status).toBe(200);
		await rm(folder, { recursive: true });
	});

	it('refuses a setting that makes no sense, and says what makes sense', async () => {
		const child = run('--fault-rate', '2');
		const [complaint, ending] = await Promise.all([text(child.stderr), once(child, 'exit')]);
		expect(complaint).toMatch(/--fault-rate.*(between|from) 0 (and|to) 1/);
		expect(ending).toEqual([1, null]);
	});
});
