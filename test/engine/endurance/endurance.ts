import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IPollFunctions } from 'n8n-workflow';
import { startChild } from '../../../dev/bench/child';
import { sessionOf } from '../../../nodes/Collab/trigger/session';
import { withBoth } from '../harness/asSomebody';
import { QUIET, rounds, type PlanOptions, type Round, type Stage } from './plan';
import type { Access, Command, Report } from './service';
import { Watcher } from './watcher';

export interface EnduranceOptions extends PlanOptions {
	/** Of all triggers together. */
	readonly polls: number;
	/** In the account at first, and about as many later. */
	readonly projects: number;
	/** Numbers of polls after which to measure. */
	readonly measureAt: readonly number[];
}

export interface Figures {
	readonly polls: number;
	readonly failedPolls: number;
	readonly changes: number;
	readonly itemsDelivered: number;
	readonly heapMB: number;
	/** What keeps the process running, such as sockets and timers. */
	readonly openResources: number;
	/** Of the triggers, after a quiet time. */
	readonly stateBytes: readonly number[];
	/** What is larger than it may be. */
	readonly faults: readonly string[];
}

/** The plain trigger, and the one that keeps previous values: Look Back makes up for what would be lost otherwise, so one does without. */
const TRIGGERS = [
	{ authentication: 'apiKey', includePreviousValues: false, lookBack: 5 },
	{ authentication: 'oAuth2', includePreviousValues: true, lookBack: 0 },
] as const;

const EVENTS = ['created', 'updated'];
/** These need previous values. */
const ALL_EVENTS = [...EVENTS, 'archived', 'restored', 'completed', 'reopened'];

/** A state without previous values. */
const BARE_STATE_BYTES = 1_000;
/** Of previous values: those that projects share, and for each project that ever was its own. */
const SHARED_VALUES_BYTES = 96_000;
const VALUES_BYTES = 140;
const MOST_VALUES_BYTES = 900_000;
/** At most 10,000 versions that were seen within Look Back. */
const LOOK_BACK_BYTES = 150_000;

/** Plays the plan of the seed until the triggers have polled so often; throws as soon as one of them breaks its promise. */
export async function* endure(options: EnduranceOptions): AsyncGenerator<Figures> {
	const { seed, projects, polls, measureAt } = options;
	const clock = new Clock();
	const service = await startChild<Access, Command, Report>(join(__dirname, 'service.ts'), {
		seed,
		projects,
		triggers: TRIGGERS.length,
	});
	try {
		const run = new Run(service, clock, await publish(service.greeting));
		const due = [...measureAt];
		for (const round of rounds(options)) {
			await run.play(round, `"${round.name}" of seed ${seed}`);
			if (run.polls >= (due[0] ?? polls)) {
				due.shift();
				yield await run.measure();
			}
			if (run.polls >= polls) return;
		}
	} finally {
		clock.reset();
		await service.stop();
	}
}

async function publish(access: Access): Promise<Watcher[]> {
	const { store, credentials } = withBoth(access);
	const published = TRIGGERS.map(async ({ authentication, ...options }) => {
		const remembers = options.includePreviousValues;
		const events = remembers ? ALL_EVENTS : EVENTS;
		const parameters = { authentication, events, output: 'raw', options };
		return await Watcher.publish(remembers, { store, credentials, parameters });
	});
	return await Promise.all(published);
}

/** This machine's clock, with which the triggers measure durations. The service's runs in a process of its own. */
class Clock {
	private readonly now = Date.now;

	private aheadMs = 0;

	constructor() {
		Date.now = () => this.now() + this.aheadMs;
	}

	advance(seconds: number): void {
		this.aheadMs += seconds * 1_000;
	}

	reset(): void {
		Date.now = this.now;
	}
}

class Run {
	constructor(
		private readonly service: Stage['service'],
		private readonly clock: Clock,
		private readonly watchers: readonly Watcher[],
	) {}

	get polls(): number {
		return this.sumOf(({ polls }) => polls);
	}

	/** Throws when a trigger has broken its promise, or a poll has failed without need. */
	async play(round: Round, name: string): Promise<Report> {
		const { service, watchers } = this;
		const { waitSeconds, changes, changesMeanwhile, behavior } = round;
		this.clock.advance(waitSeconds);
		await service.command({ behavior, waitSeconds, changes });
		const failuresBefore = this.failedPolls;
		await round.play({ service, watchers, changesMeanwhile });
		const deliveries = watchers.map((watcher, index) => watcher.deliver(index));
		const report = await service.command({ deliveries });
		const failures = round.mayFail || this.failedPolls === failuresBefore ? [] : ['a poll failed'];
		const faults = [...failures, ...report.complaints];
		if (faults.length === 0) return report;
		const last = watchers.flatMap((watcher) => watcher.failures.slice(-1));
		throw new Error([name, ...faults.slice(0, 5), ...last].join('\n'));
	}

	async measure(): Promise<Figures> {
		await this.play(QUIET, 'a quiet time');
		const { changes, projectsEver } = await this.play(QUIET, 'a quiet time');
		endSessions();
		return {
			polls: this.polls,
			failedPolls: this.failedPolls,
			changes,
			itemsDelivered: this.sumOf(({ itemsDelivered }) => itemsDelivered),
			...(await usage()),
			stateBytes: this.watchers.map(({ stateBytes }) => stateBytes),
			faults: this.watchers.flatMap((watcher) => oversized(watcher, projectsEver)),
		};
	}

	private get failedPolls(): number {
		return this.sumOf(({ failures }) => failures.length);
	}

	private sumOf(amount: (watcher: Watcher) => number): number {
		return this.watchers.reduce((sum, watcher) => sum + amount(watcher), 0);
	}
}

/** What is wrong with the trigger's states: nothing, as long as they stay small. */
function oversized(
	{ remembers, stateBytes, largestBytes }: Watcher,
	projectsEver: number,
): string[] {
	const values = SHARED_VALUES_BYTES + projectsEver * VALUES_BYTES;
	const most = BARE_STATE_BYTES + (remembers ? Math.min(values, MOST_VALUES_BYTES) : 0);
	return [
		...(stateBytes > most ? [`a state of ${stateBytes} bytes after a quiet time`] : []),
		...(largestBytes > most + LOOK_BACK_BYTES ? [`once a state of ${largestBytes} bytes`] : []),
	];
}

/**
 * Where n8n restarts, its process ends. Here the sessions of its triggers stay, each with a state, until as many others as
 * are kept have polled. To be called between polls only: those of the present triggers go, too.
 */
function endSessions(): void {
	for (let number = 0; number < 100; number += 1) {
		const trigger = {
			getNode: () => ({ id: `nobody’s ${number}`, name: '' }),
			getWorkflow: () => ({ id: '' }),
		};
		sessionOf(trigger as unknown as IPollFunctions);
	}
}

/** What this process uses, once connections have closed, a moment after their answers, and all that can be freed was freed. */
async function usage() {
	const isOpen = () => process.getActiveResourcesInfo().includes('TCPSocketWrap');
	for (let look = 0; look < 100 && isOpen(); look += 1) await sleep(20);
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	for (let round = 0; round < 3; round += 1) {
		collect();
		await sleep(20);
	}
	const heapMB = process.memoryUsage().heapUsed / 1024 ** 2;
	return { heapMB, openResources: process.getActiveResourcesInfo().length };
}
