/** Dates that the user entered, or that an expression gives. */
import { type Instant, instantFromMs } from '../core/time';
import { parseInZone } from '../core/time';
import { unusable } from './read';

/** Without a zone of its own, it is the time on a clock in `timeZone`. */
export function toInstant(label: string, value: unknown, timeZone: string): Instant {
	const instant = isDated(value) ? instantOf(value) : parseInZone(value, timeZone);
	if (!instant) throw unusable(label, 'a date, with or without a time, such as 2026-03-31T18:00');
	return instant;
}

/** A Date, or the DateTime that n8n's `$now` is and that n8n turns into text for some nodes only. */
type Dated = Date | { toMillis(): number };

function isDated(value: unknown): value is Dated {
	if (value instanceof Date) return true;
	return typeof value === 'object' && value !== null && 'toMillis' in value;
}

function instantOf(value: Dated): Instant | undefined {
	const ms = value instanceof Date ? value.getTime() : value.toMillis();
	return Number.isNaN(ms) ? undefined : instantFromMs(ms);
}
