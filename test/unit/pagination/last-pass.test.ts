import { MAX_PER_PAGE, parsePage, type Project } from '../../../nodes/Collab/core/contract';
import type { FetchWindow } from '../../../nodes/Collab/core/pagination/pass';
import { paginate } from '../../../nodes/Collab/core/pagination/paginator';

const COUNT = 150;
const START_MS = Date.UTC(2026, 0, 1);

/** Page sizes of further passes: the first window of the last pass, the twelfth, is the only one of this size. */
const LAST_PASS_PER_PAGE = 87;

/**
 * Until the last pass, all stamps and names are equal, the first project is left out, and another one in each pass. Then the
 * list is in order.
 */
function serviceThatSettles(): FetchWindow {
	let isSettled = false;
	let leftOut = MAX_PER_PAGE;
	return async (_query, { page, perPage }) => {
		isSettled ||= perPage === LAST_PASS_PER_PAGE;
		// Reading what changed since a pass began takes pages of the largest size.
		if (page === 1 && perPage < MAX_PER_PAGE) leftOut = perPage;
		const rows = Array.from({ length: COUNT }, (_, index) => {
			const at = new Date(START_MS - (isSettled ? index * 3_600_000 : 0)).toISOString();
			const name = isSettled ? String(COUNT - index).padStart(3, '0') : 'Project';
			return { id: `p${index}`, name, created_at: at, updated_at: at };
		}).filter((_, index) => isSettled || (index > 0 && index !== leftOut));
		const pagination = { page, per_page: perPage, total_items: COUNT, total_pages: 2 };
		const data = rows.slice((page - 1) * perPage, page * perPage);
		const has_next = page * perPage < COUNT;
		return await Promise.resolve({
			...parsePage({ data, pagination: { ...pagination, has_next } }),
			servedAtMs: START_MS,
		});
	};
}

it('the last pass that is allowed may catch up and prove that the list is complete', async () => {
	const projects: Project[] = [];
	const query = { status: 'all', sortBy: 'updated_at', order: 'desc' } as const;
	const options = { query, limit: Infinity, now: () => START_MS };
	for await (const batch of paginate(serviceThatSettles(), options)) {
		projects.push(...batch.projects);
	}
	expect(new Set(projects.map(({ id }) => id)).size).toBe(COUNT);
	expect(projects).toHaveLength(COUNT);
});
