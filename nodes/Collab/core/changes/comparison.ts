/** Reads all projects and compares them with the table, for everything that needs all of them. */
import type { ListQuery, Project } from '../contract';
import { CollabError, type ErrorKind } from '../errors';
import { readWholeList } from '../list/wholeList';
import { idHash } from './hash';
import { isRemoved, type KnownProjects, type Row } from './known';
import {
	type ChangeOptions,
	CONDITION_EVENTS,
	isRemovedChosen,
	MAX_CHANGES,
	type PollContext,
	TIME_TO_READ,
	type TriggerEvent,
} from './options';
import type { Progress } from './readChanges';
import type { TriggerState } from './state';
import { lookBackSeconds } from './watermarks';

const NEED_ALL: readonly TriggerEvent[] = [...CONDITION_EVENTS, 'removed'];

/** Whether events are chosen that are about all projects, and not only about those that changed. */
export const needsAll = ({ events }: ChangeOptions) =>
	events.some((event) => NEED_ALL.includes(event));

/** Updates move nothing in this order. */
const IN_ORDER_OF_CREATION: ListQuery = { status: 'all', sortBy: 'created_at', order: 'asc' };

export interface Comparison {
	/** As many as the service counts of those that were listed; undefined where some that were not are yet to be looked for. */
	readonly totalItems: number | undefined;
	readonly hasUnstamped: boolean;
	/** The newest second that is not in the future. */
	readonly reached: number;
}

/** Undefined where nothing needs it now, or where it did not succeed and the next poll may try again. */
export async function compareWhereDue(
	context: PollContext,
	before: TriggerState,
	read: Progress,
	known: KnownProjects,
): Promise<Comparison | undefined> {
	if (!isDue(context, before, read, known)) return undefined;
	// Nothing else would be read; what was found just now is left to the next poll, for which the watermarks stay.
	const isOnlyWay = read.isBlocked && (before.hasUnstamped || before.low === undefined);
	return await compareAll(context, before, read, known).catch((error: unknown) => {
		if (isOnlyWay || !mayWait(error, context, before)) throw error;
		return undefined;
	});
}

/** @throws CollabError `listTooLong` when the poll has too little time for it, and what reading a list fails with */
async function compareAll(
	context: PollContext,
	before: TriggerState,
	read: Progress,
	known: KnownProjects,
): Promise<Comparison> {
	const { fetchPage, runtime } = context;
	const listed = new Set<string>();
	const news: Row[] = [];
	let hasUnstamped = false;
	let reached = 0;
	const isNews = newsRule(before, read, known);
	const take = (projects: readonly Project[]) => {
		for (const row of projects.map((project) => known.rowOf(project))) {
			listed.add(row.id);
			hasUnstamped ||= row.isUnstamped;
			if (row.second <= known.present) reached = Math.max(reached, row.second);
			if (isNews(row)) news.push(row);
		}
		if (runtime.timeUsed() <= TIME_TO_READ) return;
		throw new CollabError('listTooLong', {
			rowsRead: listed.size,
			totalItems: read.totalItems ?? 0,
		});
	};
	forgetRemoved(context, known);
	const list = await readWholeList(fetchPage, IN_ORDER_OF_CREATION, {
		now: () => runtime.now(),
		// An account that looks empty for a moment has lost nothing.
		hasRows: known.hasPresent,
		take: ({ added }) => take(added),
	});
	news.sort((a, b) => a.second - b.second);
	for (const row of news.slice(0, MAX_CHANGES)) known.add(row);
	const isSure = noteMissing(context, listed, read, known);
	return { totalItems: isSure ? list.totalItems : undefined, hasUnstamped, reached };
}

/** What is no news is kept at once. Before all are known, a project that is not may never have been read. */
function newsRule(
	{ low: lowBefore, filledFor, newSince }: TriggerState,
	{ low = 0 }: Progress,
	known: KnownProjects,
): (row: Row) => boolean {
	const isBaseline = lowBefore === undefined && known.began === undefined;
	const isWhole = filledFor !== undefined || known.began !== undefined;
	const newFrom = isWhole ? 0 : (newSince ?? low);
	return (row) => {
		if (known.isKnown(row)) known.refresh(row);
		else if (isBaseline || !(row.known || row.second >= newFrom)) known.learn(row);
		else return true;
		return false;
	};
}

/** What was removed before is believed to be back when it is listed again. */
function forgetRemoved(context: PollContext, { table }: KnownProjects): void {
	// Without Removed it tells nobody anything: what one list missed, that of the next day may have.
	const keptS = isRemovedChosen(context.options) ? lookBackSeconds(context) : 2 * 86_400;
	const bound = context.runtime.now() / 1000 - keptS;
	for (const [id, project] of table.entries()) {
		if (isRemoved(project) && project.second < bound) table.delete(id);
	}
}

/** A replica that lags may not show a new project yet. Returns whether all that are missing are believed to be gone. */
function noteMissing(
	context: PollContext,
	listed: ReadonlySet<string>,
	{ low = 0, high = 0 }: Progress,
	known: KnownProjects,
): boolean {
	const nowS = Math.floor(context.runtime.now() / 1000);
	let isSure = true;
	for (const [id, project] of known.table.entries()) {
		if (listed.has(id) || isRemoved(project)) continue;
		const isRecent = project.second >= low && project.second <= high + lookBackSeconds(context);
		if (isRecent) isSure = false;
		else known.remove(id, nowS);
	}
	return isSure;
}

/** What all projects have to be read for, as a hash; undefined where nothing needs them. */
export function purposeOf(
	options: ChangeOptions,
	{ watched, conditions }: KnownProjects,
	hasUnstamped: boolean,
): string | undefined {
	const removed = isRemovedChosen(options) ? [`removed ${options.inclusion}`] : [];
	const values = watched.name === '' ? [] : [`values ${watched.name}`];
	const names = [...removed, ...values, ...conditions.map(({ name }) => name)];
	return names.length === 0 && !hasUnstamped ? undefined : idHash(JSON.stringify(names));
}

const isNewDay = ({ day }: TriggerState, { conditions, today }: KnownProjects) =>
	conditions.length > 0 && day !== today;

/** The first poll of All Existing Projects, by which their values are learned as well. */
const isFirstOfAll = (before: TriggerState, known: KnownProjects) =>
	known.began !== undefined && before.began === undefined;

function isDue(
	{ options }: PollContext,
	before: TriggerState,
	{ backlog, hasUnstamped, totalItems }: Progress,
	known: KnownProjects,
): boolean {
	const purpose = purposeOf(options, known, hasUnstamped);
	const isDelivering = backlog !== undefined && known.began !== undefined;
	if (isDelivering || purpose === undefined) return false;
	if (hasUnstamped) return true;
	if (purpose === before.filledFor) {
		const isUnexplained = isRemovedChosen(options) && totalItems !== known.explainedTotal;
		return isUnexplained || isNewDay(before, known);
	}
	// Previous values are also learned from changes: they are tried once.
	const isToBeTried = purpose !== before.triedFor && !isFirstOfAll(before, known);
	return isToBeTried || needsAll(options);
}

/** What the next poll may do better. */
const MAY_PASS: readonly ErrorKind[] = [
	'listCutShort',
	'listKeptChanging',
	'listUnstable',
	'listTooLong',
];

/** Events that need all projects must not begin without them; previous values may. */
function mayWait(error: unknown, { options, runtime }: PollContext, before: TriggerState): boolean {
	const mayPass = error instanceof CollabError && MAY_PASS.includes(error.kind);
	// A request may have been under way when the time was over.
	if (!mayPass && runtime.timeUsed() < TIME_TO_READ) return false;
	return before.filledFor !== undefined || before.backlog !== undefined || !needsAll(options);
}
