/** What can be wrong with an answer: with its JSON, and with its bytes. */
import fc from 'fast-check';

/** Changes a body in one place. The body is the test's own and may be written to. */
export type Mutation = (body: unknown) => void;

/** Stands for anything in an answer that must not be repeated in a message. */
export const SECRET = 'secret-in-an-answer';

/** What JSON can say and JSON.stringify cannot; `toText` puts it in the place of its name. */
const WRITTEN: Readonly<Record<string, string>> = {
	'<10,000 levels>': '['.repeat(10_000) + ']'.repeat(10_000),
	'<99 levels>': '[['.repeat(49) + '0' + ']]'.repeat(49),
	'<too large>': '1e999',
	'<too small>': '-1e999',
};

/** The body as the service sends it. */
export function toText(body: unknown): string {
	const text = JSON.stringify(body) ?? '';
	return Object.entries(WRITTEN).reduce(
		(written, [name, json]) => written.replaceAll(JSON.stringify(name), json),
		text,
	);
}

const TEXTS = ['', ' ', 'NaN', 'null', '-1', '1e9', 'proj_1', SECRET, '\ud800', 'x'.repeat(9999)];
const NUMBERS = [0, -0, 1, -1, 0.5, 99, 101, 1e9, 2 ** 53 - 1, 2 ** 53, 1e300, -1e300];
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'toJSON', 'length', '', 'id'];

const DATES = ['9999-12-31T23:59:59Z', '0000-01-01', '2026-02-30T25:61:61Z', '+275760-09-13'];

/** As JSON, so that each use has its own. */
const BRANCHES = ['[]', '{}', '[[]]', '[null]', `["${SECRET}"]`, '{"id":"proj_1"}'];

const strange = fc.oneof(
	fc.constantFrom<unknown>(...TEXTS, ...DATES, ...NUMBERS, ...Object.keys(WRITTEN)),
	fc.constantFrom<unknown>(null, true, false, undefined),
	fc
		.constantFrom(...BRANCHES, '{"__proto__":{"id":"proj_1"}}')
		.map((text) => JSON.parse(text) as unknown),
);

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** All places of a body that hold a value, as the object that holds it and its key. */
function placesIn(body: unknown, levels = 4): Array<[object, string]> {
	if (!isBranch(body) || levels === 0) return [];
	return Object.keys(body).flatMap(
		(key): Array<[object, string]> => [
			[body, key],
			...placesIn(Reflect.get(body, key), levels - 1),
		],
	);
}

type Edit = (holder: object, key: string) => void;

const edits: ReadonlyArray<fc.Arbitrary<Edit>> = [
	strange.map((value) => (holder, key) => put(holder, key, value)),
	fc.constant((holder, key) => {
		if (Array.isArray(holder)) holder.splice(Number(key), 1);
		else Reflect.deleteProperty(holder, key);
	}),
	fc.constant((holder, key) => {
		if (Array.isArray(holder)) holder.splice(Number(key), 0, holder[Number(key)]);
	}),
	fc.constant((holder) => {
		if (Array.isArray(holder)) holder.reverse();
	}),
	fc.constant((holder, key) => put(holder, key, JSON.stringify(Reflect.get(holder, key)))),
	fc.constant((holder, key) => put(holder, key, [Reflect.get(holder, key)])),
	fc.tuple(fc.constantFrom(...NAMES), strange).map(
		([name, value]) =>
			(holder) =>
				put(holder, Array.isArray(holder) ? '0' : name, value),
	),
	fc.constantFrom(...NAMES).map((name) => (holder, key) => {
		if (Array.isArray(holder)) return;
		put(holder, name, Reflect.get(holder, key));
		if (name !== key) Reflect.deleteProperty(holder, key);
	}),
];

/** Defined and not assigned: `__proto__` becomes a field, as JSON.parse makes it one. */
function put(holder: object, key: string, value: unknown): void {
	const flags = { writable: true, enumerable: true, configurable: true };
	Object.defineProperty(holder, key, { value, ...flags });
}

/** Counting from the front and from the end: a page of 100 projects would hide its pagination. */
const whereabouts = fc.oneof(fc.nat(20), fc.integer({ min: -12, max: -1 }), fc.nat(2000));

export const mutation: fc.Arbitrary<Mutation> = fc
	.tuple(whereabouts, fc.oneof(...edits))
	.map(([where, edit]) => (body) => {
		const places = placesIn(body);
		const place = places.at(where % (places.length || 1));
		if (place) edit(...place);
	});

/** Bytes of an answer, damaged: cut off, overwritten, torn apart. */
export const damage: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc
	.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ maxLength: 4 }), fc.nat(3))
	.map(([where, noise, removed]) => (bytes) => {
		const at = Math.floor(where * bytes.length);
		const rest = removed === 3 ? [] : [noise, bytes.subarray(at + removed)];
		return Buffer.concat([bytes.subarray(0, at), ...rest]);
	});
