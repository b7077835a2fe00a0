/** The parameters of the trigger, checked. */
import {
	collection,
	dateAndTime,
	listOfNames,
	numberBetween,
	oneOf,
	type Read,
	trueOrFalse,
} from '../actions/fields/parameterValues';
import { readFilters } from '../actions/fields/filters';
import type { FilterContext } from '../actions/fields/filters/filter';
import { readStatus } from '../actions/fields/status';
import {
	CHANGE_EVENTS,
	type ChangeEvent,
	type ChangeOptions,
	type StartFrom,
} from '../core/changes/options';
import { invalidParameter } from '../core/errors';

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;
const DEFAULT_LOOK_BACK_MINUTES = 5;
const MOST_LOOK_BACK_MINUTES = 1_440;

/** @param entered gives a parameter as it was entered, an expression as its text */
export function readChangeOptions(
	read: Read,
	entered: Read,
	account: string,
	context: FilterContext,
): ChangeOptions {
	const options = collection('Options', read('options'));
	return {
		account,
		status: readStatus(read),
		matches: readFilters(read, context).matches,
		events: readEvents(read('events')),
		fieldsToWatch: listOfNames('Fields to Watch', options['fieldsToWatch'] ?? []),
		includePreviousValues: trueOrFalse(
			'Include Previous Values',
			options['includePreviousValues'] ?? false,
		),
		startFrom: readStartFrom(read, entered, context.timeZone),
		lookBackMs: readLookBackMs(options['lookBack'] ?? DEFAULT_LOOK_BACK_MINUTES),
	};
}

function readEvents(value: unknown): ChangeEvent[] {
	if (!Array.isArray(value) || value.length === 0)
		throw invalidParameter('Trigger On', 'a list of events');
	return value.map((event) => oneOf('Trigger On', event, CHANGE_EVENTS));
}

function readStartFrom(read: Read, entered: Read, timeZone: string): StartFrom {
	const from = oneOf('Start From', read('startFrom'), ['now', 'all', 'since'] as const);
	if (from !== 'since') return from;
	const since = dateAndTime('Changed Since', read('changedSince'), timeZone);
	return {
		since: new Date(since.seconds * MS_PER_SECOND).toISOString(),
		entered: String(entered('changedSince')),
	};
}

function readLookBackMs(minutes: unknown): number {
	return MS_PER_MINUTE * numberBetween('Look Back (Minutes)', minutes, 0, MOST_LOOK_BACK_MINUTES);
}
