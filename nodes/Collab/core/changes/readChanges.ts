/** Reads what changed, newest first, and over further polls what a poll has no time for. */
import { MAX_PER_PAGE, type Project } from '../contract';
import type { FirstRowsReader } from '../list/firstRows';
import type { KnownProjects } from './known';
import { findsUnstamped, newestCreation } from './lastCreated';
import type { PollContext } from './options';
import { PartReading, readPart } from './partReading';
import type { Backlog, TriggerState } from './state';
import { nextWatermarks } from './watermarks';

/** What a poll changes of the state by reading. */
export interface Progress
	extends Pick<
		TriggerState,
		'high' | 'low' | 'newSince' | 'quietSinceMs' | 'backlog' | 'totalItems' | 'hasUnstamped'
	> {
	/** Whether projects without `updated_at` stand before those that changed: then the watermarks stay. */
	readonly isBlocked?: boolean;
}

/** Rows of the first request of an idle poll. */
const MIN_FIRST_PAGE = 10;

/** Known rows in a row after which Look Back ends: for the sake of a backlog, and for any. */
const KNOWN_ROWS = 100;
const MAX_KNOWN_ROWS = 10_000;

/** What is new since the last poll, down to the low watermark; then as much of the backlog as there is time for. */
export async function readChanges(
	context: PollContext,
	before: TriggerState,
	known: KnownProjects,
): Promise<Progress> {
	const { backlog } = before;
	// Projects without a stamp may stand before all others; they are compared when the backlog is read.
	if (backlog && before.hasUnstamped) {
		const part = await readBacklog(context, backlog, known);
		return { ...before, ...part, hasUnstamped: true };
	}
	const top = await readTop(context, before, known);
	const { totalItems } = top.reader;
	const blocked = { ...before, totalItems, hasUnstamped: true, isBlocked: true };
	if (top.reading.hasUnstamped && !top.reading.takesAll) return blocked;
	const after = await backlogAfter(context, before, known, top);
	const hasUnstamped = before.hasUnstamped || after.hasUnstamped;
	const isTotalKnown = !hasUnstamped && !after.backlog;
	if (isTotalKnown && (await findsUnstamped(context, known, totalItems))) return blocked;
	const watermarks = watermarksAfter(context, before, top, after.backlog);
	return { ...watermarks, backlog: after.backlog, totalItems, hasUnstamped };
}

function watermarksAfter(
	context: PollContext,
	before: TriggerState,
	{ reading }: Top,
	backlog: Backlog | undefined,
) {
	const { reached, isDone: isComplete } = reading;
	const isBaseline = before.low === undefined && before.backlog === undefined;
	const hasBacklog = [before.backlog, backlog].some((one) => one !== undefined);
	return nextWatermarks(context, before, { reached, isComplete, isBaseline, hasBacklog });
}

interface Top {
	readonly reading: PartReading;
	readonly reader: FirstRowsReader;
}

/** What is newest. */
async function readTop(
	context: PollContext,
	{ low, backlog, began }: TriggerState,
	known: KnownProjects,
): Promise<Top> {
	const isBeginning = low === undefined && began === undefined;
	if (backlog && isBeginning) known.began = await newestCreation(context, known);
	const isUsual = low !== undefined && backlog === undefined;
	const expected = isUsual ? MIN_FIRST_PAGE + known.table.countSince(low) : MAX_PER_PAGE;
	const reading = new PartReading(context, known, {
		low,
		isBaseline: low === undefined && backlog === undefined,
		knownRows: backlog ? KNOWN_ROWS : MAX_KNOWN_ROWS,
	});
	return { reading, reader: await readPart(context, reading, { firstPerPage: expected }) };
}

/** Where the next poll goes on, after this one has gone on with what the last one left. */
async function backlogAfter(
	context: PollContext,
	{ backlog, low }: TriggerState,
	known: KnownProjects,
	{ reading, reader }: Top,
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
	const { pageSize, rows } = reader;
	const left = {
		offset: rows.next,
		pageSize,
		second: reading.last,
		low: isFirst ? low : backlog.low,
	};
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
		offset: reader.rows.next,
		pageSize: reader.pageSize,
		second: last ?? backlog.second,
		low,
	};
	return { backlog: left, hasUnstamped };
}
