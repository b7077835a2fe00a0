import fc from 'fast-check';
import { NULLS, PER_PAGE_REPORTS, TIES } from '../../../../dev/sandbox/projects/looseListing';
import { CHANGE_EVENTS, type ChangeEvent } from '../../../../nodes/Collab/core/changes/options';
import type { StatusFilter } from '../../../../nodes/Collab/core/contract';
import {
	type Edit,
	type History,
	LONGEST_LAG_S,
	QUICK,
	type OnProject,
	type Scheduler,
	type Settings,
	type Start,
	type Step,
	type Trouble,
} from './history';
import type { ServiceShape } from './service';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Weighted<T> = readonly [weight: number, value: T];

const weighted = <T>(...choices: ReadonlyArray<Weighted<T>>): fc.Arbitrary<T> =>
	fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

const project = fc.nat(60);
const everyMs = fc.constantFrom(0, 0, 1000);

const onProject = fc.record({
	do: fc.constantFrom<OnProject>(
		...(['rename', 'rename', 'touch', 'archive', 'restore', 'complete', 'reopen'] as const),
		'delete',
	),
	project,
});

const edit: fc.Arbitrary<Edit> = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<Edit>({ do: 'create' }) },
	{ weight: 14, arbitrary: onProject },
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('change twice'),
			project,
			isBack: fc.boolean(),
			seconds: fc.constantFrom(0, 0, 20, 100),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('rename without stamp'), project }) },
	{
		weight: 3,
		arbitrary: fc.record({ do: fc.constant('rename late'), project, seconds: fc.nat(300) }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('date ahead'),
			project,
			days: fc.constantFrom(3, 900, 2_900_000),
		}),
	},
);

const bulk: fc.Arbitrary<Edit> = fc.oneof(
	fc.record({ do: fc.constant('import'), count: fc.integer({ min: 2, max: 150 }), everyMs }),
	fc.record({ do: fc.constant('rename all'), everyMs }),
);

/** While a poll reads: as many as move everything it has still to read by some pages. */
const burst: fc.Arbitrary<Edit> = fc.record({
	do: fc.constant('import'),
	count: fc.integer({ min: 5, max: 60 }),
	everyMs: fc.constant(0),
});

const answerNumber = fc.oneof(fc.nat(4), fc.nat(30));

const editWhileRead = fc.oneof({ weight: 12, arbitrary: edit }, { weight: 1, arbitrary: burst });

const trouble: fc.Arbitrary<Trouble> = fc.record({
	edits: fc.array(fc.record({ answer: answerNumber, edit: editWhileRead }), { maxLength: 4 }),
	failsAt: fc.option(answerNumber, { freq: 4 }),
	lags: fc.oneof(
		{ weight: 3, arbitrary: fc.constant([]) },
		{
			weight: 1,
			arbitrary: fc.array(
				fc.record({ answer: answerNumber, seconds: fc.integer({ min: 1, max: LONGEST_LAG_S }) }),
				{ maxLength: 4 },
			),
		},
	),
	absurdDateAt: fc.option(answerNumber, { freq: 20 }),
	losesSave: weighted([9, false], [1, true]),
});

const settings: fc.Arbitrary<Settings> = fc.record({
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
	lookBackMs: weighted([2, 0], [1, MINUTE_MS], [3, 5 * MINUTE_MS], [1, 30 * MINUTE_MS]),
});

const start = weighted<Start>([4, 'now'], [2, 'all'], [1, 'since']);

const account = fc.constantFrom('account 1', 'account 2');

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 24, arbitrary: fc.record({ do: fc.constant('edit'), edit }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('edit'), edit: bulk }) },
	{ weight: 10, arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.nat(90) }) },
	{ weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.nat(3000) }) },
	{ weight: 20, arbitrary: fc.record({ do: fc.constant('poll'), trouble }) },
	{ weight: 3, arbitrary: fc.constant<Step>({ do: 'restart' }) },
	{ weight: 2, arbitrary: fc.constant<Step>({ do: 'rest' }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('settings'), settings }) },
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant('new start'), account, start }),
	},
);

/**
 * Where equal stamps come in an order that is random for each request, a poll has to read the whole list; where the Date header
 * is behind the stamps, all that lies between them again. At a low rate these go on, but not within a number of polls.
 */
function needsTime(shape: ServiceShape): boolean {
	return isRandom(shape) || (shape.dateSkewMs ?? 0) < 0;
}

function isRandom({ looseness }: ServiceShape): boolean {
	return looseness.ties === 'random';
}

const service: fc.Arbitrary<ServiceShape> = fc
	.record({
		looseness: fc.record({
			ties: fc.constantFrom(...TIES),
			hiddenColumn: fc.constantFrom('created_at', 'member_count'),
			nulls: fc.constantFrom(...NULLS),
			perPageReport: fc.constantFrom(...PER_PAGE_REPORTS),
			// A window of eight rows or less cannot overlap its neighbors everywhere.
			maxPerPage: fc.constantFrom(9, 12, 20),
		}),
		countsFirst: fc.boolean(),
		projects: fc.oneof(fc.nat(8), fc.nat(8), fc.nat(60)),
		stamps: fc.constantFrom(1, 5, 1000),
		nullShare: weighted([3, 0], [1, 0.15], [1, 0.9]),
		undated: weighted([9, 0], [1, 2]),
		precision: fc.constantFrom('second', 'second', 'millisecond', 'microsecond'),
		dateSkewMs: fc.constantFrom(undefined, 0, 0, 1500, -2 * HOUR_MS, 2 * HOUR_MS),
		isVolatile: weighted([9, false], [1, true]),
		requestsPerPoll: weighted([3, QUICK], [1, 72], [1, 40]),
	})
	.map((shape) => ({
		...shape,
		countsFirst: shape.countsFirst && isKnowable(shape),
		requestsPerPoll: needsTime(shape) ? QUICK : shape.requestsPerPoll,
		// Both at once: a first poll cannot know what is newest, nor read it in one order.
		dateSkewMs: isRandom(shape) ? Math.max(0, shape.dateSkewMs ?? 0) : shape.dateSkewMs,
	}));

/** A service that cuts pages, reports otherwise and counts first looks the same with and without a last row. */
function isKnowable({ looseness }: ServiceShape): boolean {
	return looseness.perPageReport !== 'asked';
}

export const histories: fc.Arbitrary<History> = fc.record({
	seed: fc.nat(),
	service,
	scheduler: weighted<Scheduler>([2, 'classic'], [2, 'durable'], [1, 'durable without cursors']),
	clockSkewMs: fc.integer({ min: -20, max: 20 }).map((hours) => hours * HOUR_MS),
	start,
	settings,
	steps: fc.array(step, { maxLength: 40, size: 'max' }),
});
