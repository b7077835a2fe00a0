import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { ownerOf } from '../../dev/demo/owner';
import { listeningOn, listensBeyondLoopback } from '../../dev/host/listening';
import { startForTest } from './caller';

const statusFor = async (url: string, host: string) =>
	(await axios.get(url, { headers: { Host: host }, validateStatus: () => true, maxRedirects: 0 }))
		.status;

describe('the sandbox', () => {
	const PAGES = [
		'/',
		'/main.js',
		'/console/service',
		'/v1/projects',
		'/oauth/authorize',
		'/nothing',
	];

	it.each([
		'evil.test',
		'evil.test:4010',
		'127.0.0.1.evil.test',
		'localhost.evil.test',
		'10.0.0.1',
	])('answers nothing to a page that calls it %j (DNS rebinding)', async (host) => {
		const sandbox = await startForTest({ projects: 1 });
		const statuses = await Promise.all(PAGES.map((page) => statusFor(sandbox.url + page, host)));
		// Node's own server refuses a request without a host by itself.
		if (host !== '') expect(new Set(statuses)).toEqual(new Set([421]));
		expect(statuses.every((status) => status >= 400)).toBe(true);
		const foreign = { headers: { Host: host }, validateStatus: () => true };
		await axios.post(`${sandbox.url}/console/projects`, { name: 'Forged' }, foreign);
		expect(sandbox.projects.size).toBe(1);
	});

	it.each(['localhost', 'LOCALHOST:4010', '127.0.0.1', '127.0.0.2:80', '[::1]', '[::1]:4010'])(
		'answers to the name %j of this machine',
		async (host) => {
			const sandbox = await startForTest({ projects: 1 });
			expect(await statusFor(`${sandbox.url}/console/service`, host)).toBe(200);
		},
	);

	it.each(['0.0.0.0', '::', '192.168.0.1', 'example.test'])(
		'does not listen on %s, where others could come',
		async (host) => {
			await expect(startForTest({ host })).rejects.toThrow(/this machine only/);
		},
	);

	it('listens on loopback alone', async () => {
		await startForTest({ projects: 1 });
		expect(await listeningOn(process.pid)).not.toEqual([]);
		expect(await listensBeyondLoopback(process.pid)).toEqual([]);
	});
});

describe('the owner of the demo', () => {
	let folder: string;
	beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'collab-demo-'))));
	afterEach(async () => await rm(folder, { recursive: true, force: true }));

	it('has a password that n8n takes, kept for nobody else to read', async () => {
		const { password } = await ownerOf(folder);
		expect(password).toMatch(/^(?=.*\d)(?=.*[A-Z]).{20,64}$/);
		const file = join(folder, 'owner-password');
		expect(await readFile(file, 'utf8')).toBe(password);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
	});

	it('has the same at the next start, and another in another folder', async () => {
		const first = await ownerOf(folder);
		expect(await ownerOf(folder)).toEqual(first);
		const other = await ownerOf(join(folder, 'other'));
		expect(other.password).not.toBe(first.password);
	});
});
