/** How often a list is read again, at most. */
import {
	type FetchPage,
	MAX_PER_PAGE,
	type Project,
	type PageRequest,
} from '../../../nodes/Collab/core/contract';
import { type ListOptions, paginate } from '../../../nodes/Collab/core/pagination/paginator';
import { idsOf, NEWEST_FIRST } from './listService';

const START_MS = Date.UTC(2026, 0, 1);

interface Answer {
	readonly projects: readonly Project[];
	readonly totalItems: number;
	readonly hasNext: boolean;
}

/** The error that reading ends in, and what was asked for until then. The first request is 1. */
async function failureOf(
	answer: (request: number, window: PageRequest) => Answer,
	msPerRequest = 0,
	options: Partial<ListOptions> = {},
) {
	const asked: PageRequest[] = [];
	const fetchPage: FetchPage = async (_query, window) => {
		const { projects, ...counts } = answer(asked.push(window), window);
		const pagination = { ...window, ...counts, totalPages: 2 };
		return await Promise.resolve({ projects, pagination, servedAtMs: START_MS });
	};
	const now = () => START_MS + asked.length * msPerRequest;
	const ids: string[] = [];
	try {
		const all = { query: NEWEST_FIRST, limit: Infinity, now, ...options };
		for await (const { projects } of paginate(fetchPage, all)) ids.push(...idsOf(projects));
	} catch (error) {
		return { error, asked };
	}
	throw new Error(`Read without an error: ${ids.join()}`);
}

const COUNT = 150;
const always = () => COUNT;
const changesOnce = (request: number) => COUNT + Number(request > 4);

/** Each pass leaves out the first project and another one; stamps and names are equal. */
it.each([
	['listUnstable where the total is always the same', 'listUnstable', always],
	['listKeptChanging where it changed once', 'listKeptChanging', changesOnce],
])(
	'after twelve passes that prove nothing, reading fails with %s',
	async (_name, kind, totalAt) => {
		const at = new Date(START_MS).toISOString();
		const rows = Array.from({ length: COUNT }, (_, index) => {
			return { id: `p${index}`, name: 'Project', created_at: at, updated_at: at };
		});
		let leftOut = MAX_PER_PAGE;
		const { error, asked } = await failureOf((request, { page, perPage }) => {
			// Reading what changed since a pass began takes pages of the largest size.
			if (page === 1 && perPage < MAX_PER_PAGE) leftOut = perPage;
			const projects = rows
				.filter((_, index) => index > 0 && index !== leftOut)
				.slice((page - 1) * perPage, page * perPage);
			return { projects, totalItems: totalAt(request), hasNext: page * perPage < COUNT };
		});
		const firstPages = asked.filter(({ page }) => page === 1).map(({ perPage }) => perPage);
		const sizes = [100, 97, 94, 91, 88, 85, 82, 99, 96, 93, 90, 87];
		expect([...new Set(firstPages)]).toEqual(sizes);
		// The last pass may catch up as well.
		expect(firstPages.at(-1)).toBe(MAX_PER_PAGE);
		const data = { rowsRead: COUNT - 1, totalItems: totalAt(Infinity), requests: asked.length };
		expect(error).toMatchObject({ kind, data });
	},
);

/** Only the first and the last two of 22 answers have rows; another row is missing in each pass, and d changes all the time. */
it('reading fails after 200 requests and 20 for each page of the list', async () => {
	const answer = (request: number, { page, perPage }: PageRequest) => {
		const isEmpty = request % 22 > 1 && request % 22 < 21;
		const leftOut = Math.floor((request - 1) / 66) % 3;
		const ids = ['a', 'b', 'c', 'd'].filter((_, index) => !isEmpty && index !== leftOut);
		const projects = ids.map((id) => {
			const seconds = id === 'd' ? request : 0;
			return { id, updated_at: new Date(START_MS + seconds * 1_000).toISOString() };
		});
		return { projects, totalItems: 12, hasNext: isEmpty && page * perPage < 12 };
	};
	const options = { maxPerPage: 10, maxConcurrentRequests: 1 };
	const { error } = await failureOf(answer, 3_600_000, options);
	// A list of 12 has 1.2 pages of 10.
	const data = { rowsRead: 4, totalItems: 12, requests: 225 };
	expect(error).toMatchObject({ kind: 'listUnstable', data });
});
