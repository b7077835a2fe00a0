import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import axios from 'axios';
import type { AxiosResponse } from 'axios';
import type { ProjectList, Sandbox } from '../../dev/sandbox';
import { startForTest, withKey } from './caller';

/** Not held against the interface's document: most of these answers are outside of it. */
async function get(sandbox: Sandbox, params: Record<string, unknown> = {}) {
	const answer: AxiosResponse<ProjectList> = await axios.get(`${sandbox.baseUrl}/projects`, {
		...withKey(sandbox),
		params,
	});
	return answer;
}

const list = async (sandbox: Sandbox, params?: Record<string, unknown>) =>
	(await get(sandbox, params)).data;

it('lists as loosely as it is set; each liberty is tried in looseListing.random.test.ts', async () => {
	const loose = { ties: 'hidden', nulls: 'postgresql', perPageReport: 'asked' } as const;
	const sandbox = await startForTest({ projects: 0, totalOffset: -1, ...loose });
	for (const [id, updated_at] of Object.entries({ a: '2026-01-02Z', b: '2026-01-01Z', c: null }))
		sandbox.projects.create({ id, updated_at, created_at: '2026-01-01Z' });
	const answers = await Promise.all(
		['created_at', 'updated_at'].map((sort_by) => list(sandbox, { sort_by, per_page: 300 })),
	);
	expect(answers.map(({ data }) => data.map(({ id }) => id).join(''))).toEqual(['abc', 'cab']);
	for (const { pagination } of answers)
		expect(pagination).toMatchObject({ per_page: 300, total_items: 2 });
});

it.each([
	['gzip', gunzipSync],
	['br', brotliDecompressSync],
	['deflate', inflateSync],
] as const)('compresses as %s what is the same without', async (compression, decompress) => {
	const sandbox = await startForTest({ projects: 5, compression });
	const more = { decompress: false, responseType: 'arraybuffer' } as const;
	const answer = await axios.get<Buffer>(`${sandbox.baseUrl}/projects`, {
		...withKey(sandbox),
		...more,
	});
	expect(answer.headers['content-encoding']).toBe(compression);
	sandbox.configure({ compression: 'none' });
	expect(JSON.parse(decompress(answer.data).toString())).toEqual(await list(sandbox));
});

it('begins with projects that have no updated_at, and leaves the others as they are', async () => {
	const complete = await startForTest({ projects: 200 });
	const sandbox = await startForTest({ projects: 200, withoutUpdatedAt: 0.3 });
	const missing = sandbox.projects.all().filter(({ updated_at: stamp }) => stamp === null);
	expect(missing.length).toBeGreaterThan(30);
	expect(missing.length).toBeLessThan(90);
	for (const { updated_at: stamp, ...project } of sandbox.projects.all()) {
		const expected = complete.projects.get(project.id);
		expect({ ...project, updated_at: stamp ?? expected?.updated_at }).toEqual(expected);
	}
});

it('reports a total that is some changes old', async () => {
	const sandbox = await startForTest({ projects: 10, staleTotalChanges: 3 });
	for (let created = 0; created < 5; created += 1) sandbox.projects.create();
	const { data, pagination } = await list(sandbox, { per_page: 100 });
	expect([data.length, pagination.total_items]).toEqual([15, 12]);
});

it('creates a project between counting and selecting in some of the requests', async () => {
	const sandbox = await startForTest({ projects: 10, createBeforeSelectRate: 0.5 });
	const created: number[] = [];
	for (let sent = 0; sent < 40; sent += 1) {
		const { data, pagination } = await list(sandbox, { per_page: 100 });
		created.push(data.length - pagination.total_items);
	}
	expect(new Set(created)).toEqual(new Set([0, 1]));
	expect(created.filter((more) => more === 1)).toHaveLength(sandbox.projects.size - 10);
});

it('lets a test change projects between counting and selecting', async () => {
	const sandbox = await startForTest({
		projects: 10,
		beforeSelect: (projects) => void projects.remove(projects.all()[0]?.id ?? ''),
	});
	const { data, pagination } = await list(sandbox);
	expect([data.length, pagination.total_items]).toEqual([9, 10]);
});

it('answers from states that are some changes old', async () => {
	const sandbox = await startForTest({ projects: 0, replicaLagChanges: 3 });
	const { id } = sandbox.projects.create({ name: 'First' });
	sandbox.projects.update(id, { name: 'Second' });
	sandbox.projects.remove(id);
	const seen = new Set<string>();
	for (let sent = 0; sent < 60; sent += 1) {
		seen.add((await list(sandbox)).data.map(({ name }) => name).join() || 'none');
	}
	expect(seen).toEqual(new Set(['none', 'First', 'Second']));
});

it('answers from states that are some time old, and no older', async () => {
	let nowMs = Date.UTC(2026, 0, 1);
	const sandbox = await startForTest({ projects: 1, replicaLagMs: 5000, now: () => nowMs });
	const totals = async () => {
		const seen = new Set<number>();
		for (let sent = 0; sent < 40; sent += 1) seen.add((await list(sandbox)).data.length);
		return seen;
	};
	sandbox.projects.create();
	nowMs += 4000;
	sandbox.projects.create();
	expect(await totals()).toEqual(new Set([1, 2, 3]));
	nowMs += 2000;
	expect(await totals()).toEqual(new Set([2, 3]));
	nowMs += 60_000;
	expect(await totals()).toEqual(new Set([3]));
});

it('dates its answers by a skewed clock and stamps projects by the right one', async () => {
	const now = () => Date.UTC(2026, 0, 1, 12);
	const sandbox = await startForTest({ projects: 0, now, dateOffsetMs: -3_600_000 });
	const { updated_at: stamp } = sandbox.projects.create();
	expect(stamp).toBe('2026-01-01T12:00:00Z');
	expect((await get(sandbox)).headers['date']).toBe('Thu, 01 Jan 2026 11:00:00 GMT');
});
