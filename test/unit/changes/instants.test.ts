import { compareInstants, justAfter, parseInstant } from '../../../nodes/Collab/core/time';

const parse = (text: string) => {
	const instant = parseInstant(text);
	if (!instant) throw new Error(`${text} was not read`);
	return instant;
};

test.each([
	['2026-11-20T12:00:00Z', '2026-11-20T13:00:00+01:00'],
	['2026-11-20T12:00:00Z', '2026-11-20 12:00:00.000000+0000'],
	['2026-11-20T12:00:00Z', '2026-11-20T12:00:00'],
	['2026-11-20T12:00:00Z', '2026-11-20T06:30:00-05:30'],
	['2026-11-20T12:00:00.5Z', '2026-11-20t12:00:00,500z'],
	['2026-11-20T00:00:00Z', '2026-11-20'],
	['2026-11-20T24:00Z', '2026-11-21T00:00Z'],
])('%s is %s', (a, b) => {
	expect(compareInstants(parse(a), parse(b))).toBe(0);
});

test.each([
	['2026-11-20T12:00:00.123456788Z', '2026-11-20T12:00:00.123456789Z'],
	['2026-11-20T12:00:00.9Z', '2026-11-20T12:00:01Z'],
	['2026-11-20T12:00:00.0000000000000000000001Z', '2026-11-20T12:00:00.1Z'],
	['0001-01-01T00:00:00Z', '1969-12-31T23:59:59.9Z'],
	['9999-12-31T23:59:59Z', '+012026-01-01T00:00:00Z'],
])('%s is before %s', (a, b) => {
	expect(compareInstants(parse(a), parse(b))).toBeLessThan(0);
	expect(compareInstants(justAfter(parse(a)), parse(b))).toBeLessThan(0);
	expect(compareInstants(justAfter(parse(a)), parse(a))).toBeGreaterThan(0);
});

test.each([
	'',
	'yesterday',
	'2026-13-01',
	'2026-02-30T00:00:00Z',
	'2026-01-01T25:00Z',
	12,
	null,
	undefined,
])('%p is no date', (value) => {
	expect(parseInstant(value)).toBeUndefined();
});
