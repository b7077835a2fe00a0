import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../../../dev/bench/child';
import { drawFrom, type Draw } from '../../../dev/sandbox/seed';
import type { Access, Command, Report } from './service';
import type { Watcher } from './watcher';

export interface Stage {
	readonly service: Child<Access, Command, Report>;
	readonly watchers: readonly Watcher[];
	readonly changesMeanwhile: number;
}

/** One poll of each trigger, and what goes on around it. */
export interface Round {
	/** Since the round before. */
	readonly waitSeconds: number;
	readonly changes: Required<Command>['changes'];
	readonly behavior: Required<Command>['behavior'];
	readonly changesMeanwhile: number;
	/** At its end, every trigger has polled. */
	readonly play: (stage: Stage) => Promise<void>;
	readonly mayFail?: boolean;
}

const CLEAR = { requestsPerSecond: 0, faultRate: 0 };
const OVERLAPPING_POLLS = 3;
/** Shorter than the time that a poll waits for a service which is not there. */
const SHORT_OUTAGE_MS = 600;
const MANY_CHANGES = { count: 300 };

const each = async (watchers: readonly Watcher[], act: (watcher: Watcher) => Promise<void>) =>
	void (await Promise.all(watchers.map(act)));
const poll = async (watcher: Watcher) => await watcher.poll();

const pollAmongChanges: Round['play'] = async ({ service, watchers, changesMeanwhile }) => {
	await Promise.all([each(watchers, poll), service.command({ changesMeanwhile })]);
};

/** Longer than Look Back, so that states are at their smallest. */
export const QUIET: Round = {
	waitSeconds: 900,
	changes: { count: 0 },
	behavior: CLEAR,
	changesMeanwhile: 0,
	play: pollAmongChanges,
};

const busy = (draw: Draw): Round => ({
	waitSeconds: 20 + draw(80),
	changes: { count: draw(6), withinSeconds: draw(2) * draw(20) },
	behavior: CLEAR,
	changesMeanwhile: draw(10),
	play: pollAmongChanges,
});

type Incident = (draw: Draw) => Partial<Round>;

const acting =
	(play: Round['play'], more: Partial<Round> = {}) =>
	() => ({ play, ...more });

/** What can happen; the rest of such a round is that of a busy one. */
const INCIDENTS: Readonly<Record<string, Incident>> = {
	burst: (draw) => ({
		changes: { count: 500 + draw(2500), withinSeconds: draw(2) * draw(60) },
		changesMeanwhile: 90,
	}),
	'rate limit': (draw) => ({
		behavior: { requestsPerSecond: 20, faultRate: 0 },
		changes: { count: 200 + draw(400) },
	}),
	faults: (draw) => ({
		behavior: { requestsPerSecond: 0, faultRate: 0.25 },
		changes: { count: 200 + draw(400) },
		mayFail: true,
	}),
	'outage that ends while polls wait': acting(async ({ service, watchers }) => {
		await service.command({ listening: false });
		const polls = each(watchers, poll);
		await sleep(SHORT_OUTAGE_MS);
		await service.command({ listening: true });
		await polls;
	}),
	'service restarts while polls read': acting(async ({ service, watchers }) => {
		// A connection that breaks under the answer with a new refresh token would cost the access for good.
		await service.command({ tokensExpire: true });
		await each(watchers, poll);
		await service.command({ changes: MANY_CHANGES });
		const polls = each(watchers, poll);
		await service.command({ listening: false });
		await service.command({ listening: true });
		await polls;
	}),
	'tokens expire': acting(async (stage) => {
		await stage.service.command({ tokensExpire: true });
		await pollAmongChanges(stage);
	}),
	'polls overlap': acting(
		async ({ watchers }) => await each(watchers, async (one) => await one.poll(OVERLAPPING_POLLS)),
	),
	'n8n restarts while polls read': acting(async (stage) => {
		const polls = each(stage.watchers, poll);
		await stage.service.command({ changes: MANY_CHANGES });
		await each(stage.watchers, async (watcher) => await watcher.restart());
		await polls;
		await pollAmongChanges(stage);
	}),
	'n8n restarts during an outage': acting(async (stage) => {
		await stage.service.command({ listening: false });
		await each(stage.watchers, async (watcher) => await watcher.restart());
		await stage.service.command({ listening: true });
		await pollAmongChanges(stage);
	}),
	'n8n crashes and loses what it saved last': acting(async (stage) => {
		await each(stage.watchers, async (watcher) => await watcher.crash());
		await pollAmongChanges(stage);
	}),
};

/** Each takes some seconds, because no poll outlasts it. */
const LONG_OUTAGE = acting(
	async ({ service, watchers }) => {
		await service.command({ listening: false });
		await each(watchers, poll);
		await service.command({ listening: true });
	},
	{ mayFail: true },
);

export interface PlanOptions {
	readonly seed: number;
	/** Busy rounds before each incident. */
	readonly busyRounds: number;
	readonly longOutages: boolean;
}

/** All that can happen, again and again, each time in an order drawn by lot. The same seed gives the same. */
export function* rounds(options: PlanOptions): Generator<Round & { name: string }, never> {
	const draw = drawFrom(options.seed);
	const incidents = Object.entries(INCIDENTS);
	if (options.longOutages) incidents.push(['long outage', LONG_OUTAGE]);
	for (;;) {
		for (const [name, happening] of shuffled(incidents, draw)) {
			for (let number = 0; number < options.busyRounds; number += 1)
				yield { name: 'busy', ...busy(draw) };
			yield { name, ...busy(draw), ...happening(draw) };
		}
	}
}

function shuffled<T>(values: readonly T[], draw: Draw): T[] {
	const lots = values.map((value) => ({ value, lot: draw(2 ** 30) }));
	return lots.sort((a, b) => a.lot - b.lot).map(({ value }) => value);
}
