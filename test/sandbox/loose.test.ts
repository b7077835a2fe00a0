import axios from 'axios';
import type { AxiosResponse } from 'axios';
import type { ProjectList, Sandbox, SandboxOptions } from '../../dev/sandbox';
import { withKey } from './caller';
import { startForTest } from './started';

const SAME = '2026-01-01T00:00:00Z';

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
const idsOf = ({ data }: ProjectList) => data.map(({ id }) => id.replace('proj_', ''));

/** Six projects: a to d share created_at and differ in updated_at, e and f have no updated_at. */
async function startWithTies(options: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startForTest({ projects: 0, ...options });
	['c', 'a', 'd', 'b'].forEach((id, index) =>
		sandbox.projects.create({
			id: `proj_${id}`,
			created_at: SAME,
			updated_at: `2026-01-0${index + 2}T00:00:00Z`,
		}),
	);
	for (const id of ['f', 'e']) {
		sandbox.projects.create({ id: `proj_${id}`, created_at: SAME, updated_at: null });
	}
	return sandbox;
}

it.each([
	['stable', 'abcdef'],
	['reverse', 'fedcba'],
	['hidden', 'efcadb'],
] as const)('puts equal values in the order %s', async (ties, expected) => {
	const sandbox = await startWithTies({ ties });
	const { data } = await list(sandbox, { sort_by: 'created_at', order: 'asc' }).then((page) => ({
		data: idsOf(page).join(''),
	}));
	expect(data).toBe(expected);
});

it('sorts by another hidden column when one is named', async () => {
	const sandbox = await startWithTies({ ties: 'hidden', hiddenColumn: 'task_count' });
	sandbox.projects.update('proj_d', { task_count: 7 });
	const page = await list(sandbox, { sort_by: 'created_at', order: 'desc' });
	expect(idsOf(page).join('')).toBe('dfecba');
});

it('shuffles equal values anew for every request, and only those', async () => {
	const sandbox = await startForTest({ projects: 60, ties: 'random' });
	for (const { id } of sandbox.projects.all().slice(0, 50)) {
		sandbox.projects.update(id, { created_at: SAME });
	}
	const pages: ProjectList[] = [];
	while (pages.length < 5) {
		pages.push(await list(sandbox, { sort_by: 'created_at', order: 'desc', per_page: 60 }));
	}
	expect(new Set(pages.map((page) => idsOf(page).join())).size).toBe(5);
	const stamps = pages.map(({ data }) => data.map((project) => project.created_at));
	for (const values of stamps) expect(values).toEqual([...values].sort().reverse());
});

it.each([
	['first', 'asc', 'efcadb'],
	['first', 'desc', 'febdac'],
	['last', 'asc', 'cadbef'],
	['last', 'desc', 'bdacfe'],
	['postgresql', 'asc', 'cadbef'],
	['postgresql', 'desc', 'febdac'],
	['mysql', 'asc', 'efcadb'],
	['mysql', 'desc', 'bdacfe'],
] as const)('puts projects without a value %s in order %s', async (nulls, order, expected) => {
	const sandbox = await startWithTies({ nulls });
	expect(idsOf(await list(sandbox, { sort_by: 'updated_at', order })).join('')).toBe(expected);
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

it.each([
	['asked', 500, 500],
	['clamped', 100, 100],
	['returned', 100, 37],
] as const)('reports per_page as %s', async (perPageReport, first, second) => {
	const sandbox = await startForTest({ projects: 137, perPageReport });
	const pages = await Promise.all([1, 2].map((page) => list(sandbox, { page, per_page: 500 })));
	expect(pages.map(({ data }) => data.length)).toEqual([100, 37]);
	expect(pages.map(({ pagination }) => pagination.per_page)).toEqual([first, second]);
});

it('reports a total that is wrong, and pages that follow from it', async () => {
	const sandbox = await startForTest({ projects: 100, totalOffset: -1 });
	const { data, pagination } = await list(sandbox, { page: 1, per_page: 99 });
	expect(data).toHaveLength(99);
	expect(pagination).toMatchObject({ total_items: 99, total_pages: 1, has_next: false });
	sandbox.configure({ totalOffset: 5 });
	expect((await list(sandbox, { per_page: 100 })).pagination).toMatchObject({
		total_items: 105,
		has_next: true,
	});
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

it('returns every project exactly once over its pages whenever equal values keep their order', async () => {
	for (const ties of ['stable', 'reverse', 'hidden'] as const) {
		for (const nulls of ['first', 'last', 'postgresql', 'mysql'] as const) {
			const sandbox = await startForTest({ projects: 130, withoutUpdatedAt: 0.4, ties, nulls });
			const pages = [1, 2, 3, 4].map((page) => list(sandbox, { page, per_page: 37 }));
			const ids = (await Promise.all(pages)).flatMap(idsOf);
			expect(ids).toHaveLength(130);
			expect(new Set(ids).size).toBe(130);
		}
	}
});
