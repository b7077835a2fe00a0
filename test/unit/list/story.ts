/** Lists told by hand: what the service holds, request by request, and what was asked and given. Pages are small, to write them down. */
import type {
	FetchPage,
	ListQuery,
	Page,
	PageRequest,
	Project,
} from '../../../nodes/Collab/core/contract';
import { findProjects, type ProjectQuery } from '../../../nodes/Collab/core/query/find';
import { msAt, stampAt } from '../seconds';
import { idsOf } from './listService';

/**
 * What the service holds, by the request from which on it does so; the first is 1. `c3` is project c, created at second 3;
 * `c3/7` was updated at second 7; `C3` is archived; `of 9` is how many the service says there are.
 */
type Lists = Readonly<Record<number, string>>;

interface Service {
	/** The most rows of a page, whatever is asked for. */
	readonly pageSize?: number;
	/** Whether `per_page` is what was asked for, and not what it is. */
	readonly isClampUntold?: boolean;
	/** How long each takes. The first answer leaves the service at second 100. */
	readonly secondsPerRequest?: number;
	readonly hasDate?: boolean;
	/** Equal values come in another order with every second request. */
	readonly turnsTies?: boolean;
}

const FIRST_SERVED_AT = 100;
const MAX_REQUESTS = 100;

function projectOf(text: string): Project {
	const [, id = '', created, updated = created] = /^([a-zA-Z]+)(\d+)(?:\/(\d+))?$/.exec(text) ?? [];
	const status = id === id.toUpperCase() ? 'archived' : 'active';
	const [created_at = '', updated_at = ''] = [created, updated].map((at) => stampAt(Number(at)));
	return { id: id.toLowerCase(), name: id.toLowerCase(), status, created_at, updated_at };
}

function sorted(rows: Project[], { sortBy, order }: ListQuery, areTiesTurned: boolean): Project[] {
	const sign = order === 'asc' ? 1 : -1;
	const compare = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : Number(a !== b));
	const tieSign = areTiesTurned ? -sign : sign;
	return rows.sort((a, b) => sign * compare(a[sortBy], b[sortBy]) || tieSign * compare(a.id, b.id));
}

function tell(lists: Lists, service: Service = {}) {
	const { pageSize = 6, isClampUntold, secondsPerRequest = 1, hasDate = true } = service;
	const asked: string[] = [];
	const listAt = (request: number): string => lists[request] ?? listAt(request - 1);
	const secondAt = (request: number) => FIRST_SERVED_AT + (request - 1) * secondsPerRequest;

	const answer = (query: ListQuery, window: PageRequest): Page => {
		const number = asked.push(`${query.sortBy} ${query.order} ${window.page}x${window.perPage}`);
		if (number > MAX_REQUESTS) throw new Error('Reading does not end');
		const [text = '', total] = listAt(number).split(' of ');
		const held = text.split(' ').filter(Boolean).map(projectOf);
		const all = held.filter(({ status }) => query.status === 'all' || status === query.status);
		const rows = sorted(all, query, service.turnsTies === true && number % 2 === 0);
		const perPage = Math.min(window.perPage, pageSize);
		const totalItems = Number(total ?? all.length);
		const start = (window.page - 1) * perPage;
		return {
			projects: rows.slice(start, start + perPage),
			pagination: {
				page: window.page,
				perPage: isClampUntold ? window.perPage : perPage,
				totalItems,
				totalPages: Math.ceil(totalItems / perPage),
				hasNext: start + perPage < totalItems,
			},
			...(hasDate ? { servedAtMs: msAt(secondAt(number)) } : {}),
		};
	};
	// Requests that are sent at once are answered in their order.
	const fetchPage: FetchPage = async (...request) => {
		const page = answer(...request);
		await new Promise(setImmediate);
		return page;
	};
	/** This machine's clock is an hour ahead of the service's. */
	const now = () => msAt(secondAt(asked.length + 1) + 3_600);
	return { asked, fetchPage, now };
}

interface Asked
	extends Partial<ListQuery>,
		Service,
		Partial<Pick<ProjectQuery, 'filters' | 'matches'>> {
	readonly limit?: number;
}

/** Finds projects in a list told by hand; by name, if nothing else is said. */
export async function find(lists: Lists, { limit = Infinity, ...how }: Asked = {}) {
	const { status = 'all', sortBy = 'name', order = 'asc', filters = {}, matches } = how;
	const { asked, fetchPage, now } = tell(lists, how);
	const query = { list: { status, sortBy, order }, filters, matches, now };
	const { projects, ...found } = await findProjects(fetchPage, query, limit);
	return { ids: idsOf(projects).join(' '), asked: inRuns(asked), ...found };
}

/** The order in which is asked, and the pages as number x rows: an order that is asked for again is not repeated. */
function inRuns(asked: readonly string[]): string {
	const runs: string[] = [];
	for (const request of asked) {
		const [order, window] = request.split(/ (?=\d)/);
		const last = runs.at(-1);
		if (last?.startsWith(`${order} `)) runs[runs.length - 1] = `${last} ${window}`;
		else runs.push(request);
	}
	return runs.join(', ');
}
