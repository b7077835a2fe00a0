import fc from 'fast-check';
import type { CommitRule } from './installation';

type Valued<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

const to = <Name extends string>(name: Name) => fc.constant<Name>(name);

const id = fc.nat({ max: 9 }).map((number) => `p${number}`);
const name = fc.constantFrom('one', 'two');

/** What moves other rows up while a poll reads. */
const deletion = fc.record({ do: to('delete'), id });

const edit = fc.oneof(
	fc.record({ do: to('create'), id, name }),
	fc.record({ do: to('rename'), id, name }),
	deletion,
	fc.record({ do: to('archive'), id }),
	fc.record({ do: to('restore'), id }),
	fc.record({ do: to('complete'), id }),
	fc.record({ do: to('change late'), id, name, seconds: fc.nat({ max: 240 }) }),
	fc.record({ do: to('date ahead'), id, days: fc.integer({ min: 3, max: 900 }) }),
);
export type Edit = Valued<typeof edit>;

/** What happens while a poll reads: edits before its n-th answer, a failure, the end of its time. */
const trouble = fc.record({
	edits: fc.array(fc.record({ answer: fc.nat({ max: 5 }), edit: fc.oneof(edit, deletion) }), {
		maxLength: 3,
	}),
	failsAt: fc.option(fc.nat({ max: 4 }), { freq: 4 }),
	isHurried: fc.nat({ max: 7 }).map((chance) => chance === 0),
});
export type Trouble = Valued<typeof trouble>;

const step = fc.oneof(
	{ arbitrary: fc.record({ do: to('edit'), edit }), weight: 6 },
	{ arbitrary: fc.record({ do: to('wait'), seconds: fc.nat({ max: 90 }) }), weight: 3 },
	{ arbitrary: fc.record({ do: to('wait'), seconds: fc.nat({ max: 3000 }) }), weight: 1 },
	{ arbitrary: fc.record({ do: to('change all') }), weight: 2 },
	{ arbitrary: fc.record({ do: to('poll'), trouble }), weight: 5 },
	{ arbitrary: fc.record({ do: to('poll twice at once'), trouble }), weight: 1 },
	{ arbitrary: fc.record({ do: to('restart') }), weight: 1 },
);
export type Step = Valued<typeof step>;

export const histories = fc.record({
	rule: fc.constantFrom<CommitRule>('classic', 'durable'),
	tellsTime: fc.boolean(),
	skewHours: fc.integer({ min: -20, max: 20 }),
	lookBackMs: fc.constantFrom(0, 300_000),
	steps: fc.array(step, { maxLength: 50 }),
});
export type History = Valued<typeof histories>;
