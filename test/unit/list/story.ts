/** Lists told by hand: what the service holds, request by request, and what was asked and given. Pages are small, to write them down. */
import type { ListQuery } from '../../../nodes/Collab/core/contract';
import { findRows, type RowQuery } from '../../../nodes/Collab/core/query/find';
import { type Behavior, SECOND, Service } from '../service';
import type { Stored } from '../versions';

/**
 * What the service holds, by the request from which on it does so; the first is 1. `c3` is project c, created at second 3;
 * `c3/7` was updated at second 7; `C3` is archived; `of 9` is how many the service says there are.
 */
type Lists = Readonly<Record<number, string>>;

/** The first answer leaves the service at second 1,000. */
const FIRST_SERVED_AT = 1_000;
const MAX_REQUESTS = 100;

export const msAt = (second: number): number => Date.UTC(2026, 2, 1) + second * SECOND;

function projectOf(text: string): Stored {
	const [, id = '', created, updated = created] = /^([a-zA-Z]+)(\d+)(?:\/(\d+))?$/.exec(text) ?? [];
	const status = id === id.toUpperCase() ? 'archived' : 'active';
	const stamp = (second = '') => new Date(msAt(Number(second))).toISOString();
	const name = id.toLowerCase();
	return { id: name, name, status, created_at: stamp(created), updated_at: stamp(updated) };
}

function hold(service: Service, list: string): void {
	const [text = '', total] = list.split(' of ');
	const rows = text.split(' ').filter(Boolean).map(projectOf);
	const isGone = (id: string) => !rows.some((row) => row.id === id);
	for (const id of service.ids.filter(isGone)) service.delete(id);
	for (const row of rows) service.put(row);
	service.behave({ totalOffset: total === undefined ? 0 : Number(total) - rows.length });
}

export interface Asked
	extends Partial<ListQuery>,
		Partial<Behavior>,
		Partial<Pick<RowQuery, 'filters' | 'matches'>> {
	readonly limit?: number;
	/** Equal values come in another order with every second request. */
	readonly turnsTies?: boolean;
}

/** Finds projects in a list told by hand; by name, if nothing else is said. */
export async function find(lists: Lists, asked: Asked = {}) {
	const { status = 'all', sortBy = 'name', order = 'asc', ...query } = asked;
	const service = new Service({ maxPerPage: 6, requestMs: SECOND, ...asked });
	service.nowMs = msAt(FIRST_SERVED_AT) - service.behavior.requestMs;
	service.beforeAnswer = (number) => {
		if (number > MAX_REQUESTS) throw new Error('Reading does not end');
		if (lists[number] !== undefined) hold(service, lists[number]);
		if (asked.turnsTies) service.behave({ ties: number % 2 === 0 ? 'reverse' : 'stable' });
	};
	const list = { status, sortBy, order };
	const { rows: projects, ...found } = await findIn(service, { list, ...query });
	return { ids: idsOf(projects).join(' '), asked: inRuns(service), ...found };
}

export const idsOf = (projects: ReadonlyArray<{ readonly id: string }>): string[] =>
	projects.map(({ id }) => id);

/** The order in which is asked, and the pages as number x rows: an order that is asked for again is not repeated. */
function inRuns({ asked }: Service): string {
	let last = '';
	const texts = asked.map(({ sortBy, order, page, perPage }) => {
		const isSame = last === `${sortBy} ${order}`;
		last = `${sortBy} ${order}`;
		return `${isSame ? '' : `, ${last}`} ${page}x${perPage}`;
	});
	return texts.join('').slice(2);
}

/** Each has stamps of its own, and the newest comes first, unless the fields say otherwise. */
export function quietRows(
	count: number,
	fieldsOf: (index: number) => Partial<Stored> = () => ({}),
): Stored[] {
	return Array.from({ length: count }, (_, index) => {
		const stamp = new Date(msAt(-60 * index)).toISOString();
		const id = `proj_${String(index + 1).padStart(6, '0')}`;
		const row = { id, name: id, status: 'active', created_at: stamp, updated_at: stamp };
		return { ...row, ...fieldsOf(index) };
	});
}

export const NEWEST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };
export const BY_NAME: ListQuery = { status: 'all', sortBy: 'name', order: 'asc' };

/** All projects, or the first ones; the newest first, unless another list is wanted. */
export async function findIn(
	service: Pick<Service, 'fetchPage'>,
	{ limit = Infinity, ...query }: Partial<RowQuery> & { readonly limit?: number } = {},
) {
	const usual = { list: NEWEST, filters: {}, matches: undefined };
	return await findRows(service.fetchPage, { ...usual, ...query }, limit);
}
