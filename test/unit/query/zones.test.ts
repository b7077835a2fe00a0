import { getGlobalState, setGlobalState } from 'n8n-workflow';
import { filterContextOf } from '../../../nodes/Collab/actions/fields/filters/filter';
import { parseInstant } from '../../../nodes/Collab/core/time';
import { dayIn, parseInZone } from '../../../nodes/Collab/core/time';

describe('a time without a zone', () => {
	it.each([
		['2026-11-20T00:00:00', 'Europe/Berlin', '2026-11-19T23:00:00Z'],
		['2026-07-20T00:00:00', 'Europe/Berlin', '2026-07-19T22:00:00Z'],
		['2026-11-20', 'America/New_York', '2026-11-20T05:00:00Z'],
		['2026-11-20 06:30', 'Asia/Kolkata', '2026-11-20T01:00:00Z'],
		['2026-11-20T00:00:00', 'UTC', '2026-11-20T00:00:00Z'],
		// Clocks go forward at 01:00 UTC and back at 01:00 UTC.
		['2026-03-29T01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59Z'],
		['2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
		['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
		['1880-01-01T00:00:00', 'Europe/Berlin', '1879-12-31T23:06:32Z'],
		['1880-01-01T00:00:00', 'America/New_York', '1880-01-01T04:56:02Z'],
		['0001-01-01T00:00:00', 'UTC', '0001-01-01T00:00:00Z'],
		['2026-11-20T12:00:00.123456', 'Europe/Berlin', '2026-11-20T11:00:00.123456Z'],
	])('%s in %s is %s', (text, zone, utc) => {
		expect(parseInZone(text, zone)).toEqual(parseInstant(utc));
	});
});

it.each(['2026-11-20T10:00:00Z', '2026-11-20T11:00:00+01:00', '2026-11-20T05:00:00.000-0500'])(
	'%s says its zone itself',
	(text) => {
		expect(parseInZone(text, 'Asia/Tokyo')).toEqual(parseInstant('2026-11-20T10:00:00Z'));
	},
);

it.each(['', 'yesterday', '2026-13-01', 'Project 1', 7, null, undefined])(
	'%j is no time',
	(value) => {
		expect(parseInZone(value, 'Europe/Berlin')).toBeUndefined();
	},
);

it('the date differs between zones at one instant', () => {
	const atMs = Date.UTC(2026, 10, 20, 22, 30);
	const day = (date: string) => Date.parse(date) / 86_400_000;
	expect(dayIn(atMs, 'UTC')).toBe(day('2026-11-20'));
	expect(dayIn(atMs, 'Asia/Tokyo')).toBe(day('2026-11-21'));
	expect(dayIn(atMs, 'Pacific/Pago_Pago')).toBe(day('2026-11-20'));
	expect(dayIn(Date.UTC(2026, 10, 20, 3), 'America/New_York')).toBe(day('2026-11-19'));
});

it.each(['DEFAULT', ''])('a workflow whose zone is %j has that of the instance', (set) => {
	const { defaultTimezone } = getGlobalState();
	setGlobalState({ defaultTimezone: 'Asia/Tokyo' });
	const { timeZone } = filterContextOf({ getTimezone: () => set });
	setGlobalState({ defaultTimezone });
	expect(timeZone).toBe('Asia/Tokyo');
});
