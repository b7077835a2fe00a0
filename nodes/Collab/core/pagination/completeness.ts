/**
 * Whether the passes over a list have read all of it. The overlap check argues from the order of rows, and services
 * exist that have none among equal sort values; so this check counts.
 */
import type { JsonValue, ListQuery, Page, Project, StatusFilter } from '../contract';
import {
	compareInstants,
	earlierOf,
	type Instant,
	instantFromMs,
	latestOf,
	parseInstant,
	plusMs,
} from '../time';

interface SeenRow {
	/** As it was read first. */
	readonly project: Project;
	readonly firstPass: number;
	lastPass: number;
	/** As it was read last. */
	updatedAt: JsonValue | undefined;
}

/** One pass over the list, with the rows that were read after it to catch up with changes. */
export interface PassRecord {
	readonly query: ListQuery;
	/** In milliseconds since 1970, on this machine's clock: used for durations only. */
	readonly startedAtMs: number;
	/** `total_items` of the first answer. */
	firstTotal: number;
	/** The service's time at the first answer, or the newest stamp in it if that is later. */
	servedAt: Instant | undefined;
	/** Whether an answer gave another total than the first one. */
	hasTotalChanged: boolean;
	/** Distinct rows. */
	rowCount: number;
	/** Whether it came to the end of the list. */
	isWhole: boolean;
	isStrict: boolean;
	hasCaughtUp: boolean;
}

/** What has been read of a list, by all passes. */
export interface ListRecord {
	readonly status: StatusFilter;
	readonly rows: Map<string, SeenRow>;
	readonly passes: PassRecord[];
	/** `total_items` of the last answer. */
	latestTotal: number;
}

type Verdict =
	/** Every project that existed from the first request to the last is there. */
	| 'complete'
	/** The passes agree with each other, and not with the service's count. */
	| 'countIsWrong'
	| 'incomplete';

const MS_PER_DAY = 86_400_000;

/** Stamps and clocks are cut off to seconds by some services. */
const STAMP_PRECISION_MS = 1_000;

/** Passes in a row that have to give the same rows before the service's count is called wrong. */
const AGREEING_PASSES = 3;

/** Passes that prove by order that the list is complete, before the service's larger count is called wrong: replicas lag. */
const PROOFS_AGAINST_COUNT = 2;

export function startRecord(status: StatusFilter): ListRecord {
	return { status, rows: new Map(), passes: [], latestTotal: 0 };
}

export function recordPass(record: ListRecord, query: ListQuery, startedAtMs: number): PassRecord {
	const pass: PassRecord = {
		query,
		startedAtMs,
		firstTotal: 0,
		servedAt: undefined,
		hasTotalChanged: false,
		rowCount: 0,
		isWhole: false,
		isStrict: false,
		hasCaughtUp: false,
	};
	record.passes.push(pass);
	return pass;
}

/** @param nowMs this machine's clock, for services that send no Date */
export function recordFirstAnswer(pass: PassRecord, page: Page, nowMs: number): void {
	pass.firstTotal = page.pagination.totalItems;
	const served = instantFromMs(page.servedAtMs ?? nowMs);
	pass.servedAt = latestOf([served, newestStamp(page, ['created_at', 'updated_at'])]);
}

/** Adds the answer to one window, and returns the rows that no pass before had seen. */
export function recordRows(
	record: ListRecord,
	rows: readonly Project[],
	totalItems: number,
): Project[] {
	const pass = record.passes.length - 1;
	const current = record.passes[pass];
	record.latestTotal = totalItems;
	for (const each of record.passes) each.hasTotalChanged ||= totalItems !== each.firstTotal;
	const added: Project[] = [];
	for (const project of rows) {
		const seen = record.rows.get(project.id);
		if (seen?.lastPass !== pass && current) current.rowCount++;
		const updatedAt = project['updated_at'];
		if (seen) Object.assign(seen, { lastPass: pass, updatedAt });
		else {
			record.rows.set(project.id, { project, firstPass: pass, lastPass: pass, updatedAt });
			added.push(project);
		}
	}
	return added;
}

/**
 * The list is complete when one of two independent proofs holds:
 *
 * - By count: take any pass. Of the rows seen in it or later, as many existed when it began as its first answer said.
 *   Then none is missing, and every project that exists from the first request to the last existed at that time.
 * - By order: a pass had only strict borders, and everything that changed meanwhile was read after it. Where the service
 *   counts more, this takes two passes: what was read after the first may have come from a replica that lags.
 */
export function judge(record: ListRecord, nowMs: number): Verdict {
	const { rows, passes, latestTotal } = record;
	const isCountShort = rows.size < latestTotal;
	const isCounted = passes.some(
		(pass, index) => countExisting(record, index, nowMs - pass.startedAtMs) >= pass.firstTotal,
	);
	if (isCounted && !isCountShort) return 'complete';
	const last = passes.at(-1);
	if (last && isProof(last)) {
		if (!isCountShort) return 'complete';
		if (passes.filter(isProof).length >= PROOFS_AGAINST_COUNT) return 'countIsWrong';
	}
	const recent = passes.filter(({ isWhole }) => isWhole).slice(-AGREEING_PASSES);
	const agrees = recent.every(({ rowCount }) => rowCount === rows.size);
	return agrees && recent.length === AGREEING_PASSES ? 'countIsWrong' : 'incomplete';
}

/** By order. */
const isProof = ({ isStrict, hasCaughtUp }: PassRecord) => isStrict && hasCaughtUp;

/** Whether the row was read before, as it is. */
function isKnown({ rows }: ListRecord, row: Project): boolean {
	const seen = rows.get(row.id);
	return seen !== undefined && seen.updatedAt === row['updated_at'];
}

/** Rows that existed when a pass began, `elapsedMs` ago, among those that were seen in it or later. */
function countExisting(
	{ rows, passes, status }: ListRecord,
	index: number,
	elapsedMs: number,
): number {
	const pass = passes[index];
	if (!pass || rows.size < pass.firstTotal) return 0;
	const until = pass.hasTotalChanged ? certainlyBefore(pass, rows, elapsedMs) : pass.servedAt;
	let count = 0;
	for (const { project, firstPass, lastPass } of rows.values()) {
		if (lastPass < index) continue;
		if (firstPass < index || existedBefore(project, until, status)) count++;
	}
	return count;
}

/** The service's clock may be ahead of its stamps: what is new is also within `elapsedMs` of the newest stamp. */
function certainlyBefore(
	{ servedAt }: PassRecord,
	rows: ListRecord['rows'],
	elapsedMs: number,
): Instant | undefined {
	let newest: Instant | undefined;
	for (const { project } of rows.values()) {
		newest = latestOf([newest, parseInstant(project['updated_at'])]);
	}
	const before = newest && plusMs(newest, -Math.ceil(elapsedMs) - STAMP_PRECISION_MS);
	return before && servedAt ? earlierOf(before, servedAt) : undefined;
}

/** A change of status may bring an old project into a filtered list: there, a changed row may be new. */
function existedBefore(
	project: Project,
	until: Instant | undefined,
	status: StatusFilter,
): boolean {
	const updated = status === 'all' ? undefined : parseInstant(project['updated_at']);
	const stamp = updated ?? parseInstant(project['created_at']);
	if (stamp === undefined) return true;
	// Stamps and clocks may be cut off to seconds: what is stamped like the answer may have come after it.
	return until !== undefined && compareInstants(stamp, until) < 0;
}

/** The newest stamp of a page that can be true: none that is more than a day later than the service's clock. */
function newestStamp(
	{ projects, servedAtMs }: Pick<Page, 'projects' | 'servedAtMs'>,
	fields: ReadonlyArray<'created_at' | 'updated_at'>,
): Instant | undefined {
	const limit = servedAtMs === undefined ? undefined : instantFromMs(servedAtMs + MS_PER_DAY);
	const stamps = projects.flatMap((project) => fields.map((field) => parseInstant(project[field])));
	return latestOf(
		stamps.map((at) => (at && limit && compareInstants(at, limit) > 0 ? undefined : at)),
	);
}

/** Of a list that was not read to its end: rows that stand before the run of equal values in which reading ended. */
interface Prefix {
	readonly query: ListQuery;
	readonly value: JsonValue;
	/** Offset of the run. */
	readonly start: number;
}

/** Rows of the prefix that were not read; only rows read in its order may have been recorded. */
export function missingRows({ rows }: ListRecord, { query, value, start }: Prefix): number {
	let read = 0;
	for (const { project } of rows.values()) if ((project[query.sortBy] ?? null) !== value) read++;
	return Math.max(0, start - read);
}

/**
 * Whether rows moved while the prefix was read. In the count, a row that came from behind makes up for one that is missing;
 * so everything that changed has to be read then.
 */
export function hasMoved(record: ListRecord, pass: PassRecord, prefix: Prefix): boolean {
	if (pass.hasTotalChanged || missingRows(record, prefix) > 0) return true;
	const { servedAt } = pass;
	const isAfter = (at: Instant | undefined) => at && servedAt && compareInstants(at, servedAt) > 0;
	return [...record.rows.values()].some(({ updatedAt }) => isAfter(parseInstant(updatedAt)));
}

/**
 * What changed in the last `elapsedMs` is stamped later than this. Measured back from the newest stamp, since the
 * service's stamps, its clock and this machine's need not agree; undefined while no row has a stamp.
 */
export function changedSince(
	page: Pick<Page, 'projects' | 'servedAtMs'>,
	elapsedMs: number,
): Instant | undefined {
	const { servedAtMs } = page;
	const newest = newestStamp(page, ['updated_at']);
	if (newest === undefined) return undefined;
	const latest = servedAtMs === undefined ? newest : earlierOf(newest, instantFromMs(servedAtMs));
	return plusMs(latest, -Math.ceil(elapsedMs) - STAMP_PRECISION_MS);
}

/** A change of a row without a stamp cannot be seen; such a row does not move. */
export function isChanged(record: ListRecord, row: Project): boolean {
	return parseInstant(row['updated_at']) !== undefined && !isKnown(record, row);
}

/** Whether its last change lies before that time. */
export function wasUpdatedBefore(row: Project, since: Instant | undefined): boolean {
	const at = parseInstant(row['updated_at']);
	return at !== undefined && since !== undefined && compareInstants(at, since) < 0;
}
