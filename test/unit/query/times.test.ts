import { getGlobalState, setGlobalState } from 'n8n-workflow';
import { evaluationTimeOf } from '../../../nodes/Collab/client/runtime';
import * as time from '../../../nodes/Collab/core/time';
import { DAY } from '../service';

const parse = (text: string) => {
	const ms = time.parseInstant(text);
	if (ms === undefined) throw new Error(`${text} was not read`);
	return ms;
};

test.each([
	['2026-11-20T12:00:00Z', '2026-11-20 12:00:00.000000+0000'],
	['2026-11-20T12:00:00Z', '2026-11-20T06:30:00-05:30'],
	['2026-11-20T12:00:00.5Z', '2026-11-20t12:00:00,500z'],
	['2026-11-20T00:00:00Z', '2026-11-20'],
	['2026-11-20T24:00Z', '2026-11-21T00:00Z'],
])('%s is %s', (a, b) => expect(parse(a)).toBe(parse(b)));

test.each([
	['2026-11-20T12:00:00.123456Z', '2026-11-20T12:00:00.123457Z'],
	['2026-11-20T12:00:00.9Z', '2026-11-20T12:00:01Z'],
	['0001-01-01T00:00:00Z', '1969-12-31T23:59:59.9Z'],
	['9999-12-31T23:59:59Z', '+012026-01-01T00:00:00Z'],
])('%s is before %s', (a, b) => expect(parse(a)).toBeLessThan(parse(b)));

test.each([
	['2026-11-20T00:00:00', 'Europe/Berlin', '2026-11-19T23:00:00Z'],
	['2026-11-20 06:30', 'Asia/Kolkata', '2026-11-20T01:00:00Z'],
	// Clocks go forward at 01:00 UTC and back at 01:00 UTC.
	['2026-03-29T01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59Z'],
	['2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
	['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
	['1880-01-01T00:00:00', 'America/New_York', '1880-01-01T04:56:02Z'],
	['2026-11-20T12:00:00.123456', 'Europe/Berlin', '2026-11-20T11:00:00.123456Z'],
	['2026-11-20T05:00:00.000-0500', 'Asia/Tokyo', '2026-11-20T10:00:00Z'],
])('%s in %s is %s', (text, zone, utc) => {
	expect(time.parseInstant(text, zone)).toBe(parse(utc));
});

test.each([
	...['2026-12-01T10:00:00Z', '2026-12-01 10:00:00 UTC', 'Tue, 01 Dec 2026 10:00:00 GMT'],
	...['Tue, 01 Dec 2026 12:00:00 +0200', 1796119200, '1796119200', 1796119200000, '1796119200000'],
	...[{ $date: '2026-12-01T10:00:00Z' }, { $date: { $numberLong: '1796119200000' } }],
])('%j is read', (stamp) => {
	expect(time.parseInstant(stamp)).toBe(1_796_119_200_000);
});

test.each([
	['1796119200.123456', 123.456],
	['1796119200500', 500],
	['2026-12-01 10:00:00.120 UTC', 120],
	['2026-12-01 10:00:00.9999999Z', 999.999],
])('%j keeps its milliseconds and microseconds: %d', (stamp, ms) => {
	expect(time.parseInstant(stamp)).toBe(1_796_119_200_000 + ms);
});

test.each([
	...['yesterday', '2026', '2026-13-01', '2026-02-30T00:00:00Z', '2026-01-01T25:00Z', 20261201],
	...['', 12, -1, '12345678901', 'Tue, 31 Feb 2026 10:00:00 GMT', 'Tue, 01 Foo 2026 10:00:00 GMT'],
	...['2026-12-01 10:00:00 CET', { $date: null }, { date: '2026-12-01' }, [], true, undefined],
])('%j is no time', (value) => {
	expect(time.parseInstant(value)).toBeUndefined();
	expect(time.parseInstant(value, 'Europe/Berlin')).toBeUndefined();
});

test.each([
	['2026-11-20T22:30:00Z', 'Asia/Tokyo', '2026-11-21'],
	['2026-11-20T03:00:00Z', 'America/New_York', '2026-11-19'],
])('at %s the date in %s is %s', (at, zone, date) => {
	expect(time.dayIn(Date.parse(at), zone)).toBe(Date.parse(date) / DAY);
});

test.each(['DEFAULT', ''])('a workflow whose zone is %j has that of the instance', (set) => {
	const { defaultTimezone } = getGlobalState();
	setGlobalState({ defaultTimezone: 'Asia/Tokyo' });
	const { timeZone } = evaluationTimeOf({ getTimezone: () => set });
	setGlobalState({ defaultTimezone });
	expect(timeZone).toBe('Asia/Tokyo');
});
