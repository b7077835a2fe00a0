/** Reads what changed, newest first, and over further polls what a poll has no time for. */
import { MAX_PER_PAGE, type Project } from '../contract';
import type { KnownProjects } from './known';
import { findsUnstamped, newestCreation } from './lastCreated';
import type { PollContext } from './options';
import { PartReading } from './partReading';
import type { Backlog, TriggerState } from './state';
import { nextWatermarks } from './watermarks';

/** What a poll changes of the state by reading. */
export interface Progress
	extends Pick<
		TriggerState,
		'high' | 'low' | 'newSince' | 'quietSinceMs' | 'backlog' | 'totalItems' | 'hasUnstamped'
	> {
	/** Whether projects without `updated_at` were found that may stand anywhere: then the watermarks stay. */
	readonly isBlocked?: boolean;
}

/** Rows of the first request of an idle poll. */
const MIN_FIRST_PAGE = 10;

/** Known rows in a row after which Look Back ends: with a backlog, and without one. */
const KNOWN_ROWS = 100;
const MAX_KNOWN_ROWS = 10_000;

/** What is new since the last poll, down to the low watermark; then as much of the backlog as there is time for. */
export async function readChanges(
	context: PollContext,
	before: TriggerState,
	known: KnownProjects,
): Promise<Progress> {
	// Projects without a stamp may stand before all others; they are compared when the backlog is read.
	if (before.backlog && before.hasUnstamped) {
		const { left: backlog } = await readBacklog(context, before.backlog, known);
		return { ...before, backlog };
	}
	const top = await readTop(context, before, known);
	const { totalItems } = top.reader;
	const blocked = { ...before, totalItems, hasUnstamped: true, isBlocked: true };
	if (top.hasUnstamped && !top.takesAll) return blocked;
	const { left: backlog, hasUnstamped: hasMore } = await readRest(context, before, known, top);
	const hasUnstamped = before.hasUnstamped || hasMore;
	const isTotalKnown = !hasUnstamped && !backlog;
	if (isTotalKnown && (await findsUnstamped(context, known, totalItems))) return blocked;
	const watermarks = watermarksAfter(context, before, top, backlog);
	return { ...watermarks, backlog, totalItems, hasUnstamped };
}

function watermarksAfter(
	context: PollContext,
	before: TriggerState,
	{ reached, isDone: isComplete }: PartReading,
	backlog: Backlog | undefined,
) {
	const isBaseline = before.low === undefined && before.backlog === undefined;
	const hasBacklog = before.backlog !== undefined || backlog !== undefined;
	return nextWatermarks(context, before, { reached, isComplete, isBaseline, hasBacklog });
}

/** What is newest. */
async function readTop(
	context: PollContext,
	{ low, backlog, began }: TriggerState,
	known: KnownProjects,
): Promise<PartReading> {
	const isBeginning = low === undefined && began === undefined;
	if (backlog && isBeginning) known.began = await newestCreation(context);
	const isUsual = low !== undefined && backlog === undefined;
	const firstPerPage = isUsual ? MIN_FIRST_PAGE + known.table.countSince(low) : MAX_PER_PAGE;
	const isBaseline = low === undefined && backlog === undefined;
	const knownRows = backlog ? KNOWN_ROWS : MAX_KNOWN_ROWS;
	const top = new PartReading(context, known, { low, isBaseline, knownRows }, { firstPerPage });
	await top.read();
	return top;
}

/** Goes on with what the last poll left; what this one has no time for is left to the next. */
async function readRest(
	context: PollContext,
	{ backlog, low }: TriggerState,
	known: KnownProjects,
	top: PartReading,
): Promise<Pick<PartReading, 'left' | 'hasUnstamped'>> {
	const { isDone, hasUnstamped, takesAll, left } = top;
	const isFirst = backlog === undefined || takesAll;
	if (isDone && !isFirst) return await readBacklog(context, backlog, known);
	// What a baseline has no time to read is not to be delivered later.
	const isDropped = low === undefined && !takesAll;
	if (isDropped || !left) return { left: undefined, hasUnstamped };
	return { left: isFirst ? left : { ...left, low: backlog.low }, hasUnstamped };
}

async function readBacklog(
	context: PollContext,
	{ offset, pageSize, second, low }: Backlog,
	known: KnownProjects,
): Promise<PartReading> {
	const isBefore = (project: Project) => {
		const row = known.rowOf(project);
		return known.isKnown(row) || row.second > (second ?? Infinity);
	};
	const resume = { offset, pageSize, isBefore };
	const rest = new PartReading(context, known, { low }, { resume });
	if (!rest.isFull) await rest.read();
	rest.last ??= second;
	return rest;
}
