import { INCIDENTS } from './incidents';
import { type Incident, type PlanOptions, QUIET, type Round, rounds } from './plan';
import { publishWatchers } from './publishing';
import { startService, type Report, type Service } from './service';
import { endSessions } from './sessions';
import { measureUsage, type Usage } from './usage';
import type { Watcher } from './watcher';

export interface EnduranceOptions extends PlanOptions {
	/** Of all triggers together. */
	readonly polls: number;
	/** In the account at first, and about as many later. */
	readonly projects: number;
	/** Numbers of polls after which to measure. */
	readonly measureAt: readonly number[];
	readonly onMeasured?: (figures: Figures) => void;
}

export interface Figures extends Report, Usage {
	readonly polls: number;
	readonly failedPolls: number;
	readonly itemsDelivered: number;
	/** How often each was played. */
	readonly incidents: Readonly<Partial<Record<Incident, number>>>;
	readonly states: ReadonlyArray<
		Pick<Watcher, 'name' | 'remembers' | 'largestBytes'> & {
			/** After a quiet time, in which nothing has to be remembered for the look-back. */
			readonly bytes: number;
		}
	>;
}

const TOKEN_LIFETIME_SECONDS = 150;
const COMPLAINTS_SHOWN = 5;

/** Longer than the look-back, so that states are at their smallest. */
const LONG_QUIET: Round = { ...QUIET, waitSeconds: 900 };

/** Plays the plan of the seed until the triggers have polled so often; throws as soon as one of them breaks its promise. */
export async function endure(options: EnduranceOptions): Promise<Figures[]> {
	const { seed, projects } = options;
	const tokenLifetimeSeconds = TOKEN_LIFETIME_SECONDS;
	const service = await startService({ seed, projects, tokenLifetimeSeconds });
	const clock = new Clock();
	try {
		return await (await Run.begin(service, clock)).play(options);
	} finally {
		clock.reset();
		await service.stop();
	}
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
	private readonly incidents: Partial<Record<Incident, number>> = {};

	private constructor(
		private readonly service: Service,
		private readonly clock: Clock,
		private readonly watchers: readonly Watcher[],
	) {}

	static async begin(service: Service, clock: Clock): Promise<Run> {
		return new Run(service, clock, await publishWatchers(service.greeting));
	}

	async play(options: EnduranceOptions): Promise<Figures[]> {
		const { seed, polls, measureAt, onMeasured } = options;
		const figures: Figures[] = [];
		const plan = rounds(options);
		for (let number = 1; this.polls < polls; number += 1) {
			await this.round(plan.next().value, `Round ${number} of seed ${seed}`);
			if (this.polls < (measureAt[figures.length] ?? polls)) continue;
			const measured = await this.measure();
			onMeasured?.(measured);
			figures.push(measured);
		}
		return figures;
	}

	private get polls(): number {
		return sumOf(this.watchers, ({ polls }) => polls);
	}

	private get failures(): number {
		return sumOf(this.watchers, ({ failures }) => failures);
	}

	/** Throws when a trigger has broken its promise, or a poll has failed without need. */
	private async round(round: Round, name: string): Promise<Report> {
		const { service, watchers } = this;
		const { weather: behaviour, waitSeconds, changes, changesMeanwhile, incident } = round;
		this.clock.advance(waitSeconds);
		const before = await service.command({ behaviour, waitSeconds, changes });
		const failuresBefore = this.failures;
		this.incidents[incident] = (this.incidents[incident] ?? 0) + 1;
		await INCIDENTS[incident]({ service, watchers, changesMeanwhile });
		const deliveries = watchers.map((watcher) => watcher.deliver(before.changes));
		const report = await service.command({ deliveries });
		const complaints = [...report.complaints];
		if (this.failures > failuresBefore && !mayFail(round)) {
			complaints.push(...watchers.map(({ lastFailure }) => `failed: ${lastFailure}`));
		}
		if (complaints.length === 0) return report;
		const some = complaints.slice(0, COMPLAINTS_SHOWN).join('\n');
		throw new Error(`${name}, ${JSON.stringify(round)}, ${complaints.length} complaints:\n${some}`);
	}

	private async measure(): Promise<Figures> {
		await this.round(LONG_QUIET, 'A quiet time');
		const report = await this.round(LONG_QUIET, 'A quiet time');
		endSessions();
		return {
			...report,
			...(await measureUsage()),
			polls: this.polls,
			failedPolls: this.failures,
			itemsDelivered: sumOf(this.watchers, ({ itemsDelivered }) => itemsDelivered),
			incidents: { ...this.incidents },
			states: this.watchers.map(({ name, remembers, stateBytes: bytes, largestBytes }) => ({
				name,
				remembers,
				bytes,
				largestBytes,
			})),
		};
	}
}

function mayFail({ weather, incident }: Round): boolean {
	return weather.faultRate > 0 || incident === 'outage';
}

function sumOf<T>(values: readonly T[], amount: (value: T) => number): number {
	return values.reduce((sum, value) => sum + amount(value), 0);
}
