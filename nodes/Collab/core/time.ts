/** Times are milliseconds since 1970, to the microsecond: a service may stamp two changes in one millisecond. */
import { isRecord } from './contract';

const ISO_8601 =
	/^([+-]?\d{4,6}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?:(:\d\d)(?:[.,](\d+))?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** As HTTP and mail write a date: Tue, 01 Dec 2026 10:00:00 GMT. */
const RFC_1123 = /^[a-z]{3}, (\d\d) ([a-z]{3}) (\d{4}) (\d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{4}))$/i;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** Seconds since 1970 have ten digits before the point and milliseconds thirteen, each from 2001 to 2286. */
const EPOCH = /^(\d{10})(\d{3})?(?:\.(\d+))?$/;

export const MS_PER_SECOND = 1000;
export const MS_PER_DAY = 86_400_000;

/** Undefined for everything that is not a date. A time without a zone is one on a clock in `timeZone`, or else UTC. */
export function parseInstant(value: unknown, timeZone?: string): number | undefined {
	// MongoDB's JSON has objects for dates and large numbers.
	if (isRecord(value)) return parseInstant(value['$date'] ?? value['$numberLong'], timeZone);
	const text = typeof value === 'string' || typeof value === 'number' ? `${value}`.trim() : '';
	return fromEpoch(text) ?? fromIso(text.replace(RFC_1123, isoOf), timeZone);
}

/** The second in which it lies; undefined for everything that is not a date. */
export function secondOf(value: unknown): number | undefined {
	const time = parseInstant(value);
	return time === undefined ? undefined : Math.floor(time / MS_PER_SECOND);
}

function fromEpoch(text: string): number | undefined {
	const [, seconds, milliseconds = '', digits = ''] = EPOCH.exec(text) ?? [];
	return seconds ? timeAt(Number(seconds), milliseconds + digits) : undefined;
}

function fromIso(text: string, timeZone?: string): number | undefined {
	const parts = ISO_8601.exec(text);
	if (!parts) return undefined;
	const [, date = '', time = '00:00', second = ':00', fraction, zone] = parts;
	const ms = Date.parse(`${date}T${time}${second}Z`);
	// JavaScript takes February 30 for March 2.
	const isDayOfMonth = new Date(date).getUTCDate() === Number(date.slice(-2));
	if (Number.isNaN(ms) || !isDayOfMonth) return undefined;
	const offset = zone || !timeZone ? offsetIn(zone) : clockOffset(ms, timeZone);
	return timeAt(ms / MS_PER_SECOND - offset, fraction);
}

/** Digits beyond the microsecond are left out. */
const timeAt = (seconds: number, fraction = '') =>
	MS_PER_SECOND * seconds + Number(fraction.slice(0, 6).padEnd(6, '0')) / 1000;

const isoOf = (_: string, day: string, month: string, year: string, time: string) =>
	`${year}-${String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0')}-${day} ${time}`;

/** The seconds in Z, +02, +0200, +02:00 and, long ago, +00:53:28. */
function offsetIn(zone = 'Z'): number {
	const [hours = 0, minutes = 0, seconds = 0] = (zone.match(/\d\d/g) ?? []).map(Number);
	return (zone.startsWith('-') ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds);
}

/** The date in `timeZone`, as days since 1970. */
export function dayIn(atMs: number, timeZone: string): number {
	return Math.floor((atMs + MS_PER_SECOND * offsetAt(atMs, timeZone)) / MS_PER_DAY);
}

/** The offset is known for an instant only, and the first guess may lie across a change of it. */
function clockOffset(clockMs: number, timeZone: string): number {
	return offsetAt(clockMs - MS_PER_SECOND * offsetAt(clockMs, timeZone), timeZone);
}

/** The seconds by which clocks in `timeZone` are ahead of UTC at that instant. */
function offsetAt(atMs: number, timeZone: string): number {
	const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value;
	return offsetIn(name?.replace('GMT', '') ?? '');
}
