/** A list of which a test writes down what each answer holds, and how much of the poll's time is used by then. */
import type {
	JsonValue,
	ListQuery,
	Page,
	Project,
	SortOrder,
	PageRequest,
} from '../../../nodes/Collab/core/contract';
import { UPDATED } from '../../../nodes/Collab/core/scan/feed';
import type { FeedState } from '../../../nodes/Collab/core/scan/feedState';
import type { Row, VersionSet } from '../../../nodes/Collab/core/scan/news';
import type { Scan, ScanContext } from '../../../nodes/Collab/core/scan/scan';
import type { Instant } from '../../../nodes/Collab/core/time';
import { msAt, stampAt } from '../seconds';

/** More than any of these lists needs. */
const MAX_REQUESTS = 300;

export const FUTURE = '2031-01-01T00:00:00Z';

export function at(second: number): Instant {
	return { seconds: msAt(second) / 1000, fraction: '' };
}

/** As saved. */
export function keyAt(second: number): string {
	return at(second).seconds.toString(36);
}

/** Changed at that second; without other fields, p3 was changed at second 3. */
export function changed(second: number, fields: Record<string, JsonValue> = {}): Project {
	const updated_at = stampAt(second);
	return { id: `p${second}`, created_at: stampAt(0), updated_at, ...fields };
}

/** Created at that second, and never updated: it has no place in the feed of changed projects. */
export function unchanged(second: number): Project {
	return { id: `u${second}`, created_at: stampAt(second), updated_at: null };
}

/** One for each number from `from` to `to - 1`. */
export function each(from: number, to: number, make: (number: number) => Project): Project[] {
	return Array.from({ length: to - from }, (_, index) => make(from + index));
}

export function idsOf(news: readonly Row[]): string[] {
	return news.map(({ project }) => project.id);
}

/** p{from} to p{to - 1}. */
export function ids(from: number, to: number): string[] {
	return each(from, to, changed).map(({ id }) => id);
}

/** The versions of these projects; `size` where it matters. */
export function seenOf(projects: readonly Project[], size = projects.length): VersionSet {
	const versions = new Set(projects.map(versionOf));
	return { size, has: (project) => versions.has(versionOf(project)) };
}

function versionOf(project: Project): string {
	return JSON.stringify([project.id, project['created_at'], project['updated_at']]);
}

export class ScriptedList {
	/** What was asked for, such as `desc 2/10` for the second page of 10, newest first. */
	readonly asked: string[] = [];

	/** Status and field of all requests. */
	readonly queries = new Set<string>();

	timeUsed = 0;

	/** The service puts no more rows on a page. */
	maxPerPage = 100;

	/** The Date header; undefined: none. */
	servedAtMs: number | undefined = msAt(1_000);

	yields = 0;

	/** Called before each answer, with the number of requests so far and what is asked for. */
	beforeAnswer: (request: number, window: PageRequest) => void = () => {};

	/** Newest first. Without it, the other order reversed. */
	newestFirst: readonly Project[] | undefined;

	/** In ascending order of the stamp that is asked for, and of the name. */
	constructor(public oldestFirst: readonly Project[]) {}

	readonly fetchPage = async (query: ListQuery, window: PageRequest): Promise<Page> => {
		const { page, perPage } = window;
		this.asked.push(`${query.order} ${page}/${perPage}`);
		this.queries.add(`${query.status} ${query.sortBy}`);
		if (this.asked.length > MAX_REQUESTS) throw new Error('Too many requests');
		this.beforeAnswer(this.asked.length, window);
		return await Promise.resolve(this.answer(query.order, window));
	};

	contextWith(rest: Partial<ScanContext> = {}): ScanContext {
		return {
			fetchPage: this.fetchPage,
			feed: UPDATED,
			state: { phase: 'incremental' },
			seen: seenOf([]),
			low: undefined,
			lookBackMs: 0,
			runtime: {
				now: () => msAt(1_000),
				timeUsed: () => this.timeUsed,
				yieldToEventLoop: async () => {
					this.yields += 1;
					await Promise.resolve();
				},
			},
			...rest,
		};
	}

	private answer(order: SortOrder, { page, perPage: asked }: PageRequest): Page {
		const rows =
			order === 'asc' ? this.oldestFirst : (this.newestFirst ?? this.oldestFirst.toReversed());
		const perPage = Math.min(asked, this.maxPerPage);
		const totalItems = rows.length;
		const totalPages = Math.ceil(totalItems / perPage);
		return {
			projects: rows.slice((page - 1) * perPage, page * perPage),
			pagination: { page, perPage, totalItems, totalPages, hasNext: page < totalPages },
			...(this.servedAtMs !== undefined && { servedAtMs: this.servedAtMs }),
		};
	}
}

/** A scan newest first that is not complete. */
export function newestOf(rest: Partial<Scan>): Scan {
	const none = { news: [], low: undefined, reached: undefined, isComplete: false };
	return { ...none, otherRows: 0, totalItems: 0, hasUnstamped: false, ...rest };
}

/** Of a catch-up that has read to that offset, and to that second. */
export function goingOn(offset: number, second: number, rest: Partial<FeedState> = {}) {
	const state: FeedState = { phase: 'catchUp', offset, high: keyAt(second), ...rest };
	return { state };
}
