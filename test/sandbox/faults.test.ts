import type { SandboxOptions } from '../../dev/sandbox';
import { callerOf, startForTest, withKey, withToken } from './caller';

const PROJECTS = '/v1/projects';

async function outcomes(options: SandboxOptions, requests: number): Promise<string[]> {
	const sandbox = await startForTest({ projects: 5, ...options });
	const caller = callerOf(sandbox);
	const seen: string[] = [];
	for (let sent = 0; sent < requests; sent += 1) {
		const answer = caller.get(PROJECTS, withKey(sandbox));
		seen.push(await answer.then(({ status }) => String(status)).catch(codeOf));
	}
	return seen;
}

function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

it('fails as often as asked for, in both ways, and the same way for the same seed', async () => {
	const seen = await outcomes({ faultRate: 0.5, seed: 3 }, 40);
	expect(new Set(seen)).toEqual(new Set(['200', '503', 'ECONNRESET']));
	expect(await outcomes({ faultRate: 0.5, seed: 3 }, 40)).toEqual(seen);
	expect(await outcomes({ faultRate: 1 }, 5)).not.toContain('200');
	expect(new Set(await outcomes({ faultRate: 0 }, 20))).toEqual(new Set(['200']));
});

it('answers 429 with the seconds to wait when requests come too fast', async () => {
	const sandbox = await startForTest({ projects: 5, requestsPerSecond: 0.01 });
	const caller = callerOf(sandbox);
	expect((await caller.get(PROJECTS, withKey(sandbox))).status).toBe(200);
	const refused = await caller.get(PROJECTS, withKey(sandbox));
	expect(refused.status).toBe(429);
	expect(Number(refused.headers['retry-after'])).toBeGreaterThan(90);
	sandbox.configure({ requestsPerSecond: 0 });
	expect((await caller.get(PROJECTS, withKey(sandbox))).status).toBe(200);
});

it('changes projects by itself when asked to', async () => {
	const sandbox = await startForTest({ projects: 5 });
	const before = JSON.stringify(sandbox.projects.all());
	sandbox.configure({ changesPerSecond: 1000 });
	while (JSON.stringify(sandbox.projects.all()) === before) await new Promise(setImmediate);
});

it('answers nobody during an outage, and comes back at its address as it was', async () => {
	const sandbox = await startForTest({ projects: 5 });
	const caller = callerOf(sandbox);
	const { access_token: token } = await sandbox.issueToken();
	const { url } = sandbox;
	await sandbox.stopListening();
	expect(await caller.get(PROJECTS, withKey(sandbox)).catch(codeOf)).toBe('ECONNREFUSED');
	const { id } = sandbox.projects.create({ name: 'Created meanwhile' });
	await sandbox.listenAgain();
	expect(sandbox.url).toBe(url);
	const { data } = await caller.get<{ data: unknown[] }>(PROJECTS, withToken(token));
	expect(data.data).toContainEqual(sandbox.projects.get(id));
	expect((await caller.get(PROJECTS, withKey(sandbox))).status).toBe(200);
});

it.each([
	['stopListening', 'ECONNRESET'],
	['close', expect.anything()],
] as const)('lets callers that wait go: %s', async (end, outcome) => {
	const sandbox = await startForTest({ projects: 5, latencyMs: 600_000 });
	const waiting = callerOf(sandbox).get(PROJECTS, withKey(sandbox)).catch(codeOf);
	while (sandbox.requests.length === 0) await new Promise(setImmediate);
	await sandbox[end]();
	expect(await waiting).toEqual(outcome);
	await sandbox.close();
	await sandbox.close();
});
