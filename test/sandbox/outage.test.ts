import { startSandbox } from '../../dev/sandbox';
import type { Sandbox } from '../../dev/sandbox';
import { callerOf, withKey, withToken } from './caller';

const PROJECTS = '/v1/projects';

let sandbox: Sandbox;

beforeEach(async () => void (sandbox = await startSandbox({ projects: 5 })));
afterEach(async () => await sandbox.close());

const codeOf = (error: unknown) =>
	error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
const errorOf = async (request: Promise<unknown>) => await request.then(() => 'none', codeOf);

it('nobody answers during an outage, and the service comes back at its address as it was', async () => {
	const caller = callerOf(sandbox);
	const { access_token: token } = await sandbox.issueToken();
	const { url } = sandbox;
	await sandbox.stopListening();
	expect(await errorOf(caller.get(PROJECTS, withKey(sandbox)))).toBe('ECONNREFUSED');
	const { id } = sandbox.projects.create({ name: 'Created meanwhile' });
	await sandbox.listenAgain();
	expect(sandbox.url).toBe(url);
	const { data } = await caller.get<{ data: unknown[] }>(PROJECTS, withToken(token));
	expect(data.data).toContainEqual(sandbox.projects.get(id));
	expect((await caller.get(PROJECTS, withKey(sandbox))).status).toBe(200);
});

it('an outage breaks the connections of callers that wait', async () => {
	sandbox.configure({ latencyMs: 600_000 });
	const waiting = errorOf(callerOf(sandbox).get(PROJECTS, withKey(sandbox)));
	while (sandbox.requests.length === 0) await new Promise(setImmediate);
	await sandbox.stopListening();
	expect(await waiting).toBe('ECONNRESET');
	sandbox.configure({ latencyMs: 0 });
	await sandbox.listenAgain();
	expect((await callerOf(sandbox).get(PROJECTS, withKey(sandbox))).status).toBe(200);
});

it('closes during an outage, and more than once', async () => {
	await sandbox.stopListening();
	await sandbox.close();
	await sandbox.close();
});
