import type { SandboxOptions } from '../../../dev/sandbox';
import { drawFrom, type Draw } from '../../../dev/sandbox/projects/seed';

type Weather = Required<Pick<SandboxOptions, 'requestsPerSecond' | 'faultRate'>>;

/** What happens to either side while the triggers poll. */
export type Incident =
	| 'none'
	| 'outage'
	| 'outage that ends while polls wait'
	| 'service restarts while polls read'
	| 'tokens expire'
	| 'polls overlap'
	| 'n8n restarts'
	| 'n8n restarts while polls read'
	| 'n8n restarts during an outage'
	| 'n8n crashes and loses what it saved last';

/** One poll of each trigger, and what goes on around it. */
export interface Round {
	/** Since the round before, on the service's clock. */
	readonly waitSeconds: number;
	/** Before the polls begin, within so many seconds. */
	readonly changes: { readonly count: number; readonly withinSeconds: number };
	/** While the polls read, one every few milliseconds. */
	readonly changesMeanwhile: number;
	readonly weather: Weather;
	readonly incident: Incident;
}

const CLEAR: Weather = { requestsPerSecond: 0, faultRate: 0 };

export const QUIET: Round = {
	waitSeconds: 60,
	changes: { count: 0, withinSeconds: 0 },
	changesMeanwhile: 0,
	weather: CLEAR,
	incident: 'none',
};

const INCIDENTS: readonly Incident[] = [
	'outage that ends while polls wait',
	'service restarts while polls read',
	'tokens expire',
	'polls overlap',
	'n8n restarts',
	'n8n restarts while polls read',
	'n8n restarts during an outage',
	'n8n crashes and loses what it saved last',
];

export interface PlanOptions {
	readonly seed: number;
	/** In each season; the fewer, the more trouble. */
	readonly calmRounds: number;
	/** Whether there are outages that no poll outlasts. Each takes some seconds. */
	readonly longOutages: boolean;
}

/** Season after season, each with everything that can happen, in an order drawn by lot. The same seed gives the same. */
export function* rounds(options: PlanOptions): Generator<Round, never> {
	const draw = drawFrom(options.seed);
	for (;;) yield* shuffle(season(options, draw), draw).flat();
}

function season({ calmRounds, longOutages }: PlanOptions, draw: Draw): Round[][] {
	return [
		...times(calmRounds, () => [draw(5) < 3 ? busy(draw) : quiet(draw)]),
		[{ ...busy(draw), changes: burst(100, 500, draw), changesMeanwhile: 30 }],
		[{ ...busy(draw), changes: burst(1000, 3000, draw), changesMeanwhile: 90 }],
		spell({ requestsPerSecond: 20, faultRate: 0 }, 3, draw),
		spell({ requestsPerSecond: 0, faultRate: 0.25 }, 5, draw),
		...INCIDENTS.map((incident) => [{ ...busy(draw), incident }]),
		...(longOutages ? longOutagesOf(draw) : []),
	];
}

function longOutagesOf(draw: Draw): Round[][] {
	return [
		[{ ...busy(draw), incident: 'outage' }],
		spell({ requestsPerSecond: 0, faultRate: 0.6 }, 1, draw),
	];
}

function busy(draw: Draw): Round {
	return {
		waitSeconds: 20 + draw(80),
		changes: { count: draw(6), withinSeconds: draw(2) * draw(20) },
		changesMeanwhile: draw(10),
		weather: CLEAR,
		incident: 'none',
	};
}

function quiet(draw: Draw): Round {
	// Sometimes longer than the look-back.
	return { ...QUIET, waitSeconds: 60 + draw(8) * 60 };
}

/** All in one second, or one after the other. */
function burst(least: number, most: number, draw: Draw): Round['changes'] {
	return { count: least + draw(most - least), withinSeconds: draw(2) * draw(60) };
}

/** Some rounds of the same bad weather, beginning with much to read. */
function spell(weather: Weather, length: number, draw: Draw): Round[] {
	return times(length, (number) => {
		const round = { ...busy(draw), weather };
		return number === 0 ? { ...round, changes: burst(200, 600, draw) } : round;
	});
}

function times<T>(count: number, make: (number: number) => T): T[] {
	return Array.from({ length: count }, (_, number) => make(number));
}

function shuffle<T>(values: readonly T[], draw: Draw): T[] {
	const lots = values.map((value) => ({ value, lot: draw(2 ** 30) }));
	return lots.sort((a, b) => a.lot - b.lot).map(({ value }) => value);
}
