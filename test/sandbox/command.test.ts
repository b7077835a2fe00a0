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
	it('prints where it is and how to get in, and ends on Ctrl-C', async () => {
		const { child, list, size } = await start('--projects', '12');
		const ended = once(child, 'exit');
		expect(size).toBe('12');
		expect((await list()).status).toBe(200);
		child.kill('SIGINT');
		expect(await ended).toEqual([0, null]);
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

	it('explains what can be set', async () => {
		const help = await text(run('--help').stdout);
		for (const option of [
			'--port',
			'--tls',
			'--projects',
			'--seed',
			'--latency-ms',
			'--requests-per-second',
			'--fault-rate',
			'--token-lifetime-seconds',
			'--changes-per-second',
			'--ties',
			'--nulls',
			'--without-updated-at',
			'--per-page-report',
			'--total-offset',
			'--stale-total-changes',
			'--create-before-select-rate',
			'--replica-lag-changes',
			'--date-offset-ms',
			'--compression',
			'--body',
		]) {
			expect(help).toContain(option);
		}
	});

	it.each([
		['--fault-rate', '2', 'between 0 and 1'],
		['--max-per-page', '500', 'from 1 to 100'],
		['--ties', 'none', 'Allowed choices are stable, reverse, random, hidden'],
		['--total-offset', 'few', 'a whole number'],
		['--body-targets', 'all', 'Allowed choices are list, error, token, revoke'],
	])('refuses a setting that makes no sense: %s %s', async (option, value, expected) => {
		const child = run(option, value);
		const [complaint, ending] = await Promise.all([text(child.stderr), once(child, 'exit')]);
		expect(complaint).toContain(expected);
		expect(ending).toEqual([1, null]);
	});

	it('waits before many answers at once without a warning', async () => {
		const { child, list } = await start('--projects', '1', '--latency-ms', '500');
		const complaints = text(child.stderr);
		await Promise.all(Array.from({ length: 20 }, async () => await list()));
		child.kill('SIGINT');
		expect(await complaints).toBe('');
	});

	it('starts as loose as it is set', async () => {
		const { list } = await start('--per-page-report', 'asked', '--total-offset', '-3');
		const { data } = await list('?per_page=300');
		expect(data.pagination).toMatchObject({ per_page: 300, total_items: 247 });
	});
});
