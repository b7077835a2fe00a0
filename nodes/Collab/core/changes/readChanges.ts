/** Reads what changed, newest first, and over further polls what a poll has no time for. */
import { type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';
import { FirstRowsReader, type ReadingEnd, type ReadingOptions } from '../list/firstRows';
import { parseInstant } from '../time';
import type { KnownProjects } from './known';
import { MAX_CHANGES, type PollContext, TIME_TO_READ } from './options';
import type { Backlog, TriggerState } from './state';
import { lookBackFrom, lookBackSeconds, nextWatermarks, presentOf } from './watermarks';

/** What a poll changes of the state by reading. */
export interface Progress
	extends Pick<
		TriggerState,
		'high' | 'low' | 'newSince' | 'quietSinceMs' | 'backlog' | 'totalItems' | 'hasUnstamped'
	> {
	/** Whether projects without `updated_at` stand before those that changed: then the watermarks stay. */
	readonly isBlocked?: boolean;
}

/** Every status: a project that was archived has to be seen to be delivered. */
const NEWEST_FIRST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };
const LAST_CREATED_FIRST: ListQuery = { status: 'all', sortBy: 'created_at', order: 'desc' };

/** Rows of the first request of an idle poll. */
const MIN_FIRST_PAGE = 10;

/** Known rows in a row after which Look Back ends: for the sake of a backlog on a slow service; of either; and for any. */
const MIN_KNOWN_ROWS = 10;
const KNOWN_ROWS = 100;
const MAX_KNOWN_ROWS = 10_000;

/** The share of a poll's time after which a service is slow. */
const TIME_FOR_LOOK_BACK = 0.25;

/** How a poll reads one part of the list. */
interface Part {
	/** Down to which second; undefined: to the end of the list. */
	readonly low: number | undefined;
	/** Whether it only learns what there is: then it reads Look Back below the newest row. */
	readonly isBaseline?: boolean;
	/** Known rows in a row after which it is enough. */
	readonly knownRows?: () => number;
}

/** Takes the rows of one part, newest first. */
class PartReading {
	/** The newest second read that is not in the future; of part of a list that is all in the future, the present. */
	get reached(): number | undefined {
		return this.newest ?? (this.isDone ? undefined : this.present);
	}

	/** Of the last row read; undefined where that has no `updated_at`. */
	last: number | undefined;

	hasUnstamped = false;

	/** Whether all down to `low` was read. */
	isDone = false;

	private low: number | undefined;

	private newest: number | undefined;

	/** In seconds; undefined before the first answer. */
	private present: number | undefined;

	private knownInARow = 0;

	constructor(
		private readonly context: PollContext,
		private readonly known: KnownProjects,
		private readonly part: Part,
	) {
		this.low = part.low;
	}

	/** Whether there is neither time nor room for more. */
	get isFull(): boolean {
		const isOutOfTime = this.context.runtime.timeUsed() > TIME_TO_READ;
		return isOutOfTime || this.known.size > MAX_CHANGES - MAX_PER_PAGE;
	}

	/** Whether projects without `updated_at` are taken where they stand. */
	get takesAll(): boolean {
		return this.part.low === undefined && this.part.isBaseline !== true;
	}

	/** Returns whether that is enough. */
	take(rows: readonly Project[], { projects, servedAtMs }: Page): boolean {
		this.present ??= presentOf(servedAtMs, this.context.runtime.now());
		const last = projects.at(-1);
		this.last = last && secondOfUpdate(last);
		for (const row of rows) if (!this.isDone) this.takeRow(row);
		return this.isDone || this.isFull || (this.hasUnstamped && !this.takesAll);
	}

	private takeRow(project: Project): void {
		const second = secondOfUpdate(project);
		if (second === undefined) this.hasUnstamped = true;
		else this.noteStamp(second);
		if (this.isDone || (second === undefined && !this.takesAll)) return;
		const row = this.known.rowOf(project);
		const isKnown = this.known.isKnown(row);
		this.knownInARow = isKnown ? this.knownInARow + 1 : 0;
		if (this.part.isBaseline) this.known.learn(row);
		else if (!isKnown) this.known.add(row);
		this.isDone = this.knownInARow >= (this.part.knownRows?.() ?? Infinity);
	}

	private noteStamp(second: number): void {
		if (this.isCredible(second)) this.newest ??= second;
		if (this.part.isBaseline && this.newest !== undefined) {
			this.low ??= lookBackFrom(this.newest, lookBackSeconds(this.context));
		}
		this.isDone = this.low !== undefined && second < this.low;
	}

	private isCredible(second: number): boolean {
		return this.present === undefined || second <= this.present;
	}
}

/** What is new since the last poll, down to the low watermark; then as much of the backlog as there is time for. */
export async function readChanges(
	context: PollContext,
	before: TriggerState,
	known: KnownProjects,
): Promise<Progress> {
	const { backlog, low } = before;
	// Projects without a stamp may stand before all others; they are compared when the backlog is read.
	if (backlog && before.hasUnstamped) {
		return { ...before, ...(await readBacklog(context, backlog, known)) };
	}
	const isBaseline = low === undefined && backlog === undefined;
	const isBeginning = low === undefined && before.began === undefined;
	if (backlog && isBeginning) known.began = await newestCreation(context, known);
	const reading = new PartReading(context, known, {
		low,
		isBaseline,
		knownRows: () => {
			const isSlow = context.runtime.timeUsed() > TIME_FOR_LOOK_BACK;
			if (backlog && isSlow) return MIN_KNOWN_ROWS;
			return backlog || isSlow ? KNOWN_ROWS : MAX_KNOWN_ROWS;
		},
	});
	const isUsual = low !== undefined && backlog === undefined;
	const firstPerPage = isUsual ? MIN_FIRST_PAGE + known.table.countSince(low) : MAX_PER_PAGE;
	const top = await readPart(context, reading, {
		firstPerPage: Math.min(firstPerPage, MAX_PER_PAGE),
	});
	const { totalItems } = top;
	const blocked = { ...before, totalItems, hasUnstamped: true, isBlocked: true };
	if (reading.hasUnstamped && !reading.takesAll) return blocked;
	const after = await backlogAfter(context, before, known, { reading, top });
	const hasUnstamped = before.hasUnstamped || after.hasUnstamped;
	if (
		!hasUnstamped &&
		!after.backlog &&
		(await findsUnstamped(context, before, known, totalItems))
	) {
		return blocked;
	}
	const { reached, isDone: isComplete } = reading;
	const times = { lookBackS: lookBackSeconds(context), endedAtMs: context.runtime.now() };
	const hasBacklog = backlog !== undefined || after.backlog !== undefined;
	const reach = { reached, isComplete, isBaseline, hasBacklog };
	const watermarks = nextWatermarks(before, reach, times);
	return { ...watermarks, backlog: after.backlog, totalItems, hasUnstamped };
}

interface Top {
	readonly reading: PartReading;
	readonly top: FirstRowsReader;
}

/** Where the next poll goes on, after this one has gone on with what the last one left. */
async function backlogAfter(
	context: PollContext,
	{ backlog, low }: TriggerState,
	known: KnownProjects,
	{ reading, top }: Top,
): Promise<Pick<Progress, 'backlog' | 'hasUnstamped'>> {
	const { isDone, hasUnstamped } = reading;
	const isFirst = backlog === undefined || reading.takesAll;
	if (isDone) {
		return isFirst
			? { backlog: undefined, hasUnstamped }
			: await readBacklog(context, backlog, known);
	}
	// What a baseline has no time to read is not to be delivered later.
	if (low === undefined && !reading.takesAll) return { backlog: undefined, hasUnstamped };
	const { next: offset, pageSize } = top;
	const left = { offset, pageSize, second: reading.last, low: isFirst ? low : backlog.low };
	return { backlog: left, hasUnstamped };
}

async function readBacklog(
	context: PollContext,
	backlog: Backlog,
	known: KnownProjects,
): Promise<Pick<Progress, 'backlog' | 'hasUnstamped'>> {
	const { offset, pageSize, second = Infinity, low } = backlog;
	const reading = new PartReading(context, known, { low });
	if (reading.isFull) return { backlog, hasUnstamped: low === undefined };
	const isBefore = (project: Project) => {
		const row = known.rowOf(project);
		return known.isKnown(row) || row.second > second;
	};
	const reader = await readPart(context, reading, { resume: { offset, pageSize, isBefore } });
	const { hasUnstamped, isDone, last } = reading;
	if (isDone) return { backlog: undefined, hasUnstamped };
	const left = {
		offset: reader.next,
		pageSize: reader.pageSize,
		second: last ?? backlog.second,
		low,
	};
	return { backlog: left, hasUnstamped };
}

/** Gives the reader, which tells how far it came. */
async function readPart(
	{ fetchPage, runtime }: PollContext,
	reading: PartReading,
	options: Pick<ReadingOptions, 'firstPerPage' | 'resume'>,
): Promise<FirstRowsReader> {
	const reader = new FirstRowsReader(fetchPage, NEWEST_FIRST, {
		...options,
		trustsOrder: true,
		take: (rows, page) => reading.take(rows, page),
	});
	reading.isDone = (await readInTime(reader, runtime)) === 'end' || reading.isDone;
	return reader;
}

/** With All Existing Projects, what is created later than this is new. */
async function newestCreation({ fetchPage }: PollContext, known: KnownProjects): Promise<number> {
	const request = { page: 1, perPage: MIN_FIRST_PAGE };
	const { projects } = await fetchPage(LAST_CREATED_FIRST, request);
	const created = projects.map((project) => parseInstant(project['created_at'])?.seconds ?? 0);
	return Math.max(0, ...created.filter((second) => second <= known.latest));
}

/**
 * A service may put projects without `updated_at` last, where no poll reads. The first one shows in the total, which the
 * changes do not explain; it is missed where as many others were deleted. So the last created ones are read, as many as are
 * known to be new and a few more.
 */
async function findsUnstamped(
	{ fetchPage, runtime }: PollContext,
	before: TriggerState,
	{ created, began }: KnownProjects,
	totalItems: number,
): Promise<boolean> {
	const isFirst = before.totalItems === undefined;
	const isExplained = isFirst ? began !== undefined : before.totalItems + created === totalItems;
	if (isExplained || runtime.timeUsed() > TIME_TO_READ) return false;
	const wanted = isFirst ? MAX_PER_PAGE : MIN_FIRST_PAGE + created;
	let hasFound = false;
	const reader: FirstRowsReader = new FirstRowsReader(fetchPage, LAST_CREATED_FIRST, {
		wanted,
		firstPerPage: Math.min(wanted, MAX_PER_PAGE),
		trustsOrder: true,
		take: (rows) => {
			hasFound ||= rows.some((project) => secondOfUpdate(project) === undefined);
			return hasFound || reader.rowsRead >= wanted;
		},
	});
	await readInTime(reader, runtime);
	return hasFound;
}

/** A request may have been under way when the time was over; what was read before is worth keeping. */
async function readInTime(
	reader: FirstRowsReader,
	{ timeUsed }: PollContext['runtime'],
): Promise<ReadingEnd> {
	try {
		return await reader.read();
	} catch (error) {
		if (reader.rowsRead === 0 || timeUsed() < TIME_TO_READ) throw error;
		return 'stuck';
	}
}

const secondOfUpdate = (project: Project) => parseInstant(project['updated_at'])?.seconds;
