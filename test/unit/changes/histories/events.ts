/** What the versions that a service held say about an event: that it cannot be true, or that it is missing. */
import type { Change, TriggerEvent } from '../../../../nodes/Collab/core/changes/options';
import { LONGEST_LAG_MS, type Settings, SINCE_MS, type Start } from './randomHistories';
import { type Stored, textOf, type Version, type Versions } from '../../versions';

/** When a poll ran, by the service's clock, and for what. */
export interface PollFacts {
	readonly fromMs: number;
	readonly toMs: number;
	/** What the poll takes for the time at its end; later stamps lie in the future. */
	readonly clockMs: number;
	/** Whether it ended before it had read what it wanted to. */
	readonly isCut: boolean;
	/** A new object whenever they are edited. */
	readonly settings: Settings;
	readonly start: Start;
	/** Another one for each account and start. */
	readonly origin: string;
}

/** Until when the trigger certainly knows which version: as of a rest, or by having delivered it. */
export interface Known {
	readonly seq: number;
	readonly settings: Settings;
}

/** What the polls did that a state has seen. It goes where the state goes: back to an older one, when a save is lost. */
export interface Book {
	first: PollFacts | undefined;
	readonly delivered: Map<string, number>;
	readonly known: Map<string, Known>;
	rest: Known | undefined;
	readonly removed: Set<string>;
	/** By project, since the last rest. */
	readonly events: Map<string, ReadonlySet<Change['event']>>;
}

interface Delivery {
	readonly versions: Versions;
	/** As it was before. */
	readonly book: Book;
	readonly change: Change;
	readonly version: Version;
	readonly all: readonly Version[];
	readonly facts: PollFacts;
}

/** Why an event cannot be true; undefined when it can. */
export function falseEvent(delivery: Delivery): string | undefined {
	const { change, book } = delivery;
	if (!mayBeDelivered(delivery)) return 'which was not asked for';
	if (change.event === 'existing') return book.rest ? 'after all existing ones' : undefined;
	if (isFromBefore(delivery)) return 'from before the start';
	return change.event === 'created' ? falseCreation(delivery) : falseChange(delivery);
}

/** What has to be delivered after a rest, by what the project was at the rest before: undefined when nothing is missing. */
export function missingEvent(
	versions: Versions,
	{ rest, events }: Book,
	version: Version,
	settings: Settings,
): TriggerEvent | undefined {
	if (!rest || rest.settings !== settings || settings.status !== 'all') return undefined;
	const before = versions.of(version.id).findLast(({ seq }) => seq <= rest.seq);
	const delivered = events.get(version.id) ?? new Set();
	return settings.events.find((event) => {
		const fact = before?.row && FACTS[event];
		const isDue = before ? fact && !fact(before.row) && fact(version.row) : event === 'created';
		return isDue && !SIGNS[event]?.some((sign) => delivered.has(sign));
	});
}

/** Each version gives one item, so one event may stand for another that happened at the same time. */
const SIGNS: Readonly<Partial<Record<TriggerEvent, readonly TriggerEvent[]>>> = {
	created: ['created'],
	archived: ['archived', 'created'],
	restored: ['restored', 'completed', 'created'],
	completed: ['completed', 'archived', 'created'],
	reopened: ['reopened', 'archived', 'restored', 'created'],
	updated: ['updated', 'archived', 'restored', 'completed', 'reopened', 'created'],
};

const FACTS: Readonly<Record<string, (row: Stored | undefined) => boolean>> = {
	archived: (row) => row?.status === 'archived',
	restored: (row) => row?.status !== 'archived',
	completed: (row) => row?.task_count === row?.completed_task_count,
	reopened: (row) => row?.task_count !== row?.completed_task_count,
};

function mayBeDelivered({ change: { event }, version, facts }: Delivery): boolean {
	const { events, status } = facts.settings;
	const isAsked =
		event === 'existing' ? facts.start === 'all' : events.some((one) => one === event);
	const left = { active: 'archived', archived: 'restored', all: undefined }[status];
	return isAsked && (status === 'all' || event === left || version.row?.status === status);
}

function isFromBefore({ version, book: { first }, facts }: Delivery): boolean {
	const { start } = facts;
	if (start === 'all' || !first) return false;
	if (start === 'now') return isSeenBy(version, first);
	return stampMs(version) < SINCE_MS;
}

export function stampMs({ row }: Version): number {
	return Date.parse(textOf(row?.updated_at ?? row?.created_at));
}

/** Whether every replica showed it before the first poll began. */
function isSeenBy({ visibleMs }: Version, { fromMs }: PollFacts): boolean {
	return visibleMs + LONGEST_LAG_MS < fromMs;
}

function falseCreation({ all, book, version, facts }: Delivery): string | undefined {
	const { first, known } = book;
	const [created] = all;
	if (known.has(version.id)) return 'delivered before';
	if (!created || !first) return undefined;
	const createdMs = Date.parse(textOf(created.row?.created_at));
	const isOld = facts.start === 'since' ? createdMs < SINCE_MS : isSeenBy(created, first);
	// Passed over by the first poll, because it changed meanwhile, it looks like one that became visible late.
	const mayBePassedOver = all.some((one) => !isSeenBy(one, first) && one.visibleMs <= first.toMs);
	return isOld && !mayBePassedOver ? 'created before the start' : undefined;
}

function falseChange(delivery: Delivery): string | undefined {
	const { change, version, facts } = delivery;
	const range = knownRange(delivery);
	if (!range) return isMissedCreation(delivery) ? 'but it is new' : undefined;
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

/** The versions from the one that the trigger certainly knows on, which may not be the earlier one. */
function knownRange(delivery: Delivery): readonly Version[] | undefined {
	const { versions, book, version, all, facts } = delivery;
	if (versions.regressed.has(version.id)) return undefined;
	const places = [book.rest, book.known.get(version.id)].flatMap((place) =>
		place?.settings === facts.settings ? place.seq : [],
	);
	const before = all.findLast(({ seq }) => seq <= Math.max(...places));
	if (!before?.row || before.seq > version.seq) return undefined;
	return all.filter(({ seq }) => seq >= before.seq && seq <= version.seq);
}

/** A project that is new since the last rest is delivered as created first, when that is asked for. */
function isMissedCreation({ versions, book, version, all, facts }: Delivery): boolean {
	const { rest, known } = book;
	const { settings } = facts;
	const [created] = all;
	const isAsked = settings.events.includes('created') && settings.status === 'all';
	if (!created || !isAsked || known.has(version.id) || versions.regressed.has(version.id))
		return false;
	return rest?.settings === settings && created.seq > rest.seq;
}
