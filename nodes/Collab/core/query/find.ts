/** Runs a query: reads as much of the list as it takes, and no more. */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Page, type Row } from '../contract';
import { CollabError } from '../errors';
import type { Outcome } from '../list/reading';
import { readWholeList } from '../list/wholeList';
import { WindowReader } from '../list/windowReader';
import { assertStampsReadable, withMissed } from '../order';
import { parseInstant } from '../time';
import { type Bounds, boundsIn, type Predicate } from './predicate';
import { firstByTime, planQuery, type QueryPlan, sortByTime } from './queryPlan';

export interface RowQuery {
	readonly list: ListQuery;
	readonly filters: Bounds;
	/** What the filters let pass; undefined without filters. */
	readonly matches: Predicate | undefined;
}

/** How much of the list was read. */
export interface Progress {
	/** Distinct rows that were read, and how many there are, as the service says. */
	readonly rowsRead: number;
	readonly totalItems: number;
	/** Whether the service counts more rows than it shows. */
	readonly countsMore: boolean;
}

export interface Found extends Progress {
	/** They are in the order asked for. */
	readonly rows: readonly Row[];
	/** Whether the limit left rows out that match, or that were not read and may match. */
	readonly isCut: boolean;
	/** Of the rows that were read, before the limit. */
	readonly matchCount: number;
	/** How many match; undefined where reading ended before that was known. */
	readonly total: number | undefined;
}

/** The first `limit` rows that match, in the order asked for: what filtering and cutting the whole list gives. */
export async function findRows(
	fetchPage: FetchPage,
	query: RowQuery,
	limit: number,
): Promise<Found> {
	const { list, filters } = query;
	const fetchChecked = withReadableStamps(fetchPage, query);
	const plan = planQuery(list, filters, limit);
	if (!plan.isPast && limit === Infinity) return await findInAll(fetchChecked, query, limit);
	const first = await findFirst(fetchChecked, query, plan, limit);
	if (first) return first;
	const found = await findInAll(fetchChecked, query, limit);
	// The first reading saw or counted some.
	if (found.rowsRead === 0) throw new CollabError('listUnstable', { totalItems: found.totalItems });
	return found;
}

/** Times that cannot be read at all would look like projects that do not match. */
function withReadableStamps(fetchPage: FetchPage, { list, filters }: RowQuery): FetchPage {
	const sortedBy = [list.sortBy, ...boundsIn(filters).map(({ sortBy }) => sortBy)];
	const stamps = sortedBy.filter((field) => field !== 'name');
	return async (...request) => {
		const page = await fetchPage(...request);
		for (const field of stamps) assertStampsReadable(page.rows, field);
		return page;
	};
}

/** Reads no further than it has to; undefined where that does not show which rows are the first. */
async function findFirst(
	fetchPage: FetchPage,
	{ list, matches }: RowQuery,
	plan: QueryPlan,
	limit: number,
): Promise<Found | undefined> {
	const isReordered = plan.list !== list;
	const enough = isReordered ? Infinity : limit;
	let hasPassed = false;
	const kept = new Map<string, Row>();
	const placed = (): Row[] => reader.rows.inOrder().flatMap((id) => kept.get(id) ?? []);
	const take = (_added: readonly Row[], page: Page) => {
		for (const row of page.rows)
			if (matches?.(row) ?? true) kept.set(row.id, row);
			else kept.delete(row.id);
		// The first row past a time filter ends the reading: none after it matches.
		hasPassed = page.rows.some((row) => plan.isPast?.(row));
		return hasPassed || (kept.size >= enough && placed().length >= enough);
	};
	const options = { take, ...(!matches && { likely: enough }) };
	const reader: WindowReader = new WindowReader(fetchPage, plan.list, options);
	const outcome = await reader.read();
	const { totalItems } = reader.ending;
	const progress = { rowsRead: reader.rows.count, totalItems, countsMore: false };
	if (outcome === 'refused') throw new CollabError('deepPagesRefused', progress);
	const matching = placed();
	const first = isReordered ? firstByTime(matching, limit, list) : matching;
	if (!first || !showsFirst(outcome, reader, matching.length === kept.size)) return undefined;
	const isWhole = outcome === 'listEnd' || hasPassed || reader.rows.count >= totalItems;
	return foundIn(first, limit, progress, isWhole ? first.length : counted(matches, totalItems));
}

/** Without filters, the service's own count is how many match. */
const counted = (matches: Predicate | undefined, total: number) => (matches ? undefined : total);

/** Where more rows are counted or were read than the list shows, the whole list says which are there. */
const showsFirst = (outcome: Outcome, { ending }: WindowReader, areAllPlaced: boolean) =>
	outcome === 'enough' || (outcome === 'listEnd' && !ending.countsMore && areAllPlaced);

async function findInAll(
	fetchPage: FetchPage,
	{ list, matches = () => true }: RowQuery,
	limit: number,
): Promise<Found> {
	const { placed, ...whole } = await readWholeList(fetchPage, list);
	const matching = whole.rows.filter(matches);
	const byName = list.sortBy === 'name';
	const rows = byName
		? withMissed(placed.filter(matches), matching, list.order)
		: sortByTime(matching, list);
	const isTimed = (row: Row) => parseInstant(row[list.sortBy]) !== undefined;
	if (rows.length <= limit || byName || rows.every(isTimed))
		return foundIn(rows, limit, whole, rows.length);
	// The specification does not say where rows without a time stand, so the service shows it.
	const [top] = (await fetchPage(list, { page: 1, perPage: MAX_PER_PAGE })).rows;
	const isFirst = (row: Row) => isTimed(row) === (top !== undefined && isTimed(top));
	const split = [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))];
	return foundIn(split, limit, whole, split.length);
}

function foundIn(rows: readonly Row[], limit: number, progress: Progress, total?: number): Found {
	return {
		...progress,
		rows: rows.slice(0, limit),
		isCut: total === undefined || total > limit,
		matchCount: rows.length,
		total,
	};
}
