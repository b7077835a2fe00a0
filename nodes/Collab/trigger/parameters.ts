/** The parameters of the trigger, checked. */
import type { INodeProperties } from 'n8n-workflow';

import {
	collection,
	dateAndTime,
	listOfNames,
	numberBetween,
	oneOf,
	type Read,
	trueOrFalse,
	wholeNumber,
} from '../actions/fields/parameterValues';
import { readFilters } from '../actions/fields/filters';
import type { FilterContext } from '../actions/fields/filters/filter';
import { readStatus } from '../actions/fields/status';
import {
	type ChangeOptions,
	type StartFrom,
	TRIGGER_EVENTS,
	type TriggerEvent,
} from '../core/changes/options';
import { invalidParameter } from '../core/errors';
import { MS_PER_SECOND } from '../core/time';
import * as fields from './fields';

const MS_PER_MINUTE = 60_000;

/** @param entered gives a parameter as it was entered, an expression as its text */
export function readChangeOptions(
	read: Read,
	entered: Read,
	account: string,
	context: FilterContext,
): ChangeOptions {
	const chosen = collection(fields.options.displayName, read(fields.options.name));
	const { displayName, name, default: unset } = fields.lookBack;
	const events = readEvents(read);
	/** A field that is shown with its event only; n8n does not give what it does not show. */
	const shownWith = (event: TriggerEvent, field: INodeProperties) =>
		[field.displayName, events.includes(event) ? read(field.name) : field.default] as const;
	return {
		account,
		status: readStatus(read),
		matches: readFilters(read, context).matches,
		// An expression such as "a week ago" gives another value on every poll, yet is one filter.
		inclusion: JSON.stringify([entered('status'), entered('filters')]),
		events,
		fieldsToWatch: listOfNames(...shownWith('updated', fields.fieldsToWatch)),
		includePreviousValues: trueOrFalse(
			fields.includePreviousValues.displayName,
			read(fields.includePreviousValues.name),
		),
		dueSoonDays: wholeNumber(...shownWith('dueSoon', fields.dueSoonDays), 0, fields.MOST_DAYS),
		staleDays: wholeNumber(...shownWith('becameStale', fields.staleDays), 1, fields.MOST_DAYS),
		timeZone: context.timeZone,
		startFrom: readStartFrom(read, entered, context.timeZone),
		lookBackMs:
			MS_PER_MINUTE *
			numberBetween(displayName, chosen[name] ?? unset, 0, fields.MOST_LOOK_BACK_MINUTES),
	};
}

function readEvents(read: Read): TriggerEvent[] {
	const { displayName, name } = fields.events;
	const value = read(name);
	if (!Array.isArray(value) || value.length === 0)
		throw invalidParameter(displayName, 'a list of events', value);
	return value.map((event) => oneOf(displayName, event, TRIGGER_EVENTS));
}

function readStartFrom(read: Read, entered: Read, timeZone: string): StartFrom {
	const starts = ['now', 'all', 'since'] as const;
	const from = oneOf(fields.startFrom.displayName, read(fields.startFrom.name), starts);
	if (from !== 'since') return from;
	const { displayName, name } = fields.changedSince;
	const since = dateAndTime(displayName, read(name), timeZone);
	return {
		since: new Date(since.seconds * MS_PER_SECOND).toISOString(),
		entered: String(entered(name)),
	};
}
