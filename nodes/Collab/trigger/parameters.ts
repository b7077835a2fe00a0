/** What the user asked the trigger for, checked. */
import {
	CHANGE_EVENTS,
	type ChangeEvent,
	type ChangeOptions,
	type StartFrom,
} from '../core/changes/options';
import { toInstant } from '../parameters/instants';
import {
	numberBetween,
	oneOf,
	type Read,
	readCollection,
	readStatus,
	unusable,
} from '../parameters/read';

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;
const DEFAULT_LOOK_BACK_MINUTES = 5;
const MOST_LOOK_BACK_MINUTES = 1_440;

/** @param entered gives a parameter as it was entereded, an expression as its text */
export function readChangeOptions(
	read: Read,
	entered: Read,
	account: string,
	timeZone: string,
): ChangeOptions {
	const options = readCollection('Options', read('options'));
	return {
		account,
		status: readStatus(read),
		events: readEvents(read('events')),
		fieldsToWatch: readFields(options['fieldsToWatch'] ?? []),
		startFrom: readStartFrom(read, entered, timeZone),
		lookBackMs: readLookBackMs(options['lookBack'] ?? DEFAULT_LOOK_BACK_MINUTES),
	};
}

function readEvents(value: unknown): ChangeEvent[] {
	if (!Array.isArray(value) || value.length === 0) throw unusable('Events', 'a list of events');
	return value.map((event) => oneOf('Events', event, CHANGE_EVENTS));
}

function readFields(value: unknown): string[] {
	if (!Array.isArray(value) || !value.every((field) => typeof field === 'string')) {
		throw unusable('Fields to Watch', 'a list of field names');
	}
	return value;
}

function readStartFrom(read: Read, entered: Read, timeZone: string): StartFrom {
	const from = oneOf('Start From', read('startFrom'), ['now', 'all', 'since'] as const);
	if (from !== 'since') return from;
	const since = toInstant('Changed Since', read('changedSince'), timeZone);
	return {
		since: new Date(since.seconds * MS_PER_SECOND).toISOString(),
		entered: String(entered('changedSince')),
	};
}

function readLookBackMs(minutes: unknown): number {
	return MS_PER_MINUTE * numberBetween('Look Back (Minutes)', minutes, 0, MOST_LOOK_BACK_MINUTES);
}
