import fc from 'fast-check';
import { mutation } from '../fuzz/mutations';

/** Anything that a saved state may have become: any JSON, and real data with one to three changes. */
export function damaged(real: unknown): fc.Arbitrary<unknown> {
	const mutated = fc.array(mutation, { minLength: 1, maxLength: 3 }).map((mutations) => {
		const holder = { saved: structuredClone(real) };
		for (const mutate of mutations) mutate(holder);
		return holder.saved;
	});
	return fc.oneof(
		{ arbitrary: fc.jsonValue(), weight: 1 },
		{ arbitrary: mutated, weight: 3 },
		{ arbitrary: textDamage(real), weight: 3 },
	);
}

/** The JSON with one to three characters written over, where it is JSON still. */
function textDamage(real: unknown): fc.Arbitrary<unknown> {
	const text = JSON.stringify(real);
	const change = fc.record({ at: fc.nat(text.length - 1), put: fc.string({ maxLength: 3 }) });
	return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
		const written = changes.reduce(
			(s, { at, put }) => s.slice(0, at) + put + s.slice(at + 1),
			text,
		);
		try {
			return JSON.parse(written) as unknown;
		} catch {
			return written;
		}
	});
}
