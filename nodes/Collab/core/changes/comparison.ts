/** Reads all projects and compares them with the table, for everything that needs all of them. */
import type { ListQuery } from '../contract';
import { CollabError, type ErrorKind } from '../errors';
import { readWholeList } from '../list/wholeList';
import { isRemoved, type KnownProjects, type Row } from './known';
import {
	type ChangeOptions,
	CONDITION_EVENTS,
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
	readonly totalItems: number;
	/** Projects that the service counts beyond those that it lists. */
	readonly surplus: number;
	readonly hasUnstamped: boolean;
	/** The newest second that is not in the future. */
	readonly reached: number;
}

/** What the poll knows before it compares. */
interface Rules {
	/** Whether it only learns what there is: nothing is delivered. */
	readonly isBaseline: boolean;
	/** From which second on a project that is not known is new: what is older may never have been read. */
	readonly newFrom: number;
	/** The watermarks: between them a replica that lags may not show a new project yet, and still show a removed one. */
	readonly low: number;
	readonly high: number;
	readonly lookBackS: number;
	/** This machine's clock. */
	readonly nowS: number;
	/** As the last answer said. */
	readonly totalItems: number;
}

/** @throws CollabError `listTooLong` when the poll has too little time for it, and what reading a list fails with */
export async function compareAll(
	{ fetchPage, runtime }: PollContext,
	known: KnownProjects,
	rules: Rules,
): Promise<Comparison> {
	const listed = new Set<string>();
	const news: Row[] = [];
	let hasUnstamped = false;
	let reached = 0;
	forgetRemoved(known, rules);
	const list = await readWholeList(
		fetchPage,
		IN_ORDER_OF_CREATION,
		() => runtime.now(),
		(projects) => {
			for (const project of projects) {
				const row = known.rowOf(project);
				listed.add(row.id);
				hasUnstamped ||= row.isUnstamped;
				if (row.second <= known.latest) reached = Math.max(reached, row.second);
				if (isNews(row, known, rules)) news.push(row);
			}
			if (runtime.timeUsed() > TIME_TO_READ) {
				const { totalItems } = rules;
				throw new CollabError('listTooLong', { rowsRead: listed.size, totalItems });
			}
		},
	);
	news.sort((a, b) => a.second - b.second);
	for (const row of news.slice(0, MAX_CHANGES)) known.add(row);
	noteMissing(listed, known, rules);
	const { totalItems, rowsRead, isCountWrong } = list;
	return { totalItems, surplus: isCountWrong ? totalItems - rowsRead : 0, hasUnstamped, reached };
}

/** Keeps what is no news. */
function isNews(row: Row, known: KnownProjects, { isBaseline, newFrom }: Rules): boolean {
	if (known.isKnown(row)) known.refresh(row);
	else if (isBaseline || !(row.known || row.second >= newFrom)) known.learn(row);
	else return true;
	return false;
}

/** What was removed before is believed to be back when it is listed again. */
function forgetRemoved({ table }: KnownProjects, { nowS, lookBackS }: Rules): void {
	for (const id of table.ids()) {
		const project = table.get(id);
		if (isRemoved(project) && project && project.second < nowS - lookBackS) table.delete(id);
	}
}

function noteMissing(
	listed: ReadonlySet<string>,
	known: KnownProjects,
	{ low, high, lookBackS, nowS }: Rules,
): void {
	for (const id of known.table.ids()) {
		const project = known.table.get(id);
		if (!project || listed.has(id) || isRemoved(project)) continue;
		const isRecent = project.second >= low && project.second <= high + lookBackS;
		if (!isRecent) known.remove(id, nowS);
	}
}

/** What all projects have to be read for; undefined where nothing needs them. */
export function purposeOf(
	{ events, inclusion }: ChangeOptions,
	{ watched, conditions }: KnownProjects,
	hasUnstamped: boolean,
): string | undefined {
	const removed = events.includes('removed') ? [`removed ${inclusion}`] : [];
	const values = watched.name === '' ? [] : [`values ${watched.name}`];
	const names = [...removed, ...values, ...conditions.map(({ name }) => name)];
	return names.length === 0 && !hasUnstamped ? undefined : JSON.stringify(names);
}

/** Undefined where nothing needs it now, or where it did not succeed and the next poll may try again. */
export async function compareWhereDue(
	context: PollContext,
	before: TriggerState,
	read: Progress,
	known: KnownProjects,
): Promise<Comparison | undefined> {
	if (!isDue(context, before, read, known)) return undefined;
	const rules = rulesFor(context, before, read, known);
	// Nothing else would be read; what was found just now is left to the next poll, for which the watermarks stay.
	const isOnlyWay = read.isBlocked && (before.hasUnstamped || before.low === undefined);
	return await compareAll(context, known, rules).catch((error: unknown) => {
		if (isOnlyWay || !mayWait(error, context, before)) throw error;
		return undefined;
	});
}

function rulesFor(
	context: PollContext,
	before: TriggerState,
	{ low = 0, high = 0, totalItems = 0 }: Progress,
	{ began }: KnownProjects,
): Rules {
	const isWhole = before.filledFor !== undefined || began !== undefined;
	return {
		isBaseline: before.low === undefined && began === undefined,
		newFrom: isWhole ? 0 : (before.newSince ?? low),
		low,
		high,
		lookBackS: lookBackSeconds(context),
		nowS: Math.floor(context.runtime.now() / 1000),
		totalItems,
	};
}

function isDue(
	{ options }: PollContext,
	before: TriggerState,
	read: Progress,
	known: KnownProjects,
): boolean {
	const { backlog, hasUnstamped } = read;
	const purpose = purposeOf(options, known, hasUnstamped);
	const isDelivering = backlog !== undefined && known.began !== undefined;
	if (isDelivering || purpose === undefined) return false;
	if (hasUnstamped) return true;
	if (purpose === before.filledFor) return hasChanged(options, before, read, known);
	// Previous values are also learned from changes, and by delivering all projects: they are tried once.
	const isToBeTried = purpose !== before.triedFor && known.began === undefined;
	return isToBeTried || needsAll(options);
}

/** Whether a day has begun, or other projects exist than are known. */
function hasChanged(
	{ events }: ChangeOptions,
	{ day, surplus }: TriggerState,
	{ totalItems }: Progress,
	known: KnownProjects,
): boolean {
	const isNewDay = known.conditions.length > 0 && day !== known.today;
	return isNewDay || (events.includes('removed') && known.countPresent() + surplus !== totalItems);
}

/** What the next poll may do better. */
const MAY_PASS: readonly ErrorKind[] = ['listKeptChanging', 'listUnstable', 'listTooLong'];

/** Events that need all projects must not begin without them; previous values may. */
function mayWait(error: unknown, { options, runtime }: PollContext, before: TriggerState): boolean {
	const mayPass = error instanceof CollabError && MAY_PASS.includes(error.kind);
	// A request may have been under way when the time was over.
	if (!mayPass && runtime.timeUsed() < TIME_TO_READ) return false;
	return before.filledFor !== undefined || before.backlog !== undefined || !needsAll(options);
}
