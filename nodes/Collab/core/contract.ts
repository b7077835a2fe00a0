/** All knowledge of the service's JSON. Source: the service's interface specification v1.0.0, sections 2 and 4.1. */
import { type CollabError, malformed } from './errors';

export type JsonValue =
	| string
	| number
	| boolean
	| null
	| readonly JsonValue[]
	| { readonly [key: string]: JsonValue };

/** One entry of a list: an ID, and whatever else the service sent of it. */
export type Row = { readonly id: string } & { readonly [field: string]: JsonValue };

/** As the service sent it. The specification does not say which fields are always there, so only `id` is relied on. */
export type Project = Row;

/** Null for a field that the service left out, and for names such as "constructor" that every object has. */
export function ownField(project: Project, name: string): JsonValue {
	return Object.hasOwn(project, name) ? (project[name] ?? null) : null;
}

export type StatusFilter = 'all' | 'active' | 'archived';
export type SortField = 'updated_at' | 'created_at' | 'name';
export type SortOrder = 'desc' | 'asc';

/** Which projects, in which order: stays the same for all windows of a list. */
export interface ListQuery {
	readonly status: StatusFilter;
	readonly sortBy: SortField;
	readonly order: SortOrder;
}

/** Every project, whatever its status, the one that changed last first. */
export const NEWEST_FIRST = { status: 'all', sortBy: 'updated_at', order: 'desc' } as const;

/** An order which no change moves, and in which new projects come last. */
export const BY_CREATION = { sortBy: 'created_at', order: 'asc' } as const;

/** Every project, the one that was created last first. */
export const NEWEST_CREATED = { ...NEWEST_FIRST, sortBy: 'created_at' } as const;

/** What one request asks for: the rows from (page - 1) × perPage on, at most perPage of them. */
export interface PageRequest {
	readonly page: number;
	readonly perPage: number;
}

export interface Pagination {
	/** What the service really used; it may clamp what was asked for. */
	readonly perPage: number;
	readonly totalItems: number;
	readonly hasNext: boolean;
}

/** One accepted answer of the list-projects operation. */
export interface Page {
	readonly rows: readonly Row[];
	readonly pagination: Pagination;
	/** The service refused this page, though not an earlier one: the list has shrunk, or it is too far down. */
	readonly isRefused?: true;
	/** The service's own time in milliseconds since 1970, from the Date header; undefined without one. */
	readonly servedAtMs?: number;
}

/** Whether there are rows from an offset on, as an answer says. */
export const claimsRowsFrom = ({ pagination: { hasNext, totalItems } }: Page, offset: number) =>
	hasNext || totalItems > offset;

/** Sends one request; rejects with a CollabError. */
export type FetchPage = (query: ListQuery, request: PageRequest) => Promise<Page>;

/** The highest per_page that the specification allows (section 4.1). */
export const MAX_PER_PAGE = 100;

/** Every field is sent, so nothing depends on defaults that the specification leaves open. */
export function toQuery({ status, sortBy, order }: ListQuery, { page, perPage }: PageRequest) {
	return { page, per_page: perPage, status, sort_by: sortBy, order };
}

/** Accepts the body of a 200 answer, or fails with kind `malformed`. The rest of the package relies on the types. */
export function parsePage(body: unknown, { page }: PageRequest): Page {
	if (!isRecord(body)) throw wrongType('it', body, 'a JSON object');
	// Go writes an empty list as null.
	const data = body['data'] === null ? [] : body['data'];
	if (!Array.isArray(data)) throw wrongType('"data"', data, 'a list of projects');
	data.forEach(assertRow);
	const parsed = parsePagination(body['pagination'], page === 1 && data.length === 0);
	const found = toCount((body['pagination'] as { page?: unknown }).page) ?? page;
	if (found === page) return { rows: data as Row[], pagination: parsed };
	// Beyond the end, some services repeat their last page.
	if (found < page && !parsed.hasNext) return { rows: [], pagination: parsed };
	const wanted = `${page} (a cache or proxy may ignore the page number)`;
	throw malformed('wrongType', { label: '"pagination.page"', found: String(found), wanted });
}

function assertRow(value: unknown, index: number): asserts value is Row {
	const label = `project ${index + 1} of the page`;
	if (!isRecord(value)) throw wrongType(label, value);
	const { id } = value;
	if (typeof id !== 'string' || id === '') throw wrongType(`the "id" of ${label}`, id, 'a string');
}

function parsePagination(value: unknown, isEmpty: boolean): Pagination {
	if (!isRecord(value)) throw wrongType('"pagination"', value);
	const counts = isEmpty ? { ...value, total_items: value['total_items'] ?? 0 } : value;
	// Some services report here how many rows they return: none for an empty page.
	const perPage = parseCount(counts, 'per_page');
	const totalItems = parseCount(counts, 'total_items');
	const hasNext = value['has_next'];
	if (typeof hasNext !== 'boolean') throw wrongType('"pagination.has_next"', hasNext);
	// Where there is no page, some say that this is not the last one.
	return { perPage, totalItems, hasNext: hasNext && !(isEmpty && totalItems === 0) };
}

function parseCount(pagination: Record<string, unknown>, field: string): number {
	const value = pagination[field];
	const count = toCount(value);
	if (count === undefined)
		throw wrongType(`"pagination.${field}"`, value, 'a whole number, 0 or more');
	return count;
}

/** Databases and frameworks write some numbers as text. */
function toCount(value: unknown): number | undefined {
	const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

function wrongType(label: string, value: unknown, wanted?: string): CollabError {
	return malformed('wrongType', { label, found: typeName(value), wanted });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names a value's type without quoting it: an answer may hold anything, secrets included. */
function typeName(value: unknown): string {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (value === '') return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	return `a ${typeof value}`;
}
