/** Wall clocks: what the date is somewhere, and which instant a time without a zone means there. */
import { type Instant, parseInstant, plusMs } from './instants';

const MS_PER_SECOND = 1000;
const MS_PER_DAY = 86_400_000;

const HAS_ZONE = /:\d\d.*(?:Z|[+-]\d\d(?::?\d\d)?)\s*$/i;

/** Undefined for everything that is not a date. Without a zone of its own, it is the time on a clock in `timeZone`. */
export function parseInZone(value: unknown, timeZone: string): Instant | undefined {
	const onClock = parseInstant(value);
	if (!onClock || HAS_ZONE.test(String(value))) return onClock;
	const clockMs = onClock.seconds * MS_PER_SECOND;
	// The offset is known for an instant only, and the first guess may lie across a change of it.
	const guessMs = clockMs - offsetMs(clockMs, timeZone);
	return plusMs(onClock, -offsetMs(guessMs, timeZone));
}

/** The date in `timeZone`, as days since 1970. */
export function dayIn(atMs: number, timeZone: string): number {
	return Math.floor((atMs + offsetMs(atMs, timeZone)) / MS_PER_DAY);
}

/** By how much clocks in `timeZone` are ahead of UTC at that instant. */
function offsetMs(atMs: number, timeZone: string): number {
	const wholeSecondMs = Math.floor(atMs / MS_PER_SECOND) * MS_PER_SECOND;
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	}).formatToParts(wholeSecondMs);
	const at = (type: string) => Number(parts.find((part) => part.type === type)?.value);
	const days = Date.UTC(at('year'), at('month') - 1, at('day'));
	const seconds = (at('hour') * 60 + at('minute')) * 60 + at('second');
	return days + seconds * MS_PER_SECOND - wholeSecondMs;
}
