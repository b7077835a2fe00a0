/** A history: a service, a trigger, and what happens to both. */
import fc from 'fast-check';
import { PER_PAGE_REPORTS, TIES } from '../../../../dev/sandbox/listing';
import { CHANGE_EVENTS, type TriggerEvent } from '../../../../nodes/Collab/core/changes/options';
import type { StatusFilter } from '../../../../nodes/Collab/core/contract';
import { bulk, burst, edit, weighted } from '../../edits';
import { type Behavior, HOUR, MINUTE, START_MS } from '../../service';

export const LONGEST_LAG_S = 5;
export const LONGEST_LAG_MS = 1000 * LONGEST_LAG_S;

/** Requests that a poll has time for at a service without a rate limit. */
export const QUICK = 400;

type Valued<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

const answer = fc.oneof(fc.nat(4), fc.nat(30));
const lag = fc.record({ answer, seconds: fc.integer({ min: 1, max: LONGEST_LAG_S }) });

/** What happens while a poll reads, by the number of the answer, and to what it gives. */
const trouble = fc.record({
	edits: fc.array(fc.record({ answer, edit: fc.oneof({ weight: 12, arbitrary: edit }, burst) }), {
		maxLength: 4,
	}),
	failsAt: fc.option(answer, { freq: 4 }),
	lags: fc.oneof(
		{ weight: 3, arbitrary: fc.array(lag, { maxLength: 0 }) },
		fc.array(lag, { maxLength: 4 }),
	),
	/** Whether n8n loses what the poll saved and gave. */
	isLost: weighted([9, false], [1, true]),
});

export type Trouble = Valued<typeof trouble>;
export const NO_TROUBLE: Trouble = { edits: [], failsAt: null, lags: [], isLost: false };

/** What a user may edit without losing the state. */
const settings = fc.record({
	events: weighted<readonly TriggerEvent[]>(
		[4, ['created', 'updated']],
		[2, ['created', 'updated', 'removed']],
		[1, ['created', 'updated', 'becameOverdue']],
		[1, [...CHANGE_EVENTS]],
		[1, [...CHANGE_EVENTS, 'removed', 'becameOverdue']],
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
export type Start = 'now' | 'all' | 'since';

/** When half of the projects had changed, and between two stamps: it does not matter on which side equal ones belong. */
export const SINCE_MS = START_MS - HOUR - 500;

const start = weighted<Start>([4, 'now'], [2, 'all'], [1, 'since']);

/** Something that happens, and how often. */
const doing = <Do extends string, With extends object = object>(
	weight: number,
	what: Do,
	more?: { readonly [Name in keyof With]: fc.Arbitrary<With[Name]> },
) => ({
	weight,
	arbitrary: fc.record({ do: fc.constant(what), ...more }) as fc.Arbitrary<{ do: Do } & With>,
});

const step = fc.oneof(
	doing(24, 'edit', { edit }),
	doing(2, 'edit', { edit: bulk }),
	doing(10, 'wait', { seconds: fc.nat(90) }),
	doing(3, 'wait', { seconds: fc.nat(3000) }),
	doing(20, 'poll', { trouble }),
	doing(2, 'poll wrongly', {
		falseAnswers: fc.constantFrom<Behavior['falseAnswers']>(
			'empty',
			'cut',
			'empty account',
			'part',
		),
		falseRate: fc.constantFrom(0.3, 1),
		polls: fc.integer({ min: 1, max: 6 }),
	}),
	doing(2, 'rest'),
	doing(2, 'settings', { settings }),
	doing(1, 'new start', { account: fc.constantFrom(1, 2), start }),
);

export type Step = Valued<typeof step>;

const behavior = fc.record({
	ties: fc.constantFrom(...TIES),
	hiddenColumn: fc.constantFrom('created_at', 'member_count'),
	perPageReport: fc.constantFrom(...PER_PAGE_REPORTS),
	maxPerPage: fc.constantFrom(8, 9, 12, 20),
	requestsPerMinute: weighted([9, Infinity], [1, 60], [1, 20]),
	countsFirst: fc.boolean(),
	precision: fc.constantFrom<Behavior['precision']>(
		'second',
		'second',
		'millisecond',
		'microsecond',
	),
	dateSkewMs: fc.constantFrom(undefined, 0, 0, 1500, -2 * HOUR, 2 * HOUR),
	isVolatile: weighted([9, false], [1, true]),
});

const anyHistory = fc.record({
	/** Decides the order of ties and which projects have no stamp. */
	seed: fc.nat(),
	service: behavior,
	/** Projects that are there at first, and how many different stamps they share. */
	projects: fc.oneof(fc.nat(8), fc.nat(8), fc.nat(60)),
	stamps: fc.constantFrom<number>(1, 5, 1000),
	/** How many requests a poll has time for. */
	requestsPerPoll: weighted<number>([3, QUICK], [1, 72], [1, 40], [1, 12]),
	/** How far this machine's clock is ahead of the service's. */
	clockSkewMs: fc.oneof(
		fc.constant(0),
		fc.integer({ min: -20, max: 20 }).map((hours) => hours * HOUR),
	),
	start,
	settings,
	steps: fc.array(step, { maxLength: 40, size: 'max' }),
});

export type History = Valued<typeof anyHistory>;

export const histories = anyHistory.map(({ service, ...history }): History => {
	const isRandom = service.ties === 'random';
	// Where the Date header (without one, this machine's clock) is behind the stamps, all that lies between them is read
	// again. At a low rate that goes on, but not within a number of polls.
	const needsTime = (service.dateSkewMs ?? history.clockSkewMs) < 0;
	return {
		...history,
		requestsPerPoll: needsTime ? QUICK : history.requestsPerPoll,
		// More rows of one stamp than half a page holds, in another order with each request, are outside the promise.
		stamps: isRandom ? 1000 : history.stamps,
		service: {
			...service,
			// A service that cuts pages, reports otherwise and counts first looks the same with and without a last row.
			countsFirst: service.countsFirst && service.perPageReport !== 'asked',
			precision: isRandom ? 'millisecond' : service.precision,
			maxPerPage: isRandom && service.maxPerPage < 9 ? 9 : service.maxPerPage,
		},
	};
});
