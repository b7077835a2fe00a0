/** How often a list is read again, at most. */
import {
	type ListQuery,
	MAX_PER_PAGE,
	parsePage,
	type Project,
	type Window,
} from '../../../nodes/Collab/core/contract';
import type { FetchWindow } from '../../../nodes/Collab/core/pagination/pass';
import { type ListOptions, paginate } from '../../../nodes/Collab/core/pagination/paginator';
import { NEWEST_FIRST } from './quietService';

const COUNT = 150;
const START_MS = Date.UTC(2026, 0, 1);

/** Page sizes of further passes: the first window of the last pass, the twelfth, is the only one of this size. */
const LAST_PASS_PER_PAGE = 87;

interface Service {
	readonly isSettled: (window: Window) => boolean;
	readonly totalAt: (request: number) => number;
}

/**
 * Until it has settled, all stamps and names are equal, the first project is left out, and another one in each pass. Then the
 * list is in order.
 */
function serviceThatSettles({ isSettled: settlesAt, totalAt }: Service) {
	const firstWindows = new Set<number>();
	let [isSettled, leftOut, requests] = [false, MAX_PER_PAGE, 0];
	const fetchWindow: FetchWindow = async (_query, window) => {
		const { page, perPage } = window;
		requests += 1;
		isSettled ||= settlesAt(window);
		// Reading what changed since a pass began takes pages of the largest size.
		if (page === 1 && perPage < MAX_PER_PAGE) leftOut = perPage;
		if (page === 1) firstWindows.add(perPage);
		const rows = Array.from({ length: COUNT }, (_, index) => {
			const at = new Date(START_MS - (isSettled ? index * 3_600_000 : 0)).toISOString();
			const name = isSettled ? String(COUNT - index).padStart(3, '0') : 'Project';
			return { id: `p${index}`, name, created_at: at, updated_at: at };
		}).filter((_, index) => isSettled || (index > 0 && index !== leftOut));
		const total_items = totalAt(requests);
		const pagination = { page, per_page: perPage, total_items, total_pages: 2 };
		const data = rows.slice((page - 1) * perPage, page * perPage);
		const has_next = page * perPage < COUNT;
		return await Promise.resolve({
			...parsePage({ data, pagination: { ...pagination, has_next } }),
			servedAtMs: START_MS,
		});
	};
	return { fetchWindow, firstWindows, requestsSent: () => requests };
}

async function read(fetchWindow: FetchWindow, changed: Partial<ListOptions> = {}) {
	const projects: Project[] = [];
	const options = { query: NEWEST_FIRST, limit: Infinity, now: () => START_MS, ...changed };
	for await (const batch of paginate(fetchWindow, options)) projects.push(...batch.projects);
	return projects;
}

const never = () => false;
const always = () => COUNT;

it('the last pass that is allowed may catch up and prove that the list is complete', async () => {
	const isSettled = ({ perPage }: Window) => perPage === LAST_PASS_PER_PAGE;
	const projects = await read(serviceThatSettles({ isSettled, totalAt: always }).fetchWindow);
	expect(new Set(projects.map(({ id }) => id)).size).toBe(COUNT);
	expect(projects).toHaveLength(COUNT);
});

it.each([
	['listUnstable where the total is always the same', 'listUnstable', always],
	[
		'listKeptChanging where it changed once',
		'listKeptChanging',
		(request: number) => COUNT + Number(request > 4),
	],
])(
	'after twelve passes that prove nothing, reading fails with %s',
	async (_name, kind, totalAt) => {
		const service = serviceThatSettles({ isSettled: never, totalAt });
		const error: unknown = await read(service.fetchWindow).catch((reason: unknown) => reason);
		const sizes = [100, 97, 94, 91, 88, 85, 82, 99, 96, 93, 90, LAST_PASS_PER_PAGE];
		expect([...service.firstWindows]).toEqual(sizes);
		const data = {
			rowsRead: COUNT - 1,
			totalItems: totalAt(Infinity),
			requests: service.requestsSent(),
		};
		expect(error).toMatchObject({ kind, data });
	},
);

/** Only the first and the last two of 22 answers have rows; another row is missing in each pass, and d changes all the time. */
it('reading fails after 200 requests and 20 for each page of the list', async () => {
	let requests = 0;
	const fetchWindow = async (_query: ListQuery, { page, perPage }: Window) => {
		requests += 1;
		const isEmpty = requests % 22 > 1 && requests % 22 < 21;
		const leftOut = Math.floor((requests - 1) / 66) % 3;
		const rows = ['a', 'b', 'c', 'd'].filter((_, index) => !isEmpty && index !== leftOut);
		const data = rows.map((id) => {
			const seconds = id === 'd' ? requests : 0;
			return { id, updated_at: new Date(START_MS + seconds * 1_000).toISOString() };
		});
		const counts = { page, per_page: perPage, total_items: 12, total_pages: 2 };
		const pagination = { ...counts, has_next: isEmpty && page * perPage < 12 };
		return await Promise.resolve({ ...parsePage({ data, pagination }), servedAtMs: START_MS });
	};
	const now = () => START_MS + requests * 3_600_000;
	const reading = read(fetchWindow, { now, maxPerPage: 10, maxConcurrentRequests: 1 });
	// A list of 12 has 1.2 pages of 10.
	const data = { rowsRead: 4, totalItems: 12, requests: 225 };
	await expect(reading).rejects.toMatchObject({ kind: 'listUnstable', data });
});
