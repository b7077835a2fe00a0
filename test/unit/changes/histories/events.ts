/** What the versions that a service held say about an event: that it cannot be true, or that it is missing. */
import type { Change, ChangeEvent } from '../../../../nodes/Collab/core/changes/options';
import type { Book, PollFacts } from './ledger';
import { LONGEST_LAG_S, type Settings } from './randomHistories';
import { type Stored, textOf, type Version, type Versions } from '../../versions';

const LONGEST_LAG_MS = 1000 * LONGEST_LAG_S;

type Delivery = { readonly change: Change; readonly version: Version; readonly facts: PollFacts };

/** Why an event cannot be true; undefined when it can. */
export function falseEvent(versions: Versions, book: Book, delivery: Delivery): string | undefined {
	const { change, version, facts } = delivery;
	if (!mayBeDelivered(delivery)) return 'which was not asked for';
	if (change.event !== 'existing' && isFromBefore(version, book, facts))
		return 'from before the start';
	if (change.event === 'existing') return book.rest ? 'after all existing ones' : undefined;
	if (change.event === 'created') return falseCreation(versions, book, delivery);
	return falseChange(versions, book, delivery);
}

/** What has to be delivered after a rest, by what the project was at the rest before: undefined when nothing is missing. */
export function missingEvent(
	versions: Versions,
	{ rest, events }: Book,
	version: Version,
	settings: Settings,
): ChangeEvent | undefined {
	if (!rest || rest.settings !== settings || settings.status !== 'all') return undefined;
	const before = versions.of(version.id).findLast(({ seq }) => seq <= rest.seq);
	const delivered = events.get(version.id) ?? new Set();
	return settings.events.find((event) => {
		const isDue = before ? happened(event, before, version) : event === 'created';
		return isDue && !SIGNS[event].some((sign) => delivered.has(sign));
	});
}

/** Each version gives one item, so one event may stand for another that happened at the same time. */
const SIGNS: Readonly<Record<ChangeEvent, readonly ChangeEvent[]>> = {
	created: ['created'],
	archived: ['archived', 'created'],
	restored: ['restored', 'created'],
	completed: ['completed', 'archived', 'restored', 'created'],
	reopened: ['reopened', 'archived', 'restored', 'created'],
	updated: ['updated', 'archived', 'restored', 'completed', 'reopened', 'created'],
};

const FACTS: Readonly<Record<string, (row: Stored | undefined) => unknown>> = {
	archived: (row) => row?.status === 'archived',
	restored: (row) => row?.status !== 'archived',
	completed: (row) => row?.task_count === row?.completed_task_count,
	reopened: (row) => row?.task_count !== row?.completed_task_count,
};

function happened(event: ChangeEvent, before: Version, after: Version): boolean {
	const fact = FACTS[event];
	return (
		fact !== undefined && before.row !== undefined && !fact(before.row) && Boolean(fact(after.row))
	);
}

function mayBeDelivered({ change, version, facts }: Delivery): boolean {
	const { events, status } = facts.settings;
	const { event } = change;
	if (event === 'existing' ? facts.start !== 'all' : !(events as readonly string[]).includes(event))
		return false;
	const left = { active: 'archived', archived: 'restored', all: undefined }[status];
	return status === 'all' || event === left || version.row?.status === status;
}

function isFromBefore(version: Version, { first }: Book, facts: PollFacts): boolean {
	const { start, sinceMs } = facts;
	if (start === 'all' || !first) return false;
	if (start === 'now') return isSeenBy(version, first);
	// A change that leaves no stamp.
	if (version.row?.updated_at === null && version.visibleMs > first.fromMs) return false;
	return stampMs(version) < sinceMs;
}

export function stampMs({ row }: Version): number {
	return Date.parse(textOf(row?.updated_at ?? row?.created_at));
}

/** Whether every replica showed it before the first poll began. */
function isSeenBy({ visibleMs }: Version, { fromMs }: PollFacts): boolean {
	return visibleMs + LONGEST_LAG_MS < fromMs;
}

function falseCreation(
	versions: Versions,
	{ first, known }: Book,
	{ version, facts }: Delivery,
): string | undefined {
	const created = versions.of(version.id)[0];
	if (known.has(version.id)) return 'delivered before';
	if (!created || !first) return undefined;
	const isOld =
		facts.start === 'since'
			? Date.parse(textOf(created.row?.created_at)) < facts.sinceMs
			: isSeenBy(created, first);
	return isOld && !changedDuring(versions.of(version.id), first)
		? 'created before the start'
		: undefined;
}

/** Such a project may have been passed over by the first poll: then it looks like one that became visible late. */
function changedDuring(ofProject: readonly Version[], { fromMs, toMs }: PollFacts): boolean {
	return ofProject.some(
		({ visibleMs }) => visibleMs + LONGEST_LAG_MS >= fromMs && visibleMs <= toMs,
	);
}

function falseChange(
	versions: Versions,
	book: Book,
	{ change, version, facts }: Delivery,
): string | undefined {
	const range = knownRange(versions, book, version, facts.settings);
	if (!range) return isMissedCreation(versions, book, version, facts) ? 'but it is new' : undefined;
	const fact = FACTS[change.event];
	if (fact) {
		if (!fact(version.row)) return 'which it is not';
		return range.every(({ row }) => fact(row)) ? 'which it was before' : undefined;
	}
	const fields = facts.settings.fieldsToWatch;
	if (fields.length === 0) return undefined;
	const values = range.map(({ row }) => JSON.stringify(fields.map((field) => row?.[field])));
	return new Set(values).size === 1 ? 'but no watched field' : undefined;
}

/**
 * The versions from the one that the trigger certainly knows on, which may not be the earlier one. Without a stamp a project
 * shows no change: then it is the first of those that have none.
 */
function knownRange(
	versions: Versions,
	{ rest, known }: Book,
	version: Version,
	settings: Settings,
): readonly Version[] | undefined {
	if (versions.regressed.has(version.id)) return undefined;
	const places = [rest, known.get(version.id)].filter((place) => place?.settings === settings);
	const seq = Math.max(...places.map((place) => place?.seq ?? 0));
	const all = versions.of(version.id);
	const before = all.findLast((one) => one.seq <= seq);
	if (places.length === 0 || !before?.row || before.seq > version.seq) return undefined;
	const isUnstamped = before.row.updated_at === null;
	const first =
		(isUnstamped ? all.find(({ row }) => row?.updated_at === null) : undefined) ?? before;
	return all.filter((one) => one.seq >= first.seq && one.seq <= version.seq);
}

/** A project that is new since the last rest is delivered as created first, when that is asked for. */
function isMissedCreation(
	versions: Versions,
	{ known, rest }: Book,
	{ id }: Version,
	{ settings }: PollFacts,
): boolean {
	const created = versions.of(id)[0];
	const isAsked = settings.events.includes('created') && settings.status === 'all';
	if (!created || !isAsked || known.has(id) || versions.regressed.has(id)) return false;
	return rest?.settings === settings && created.seq > rest.seq;
}
