/** What can become of a saved state: lost, cut, overwritten, blown up, or never one of ours. */
import fc from 'fast-check';
import { mutation, type Mutation } from '../../fuzz/answers';

interface Place {
	readonly holder: object;
	readonly key: string;
	readonly text: string;
}

function textsIn(value: unknown): Place[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]: [string, unknown]): Place[] =>
		typeof inner === 'string' ? [{ holder: value, key, text: inner }] : textsIn(inner),
	);
}

const LONG = 20_000;

type TextDamage = (text: string, where: number) => unknown;

const TORN: readonly TextDamage[] = [
	(text, where) => text.slice(0, where),
	(text, where) => text.slice(where),
	(text, where) => `${text.slice(0, where)}~${text.slice(where + 1)}`,
	(text, where) => `${text.slice(0, where)}\ud83d${text.slice(where)}`,
	(text, where) => text.slice(0, where) + text,
	(text) => Array.from(text).reverse().join(''),
];

const BLOWN_UP: readonly TextDamage[] = [
	(text) => text.repeat(Math.ceil(LONG / Math.max(1, text.length))),
	() => Array<string>(LONG).fill('AAAA'),
	() => Object.fromEntries(Array.from({ length: LONG / 10 }, (_, key) => [`s${key}`, 'AAAA'])),
];

/** Packed texts are damaged inside, too. */
const mutationOfText = fc
	.tuple(
		fc.nat(),
		fc.double({ min: 0, max: 1, noNaN: true }),
		fc.constantFrom(...TORN, ...TORN, ...BLOWN_UP),
	)
	.map(
		([which, where, damageText]): Mutation =>
			(state) => {
				const places = textsIn(state);
				const place = places[which % Math.max(1, places.length)];
				if (!place) return;
				const { holder, key, text } = place;
				Reflect.set(holder, key, damageText(text, Math.floor(where * text.length)));
			},
	);

const mutations = fc.array(fc.oneof(mutation, mutationOfText), { minLength: 1, maxLength: 4 });

/** Makes a damaged state of a sound one, which stays as it is; or one of nothing. As n8n's database gives it back. */
export const damage = fc.oneof(
	{ weight: 1, arbitrary: fc.jsonValue().map((value) => () => structuredClone<unknown>(value)) },
	{
		weight: 4,
		arbitrary: mutations.map((all) => (sound: unknown) => {
			const holder = { state: JSON.parse(JSON.stringify(sound)) as unknown };
			for (const mutate of all) mutate(holder.state);
			return (JSON.parse(JSON.stringify(holder)) as { state: unknown }).state;
		}),
	},
);
