/** A history: a service, an n8n, and what happens to both. */
import fc from 'fast-check';
import { NULLS, PER_PAGE_REPORTS, TIES } from '../../looseListing';
import { CHANGE_EVENTS, type ChangeEvent } from '../../../../nodes/Collab/core/changes/options';
import type { StatusFilter } from '../../../../nodes/Collab/core/contract';
import type { Scheduler } from '../n8n';
import { HOUR, MINUTE } from '../testTrigger';

export const LONGEST_LAG_S = 5;

/** Requests that a poll has time for at a service without a rate limit. */
export const QUICK = 400;

type Valued<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

type Weighted<T> = readonly [weight: number, value: T];

const weighted = <T>(...choices: ReadonlyArray<Weighted<T>>): fc.Arbitrary<T> =>
	fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

/** Something that happens, and how often. */
const doing = <Do extends string, With extends object = object>(
	weight: number,
	what: Do,
	more?: { readonly [Name in keyof With]: fc.Arbitrary<With[Name]> },
) => ({
	weight,
	arbitrary: fc.record({ do: fc.constant(what), ...more }) as fc.Arbitrary<{ do: Do } & With>,
});

/** Chosen by number among those that there ever were. */
const project = fc.nat(60);
const everyMs = fc.constantFrom(0, 0, 1000);

const edit = fc.oneof(
	doing(6, 'create'),
	doing(4, 'rename', { project }),
	...(['touch', 'archive', 'restore', 'complete', 'reopen', 'delete'] as const).map((what) =>
		doing(2, what, { project }),
	),
	/** Two changes with one stamp, the second back to what it was, or on; it may become visible later than the first. */
	doing(2, 'change twice', {
		project,
		isBack: fc.boolean(),
		seconds: fc.constantFrom(0, 0, 20, 100),
	}),
	/** For a project without a stamp: its content changes and it stays without. */
	doing(1, 'rename without stamp', { project }),
	doing(3, 'rename late', { project, seconds: fc.nat(300) }),
	doing(1, 'date ahead', { project, days: fc.constantFrom(3, 900, 2_900_000) }),
);

const bulk = fc.oneof(
	doing(1, 'import', { count: fc.integer({ min: 2, max: 150 }), everyMs }),
	doing(1, 'rename all', { everyMs }),
);

/** While a poll reads: as many as move everything it has still to read by some pages. */
const burst = doing(1, 'import', {
	count: fc.integer({ min: 5, max: 60 }),
	everyMs: fc.constant(0),
});

export type Edit = Valued<typeof edit> | Valued<typeof bulk>;

const answer = fc.oneof(fc.nat(4), fc.nat(30));

const editWhileRead = fc.oneof({ weight: 12, arbitrary: edit }, burst);

const lag = fc.record({ answer, seconds: fc.integer({ min: 1, max: LONGEST_LAG_S }) });

/** What happens while a poll reads, by the number of the answer, and to what it saves. */
const trouble = fc.record({
	edits: fc.array(fc.record({ answer, edit: editWhileRead }), { maxLength: 4 }),
	failsAt: fc.option(answer, { freq: 4 }),
	lags: fc.oneof(
		{ weight: 3, arbitrary: fc.array(lag, { maxLength: 0 }) },
		fc.array(lag, { maxLength: 4 }),
	),
	absurdDateAt: fc.option(answer, { freq: 20 }),
	/** classic: n8n ends after the items were emitted and before they were saved. durable: the commit fails. */
	losesSave: weighted([9, false], [1, true]),
});

export type Trouble = Valued<typeof trouble>;

export const NO_TROUBLE: Trouble = {
	edits: [],
	failsAt: null,
	lags: [],
	absurdDateAt: null,
	losesSave: false,
};

/** What a user may edit without losing the state. */
const settings = fc.record({
	events: weighted<readonly ChangeEvent[]>(
		[6, ['created', 'updated']],
		[2, [...CHANGE_EVENTS]],
		[1, ['archived', 'restored', 'completed', 'reopened']],
		[1, ['created']],
		[1, ['updated']],
	),
	fieldsToWatch: weighted<readonly string[]>([4, []], [1, ['name']]),
	includePreviousValues: weighted([3, false], [1, true]),
	status: weighted<StatusFilter>([5, 'all'], [1, 'active'], [1, 'archived']),
	lookBackMs: weighted([2, 0], [1, MINUTE], [3, 5 * MINUTE], [1, 30 * MINUTE]),
});

export type Settings = Valued<typeof settings>;

/** `since` begins an hour before the history, when half of the projects had changed. */
export type Start = 'now' | 'all' | 'since';

const start = weighted<Start>([4, 'now'], [2, 'all'], [1, 'since']);

const step = fc.oneof(
	doing(24, 'edit', { edit }),
	doing(2, 'edit', { edit: bulk }),
	doing(10, 'wait', { seconds: fc.nat(90) }),
	doing(3, 'wait', { seconds: fc.nat(3000) }),
	doing(20, 'poll', { trouble }),
	doing(3, 'restart'),
	doing(2, 'rest'),
	doing(2, 'settings', { settings }),
	doing(1, 'new start', { account: fc.constantFrom('account 1', 'account 2'), start }),
);

export type Step = Valued<typeof step>;

const looseness = fc.record({
	ties: fc.constantFrom(...TIES),
	hiddenColumn: fc.constantFrom('created_at', 'member_count'),
	nulls: fc.constantFrom(...NULLS),
	perPageReport: fc.constantFrom(...PER_PAGE_REPORTS),
	// A window of eight rows or less cannot overlap its neighbors everywhere.
	maxPerPage: fc.constantFrom(9, 12, 20),
});

const anyService = fc.record({
	looseness,
	/** Whether edits may come between counting and selecting. */
	countsFirst: fc.boolean(),
	/** Projects that are there at first, and how many different stamps they share. */
	projects: fc.oneof(fc.nat(8), fc.nat(8), fc.nat(60)),
	stamps: fc.constantFrom(1, 5, 1000),
	/** The share of projects that are created without `updated_at`; their first update stamps them. */
	nullShare: weighted([3, 0], [1, 0.15], [1, 0.9]),
	/** Projects at first without any date: outside the promise, but in the way. */
	undated: weighted([9, 0], [1, 2]),
	precision: fc.constantFrom('second', 'second', 'millisecond', 'microsecond'),
	/** How far the Date header is ahead of the stamps; undefined without the header. */
	dateSkewMs: fc.constantFrom(undefined, 0, 0, 1500, -2 * HOUR, 2 * HOUR),
	/** Whether each answer has another value in a field that the specification does not name. */
	isVolatile: weighted([9, false], [1, true]),
	/** How many requests a poll has time for. */
	requestsPerPoll: weighted([3, QUICK], [1, 72], [1, 40]),
});

export type ServiceShape = Valued<typeof anyService>;

/** Where the Date header is behind the stamps, all that lies between them is read again. At a low rate that goes on, but not within a number of polls. */
function needsTime(shape: ServiceShape): boolean {
	return (shape.dateSkewMs ?? 0) < 0;
}

function isRandom({ looseness }: ServiceShape): boolean {
	return looseness.ties === 'random';
}

/** A service that cuts pages, reports otherwise and counts first looks the same with and without a last row. */
function isKnowable({ looseness }: ServiceShape): boolean {
	return looseness.perPageReport !== 'asked';
}

const service = anyService.map((shape) => ({
	...shape,
	countsFirst: shape.countsFirst && isKnowable(shape),
	requestsPerPoll: needsTime(shape) ? QUICK : shape.requestsPerPoll,
	// More rows of one stamp than a page holds, in another order with each request, are outside the promise.
	stamps: isRandom(shape) ? 1000 : shape.stamps,
	precision: isRandom(shape) ? ('millisecond' as const) : shape.precision,
}));

export const histories = fc.record({
	/** Decides the order of ties and which projects have no stamp. */
	seed: fc.nat(),
	service,
	scheduler: weighted<Scheduler>([2, 'classic'], [2, 'durable'], [1, 'durable without cursors']),
	/** How far this machine's clock is ahead of the service's. */
	clockSkewMs: fc.integer({ min: -20, max: 20 }).map((hours) => hours * HOUR),
	start,
	settings,
	steps: fc.array(step, { maxLength: 40, size: 'max' }),
});

export type History = Valued<typeof histories>;
