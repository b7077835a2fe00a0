/**
 * Points in time, compared exactly. A Date holds milliseconds; services stamp with any number of digits, and two
 * stamps that differ in the last one are two changes.
 */
export interface Instant {
	/** Whole seconds since 1970. */
	readonly seconds: number;
	/** The digits after the decimal point, without trailing zeros: these compare as text, whatever their length. */
	readonly fraction: string;
}

/** Stamps are cut off to seconds by some services. */
export const STAMP_PRECISION_S = 1;

const ISO_8601 =
	/^([+-]?\d{4,6}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?:(:\d\d)(?:[.,](\d+))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

export const MS_PER_SECOND = 1000;
export const MS_PER_DAY = 86_400_000;

/** Undefined for everything that is not a date. Without a zone the stamp is UTC, as the specification has it. */
export function parseInstant(value: unknown): Instant | undefined {
	if (typeof value !== 'string') return undefined;
	return parseUsual(value) ?? parseAny(value);
}

/** How nearly all services write a time, less its fraction and the Z. */
const USUAL = 'dddd-dd-ddTdd:dd:dd';

/** Reads `YYYY-MM-DDTHH:MM:SS[.fff]Z`, in a quarter of the time that the pattern takes; undefined for all else. */
function parseUsual(text: string): Instant | undefined {
	if (!isUsual(text)) return undefined;
	const [year, month, day] = [
		100 * twoDigits(text, 0) + twoDigits(text, 2),
		twoDigits(text, 5),
		twoDigits(text, 8),
	];
	const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
	const ms = Date.UTC(year, month - 1, day, hour, minute, second);
	const date = new Date(ms);
	// JavaScript takes February 30 for March 2, and the year 26 for 1926.
	const exists = date.getUTCDate() === day && date.getUTCMonth() === month - 1 && year > 99;
	if (!exists || hour > 23 || minute > 59 || second > 59) return undefined;
	return { seconds: ms / MS_PER_SECOND, fraction: withoutTrailingZeros(text.slice(20, -1)) };
}

function isUsual(text: string): boolean {
	const end = text.length - 1;
	if (text[end] !== 'Z' || end < 19 || end === 20) return false;
	for (let at = 0; at < end; at++) {
		const wanted = at === 19 ? '.' : (USUAL[at] ?? 'd');
		const digit = text.charCodeAt(at) - 48;
		const isAsWanted = wanted === 'd' ? digit >= 0 && digit <= 9 : text[at] === wanted;
		if (!isAsWanted) return false;
	}
	return true;
}

function twoDigits(text: string, at: number): number {
	return 10 * (text.charCodeAt(at) - 48) + text.charCodeAt(at + 1) - 48;
}

function parseAny(text: string): Instant | undefined {
	const parts = ISO_8601.exec(text.trim());
	if (!parts) return undefined;
	const [, date = '', time = '00:00', second = ':00', fraction = '', zone = 'Z'] = parts;
	const ms = Date.parse(`${date}T${time}${second}Z`);
	// JavaScript takes February 30 for March 2.
	const exists = new Date(Date.parse(date)).getUTCDate() === Number(date.slice(-2));
	if (Number.isNaN(ms) || !exists) return undefined;
	const seconds = ms / MS_PER_SECOND - offsetSeconds(zone);
	return { seconds, fraction: withoutTrailingZeros(fraction) };
}

export function instantFromMs(ms: number): Instant {
	const seconds = Math.floor(ms / MS_PER_SECOND);
	const milliseconds = String(Math.trunc(ms - seconds * MS_PER_SECOND)).padStart(3, '0');
	return { seconds, fraction: withoutTrailingZeros(milliseconds) };
}

/** Negative, zero or positive, as for sort(). */
export function compareInstants(a: Instant, b: Instant): number {
	if (a.seconds !== b.seconds) return a.seconds - b.seconds;
	if (a.fraction === b.fraction) return 0;
	return a.fraction < b.fraction ? -1 : 1;
}

/** After the instant and before every later one, however fine: a space sorts before every digit. */
export function justAfter({ seconds, fraction }: Instant): Instant {
	return { seconds, fraction: `${fraction} ` };
}

/** Of Z, +02, +0200, +02:00 and, long ago, +00:53:28. */
function offsetSeconds(zone: string): number {
	const [hours = 0, minutes = 0, seconds = 0] = (zone.match(/\d\d/g) ?? []).map(Number);
	return (zone.startsWith('-') ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds);
}

/** A loop and not /0+$/, which takes quadratic time on a long run of zeros before another digit. */
function withoutTrailingZeros(digits: string): string {
	let end = digits.length;
	while (end > 0 && digits[end - 1] === '0') end -= 1;
	return digits.slice(0, end);
}

// Time zones: what the date is somewhere, and which instant a time without a zone means there.
const HAS_ZONE = /:\d\d.*(?:Z|[+-]\d\d(?::?\d\d)?)\s*$/i;

/** Undefined for everything that is not a date. Without a zone of its own, it is the time on a clock in `timeZone`. */
export function parseInZone(value: unknown, timeZone: string): Instant | undefined {
	const onClock = parseInstant(value);
	if (!onClock || HAS_ZONE.test(String(value))) return onClock;
	const clockMs = onClock.seconds * MS_PER_SECOND;
	// The offset is known for an instant only, and the first guess may lie across a change of it.
	const guessMs = clockMs - offsetMs(clockMs, timeZone);
	return { ...onClock, seconds: (clockMs - offsetMs(guessMs, timeZone)) / MS_PER_SECOND };
}

/** The date in `timeZone`, as days since 1970. */
export function dayIn(atMs: number, timeZone: string): number {
	return Math.floor((atMs + offsetMs(atMs, timeZone)) / MS_PER_DAY);
}

/** By how much clocks in `timeZone` are ahead of UTC at that instant. */
function offsetMs(atMs: number, timeZone: string): number {
	const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value;
	return MS_PER_SECOND * offsetSeconds(name?.replace('GMT', '') ?? '');
}
