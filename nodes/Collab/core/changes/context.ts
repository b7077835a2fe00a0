/** What one poll works with: its options, the time, and readers that end with it. */
import type { FetchPage, ListQuery } from '../contract';
import { CollabError } from '../errors';
import { AnchoredReader, type ReadingEnd, type ReadingOptions } from '../list/anchoredReader';
import { evaluationTimeIn } from '../query/computedFields';
import { MS_PER_DAY, MS_PER_SECOND } from '../time';
import { type Condition, conditionsOf } from './conditions';
import { hashOf } from './hash';
import type { ChangeOptions } from './options';
import { WatchedValues } from './values';

/** What decides from outside: tests replace it. */
export interface PollRuntime {
	/** n8n's clock, in milliseconds since 1970. */
	now(): number;
	/** The share of the poll's time that is used, from 0 to 1. */
	timeUsed(): number;
}

/** What all projects have to be known for. */
export interface Needs {
	/** The fields whose values are kept of each, in this order. */
	readonly fields: readonly string[];
	/** The conditions that are marked, with their days. */
	readonly conditions: readonly string[];
	/** A hash of Status and Filters where Removed is chosen, since they decide whether a removal is delivered; null without. */
	readonly inclusion: string | null;
}

/** The service's clock at the first answer of a poll. */
export interface ServiceClock {
	/** Seconds since 1970. */
	readonly nowS: number;
	/** Whether it and n8n's clock are less than a day apart. Otherwise the earlier one counts, and no time has passed. */
	readonly isCredible: boolean;
}

export interface PollContext {
	readonly options: ChangeOptions;
	readonly conditions: readonly Condition[];
	readonly watched: WatchedValues;
	/** Null where the recent changes are enough: for Created and any Updated. */
	readonly needs: Needs | null;
	readonly lookBackS: number;
	/** The date in the workflow's time zone, as days since 1970. */
	readonly today: number;
	/** n8n's clock, in seconds since 1970. It is used for durations. */
	readonly now: () => number;
	readonly clock: () => ServiceClock;
	/** @param share of the poll's time, after which nothing more is asked for */
	readonly readerOf: (query: ListQuery, share: number, options: ReadingOptions) => AnchoredReader;
	/** `interrupted`: the time is over or, once it has answered, the service does not answer any more. Other errors are thrown. */
	readonly readOn: (reader: AnchoredReader) => Promise<ReadingEnd | 'interrupted'>;
}

/** The share of a poll's time after which it ends with what it has read. */
export const TIME_TO_READ = 0.8;

/** Takes the place of a request for which there is no time. */
class OutOfTime extends Error {}

export function contextOf(
	fetchPage: FetchPage,
	options: ChangeOptions,
	runtime: PollRuntime,
): PollContext {
	const startMs = runtime.now();
	const at = evaluationTimeIn(options.timeZone, startMs);
	const conditions = conditionsOf(options, at);
	const watched = new WatchedValues(options);
	let clock: ServiceClock | undefined;
	const readerOf: PollContext['readerOf'] = (query, share, reading) => {
		const fetchInTime: FetchPage = async (...request) => {
			if (runtime.timeUsed() > share) throw new OutOfTime();
			const page = await fetchPage(...request);
			clock ??= clockOf(runtime.now(), page.servedAtMs);
			return page;
		};
		// Rows need not be kept: `take` has them.
		const more = { mayMissRows: true, matches: () => false };
		return new AnchoredReader(fetchInTime, query, { ...reading, ...more });
	};
	const readOn: PollContext['readOn'] = async (reader) =>
		await reader.read().catch((error: unknown) => {
			const isPassing = error instanceof CollabError && error.isPassing;
			if (error instanceof OutOfTime || (isPassing && clock)) return 'interrupted';
			throw error;
		});
	return {
		options,
		conditions,
		watched,
		needs: needsOf(options, watched, conditions),
		lookBackS: Math.ceil(options.lookBackMs / MS_PER_SECOND),
		today: at.today,
		now: () => Math.floor(runtime.now() / MS_PER_SECOND),
		clock: () => clock ?? clockOf(startMs),
		readerOf,
		readOn,
	};
}

function needsOf(
	{ events, inclusion }: ChangeOptions,
	{ fields }: WatchedValues,
	conditions: readonly Condition[],
): Needs | null {
	const isRemovedChosen = events.includes('removed');
	if (!isRemovedChosen && fields.length + conditions.length === 0) return null;
	const names = conditions.map(({ name }) => name);
	return { fields, conditions: names, inclusion: isRemovedChosen ? hashOf(inclusion) : null };
}

/** @param servedAtMs undefined where the service tells no time: then n8n's clock counts */
function clockOf(nowMs: number, servedAtMs: number = nowMs): ServiceClock {
	const isCredible = Math.abs(servedAtMs - nowMs) <= MS_PER_DAY;
	const ms = isCredible ? servedAtMs : Math.min(servedAtMs, nowMs);
	return { nowS: Math.floor(ms / MS_PER_SECOND), isCredible };
}
