/** What can be wrong with an answer. */
import fc from 'fast-check';

/** Stands for anything in an answer that must not be repeated in a message. */
export const SECRET = 'secret-in-an-answer';

export const projectOf = (number: number) => ({
	id: `proj_${number}`,
	name: `Project ${number} Ärger 🚀`,
	description: null,
	status: number % 3 === 0 ? 'archived' : 'active',
	created_at: '2025-12-01T00:00:00Z',
	updated_at: new Date(Date.UTC(2026, 0, 1) - number * 1000).toISOString(),
	owner_id: 'usr_1',
	member_count: 3,
	task_count: 8,
	completed_task_count: number % 9,
	start_date: '2026-01-01',
	end_date: null,
});

const TEXTS = ['', ' ', 'NaN', 'null', '-1', '1e9', 'proj_1', SECRET, '\ud800', 'x'.repeat(9999)];
const NUMBERS = [0, -0, 1, -1, 0.5, 99, 101, 1e9, 2 ** 53 - 1, 2 ** 53, 1e300, -1e300];
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'toJSON', 'length', '', 'id'];
const DATES = ['9999-12-31T23:59:59Z', '0000-01-01', '2026-02-30T25:61:61Z', '+275760-09-13'];
/** As JSON, so that each use has its own. */
const BRANCHES = ['[]', '{}', '[[]]', '[null]', '{"id":"proj_1"}', '{"__proto__":{"id":"proj_1"}}'];

const strange = fc.oneof(
	fc.constantFrom<unknown>(...TEXTS, ...DATES, ...NUMBERS),
	fc.constantFrom<unknown>(null, true, false, undefined),
	fc.constantFrom(...BRANCHES).map((text) => JSON.parse(text) as unknown),
);

/** All places of a body that hold a value, as the object that holds it and its key. */
function placesIn(body: unknown, levels = 4): Array<[object, string]> {
	if (typeof body !== 'object' || body === null || levels === 0) return [];
	const at = (key: string) => placesIn(Reflect.get(body, key), levels - 1);
	return Object.keys(body).flatMap((key): Array<[object, string]> => [[body, key], ...at(key)]);
}

/** Defined and not assigned: `__proto__` becomes a field, as JSON.parse makes it one. */
function put(holder: object, key: string, value: unknown): void {
	const flags = { writable: true, enumerable: true, configurable: true };
	Object.defineProperty(holder, key, { value, ...flags });
}

type Edit = (holder: object, key: string, strange: unknown, name: string) => void;

const EDITS: readonly Edit[] = [
	put,
	(holder, key) =>
		Array.isArray(holder) ? holder.splice(Number(key), 1) : Reflect.deleteProperty(holder, key),
	(holder, _key, value, name) => put(holder, Array.isArray(holder) ? '0' : name, value),
];

/** Changes a body in one place. The body is the test's own and may be written to. */
export const mutation: fc.Arbitrary<(body: unknown) => void> = fc
	.tuple(fc.nat(2000), fc.constantFrom(...EDITS), strange, fc.constantFrom(...NAMES))
	.map(([where, edit, value, name]) => (body) => {
		const places = placesIn(body);
		const place = places[where % (places.length || 1)];
		if (place) edit(...place, value, name);
	});
