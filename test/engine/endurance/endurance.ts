/** Triggers that poll among all that can happen, and books on what they owe and deliver. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IPollFunctions } from 'n8n-workflow';
import { unsafeUniformIntDistribution, xoroshiro128plus } from 'pure-rand';
import { startSandbox, type Sandbox } from '../../../dev/sandbox';
import { sessionOf } from '../../../nodes/Collab/trigger/session';
import { withBoth } from '../harness/asSomebody';
import { activateTrigger } from '../harness/triggers';
import { INCIDENTS, MAY_FAIL } from './incidents';
import { Watcher } from './watcher';

/** Longer than Look Back, so that states are at their smallest. */
const QUIET_SECONDS = 900;
/** At most 10,000 versions that were seen within Look Back. */
const LOOK_BACK_BYTES = 150_000;

const CHANGES = ['created', 'updated', 'archived', 'restored', 'completed', 'reopened'];
/** One keeps previous values, and does without Look Back, which makes up for what would be lost otherwise. */
const TRIGGERS = [
	{ authentication: 'apiKey', events: ['created', 'updated'], mostBytes: 1_000 },
	{
		authentication: 'oAuth2',
		events: CHANGES,
		mostBytes: 900_000,
		options: { includePreviousValues: true, lookBack: 0 },
	},
];

/** The service, the people who work with it, and the triggers. */
export class World {
	private changes = 0;
	private readonly random;

	constructor(
		readonly sandbox: Sandbox,
		readonly watchers: readonly Watcher[],
		private readonly clock: { aheadMs: number },
		private readonly options: Options,
	) {
		this.random = xoroshiro128plus(options.seed);
	}

	draw(bound: number): number {
		return unsafeUniformIntDistribution(0, bound - 1, this.random);
	}

	readonly each = async (act: (watcher: Watcher) => Promise<void>) =>
		void (await Promise.all(this.watchers.map(act)));

	/** One poll of each trigger, while people go on. */
	async poll(changesMeanwhile = this.draw(10), times = 1): Promise<void> {
		const polls = this.each(async (watcher) => await watcher.poll(times));
		for (let number = 0; number < changesMeanwhile; number += 1) {
			await sleep(2);
			this.change();
		}
		await polls;
	}

	/** @param apartMs the time between two of them */
	change(count = 1, apartMs = 0): void {
		for (let number = 0; number < count; number += 1) this.changeOne(apartMs);
	}

	private changeOne(apartMs: number): void {
		this.clock.aheadMs += apartMs;
		const { projects } = this.sandbox;
		const description = `Change ${++this.changes}`;
		const all = projects.all();
		const project = all[this.draw(all.length)];
		const ticket = this.draw(20);
		if (project && ticket > 2) {
			const { status, task_count: tasks, completed_task_count: completed } = project;
			const other = { status: status === 'archived' ? 'active' : 'archived' };
			const progress = { completed_task_count: completed < tasks ? tasks : 0 };
			projects.update(project.id, { description, ...(ticket < 9 ? other : progress) });
		} else if (project && this.draw(2 * this.options.projects) < projects.size) {
			// As many come as go.
			projects.remove(project.id);
		} else projects.create({ description, task_count: this.draw(9) });
	}

	/** Throws when a trigger has broken its promise, or a poll has failed without need. */
	async play(name: string, waitSeconds: number, happening = INCIDENTS[name]): Promise<void> {
		const { sandbox, watchers } = this;
		sandbox.clearRequests();
		sandbox.configure({ requestsPerSecond: 0, faultRate: 0 });
		this.clock.aheadMs += waitSeconds * 1_000;
		if (name !== 'quiet') this.change(this.draw(6), this.draw(2) * this.draw(4_000));
		const due = this.changes;
		if (happening) await happening(this);
		else await this.poll(name === 'quiet' ? 0 : undefined);
		const wrong = watchers.flatMap((watcher) => watcher.check(sandbox, due));
		const failures = watchers.flatMap((watcher) => watcher.failures.splice(0));
		if (!MAY_FAIL.includes(name)) wrong.push(...failures);
		if (wrong.length > 0) throw new Error([name, ...wrong.slice(0, 5)].join('\n'));
	}

	async measure() {
		await this.play('quiet', QUIET_SECONDS);
		await this.play('quiet', QUIET_SECONDS);
		const faults = this.watchers.flatMap(({ bytes, largestBytes, mostBytes }) => [
			...(bytes > mostBytes ? [`a state of ${bytes} bytes after a quiet time`] : []),
			...(largestBytes > mostBytes + LOOK_BACK_BYTES ? [`a state of ${largestBytes} bytes`] : []),
		]);
		const items = this.watchers.reduce((sum, watcher) => sum + watcher.items, 0);
		return { polls: this.polls, changes: this.changes, items, faults, ...(await usage()) };
	}

	get polls(): number {
		return this.watchers.reduce((sum, { polls }) => sum + polls, 0);
	}
}

export interface Options {
	readonly seed: number;
	/** Of all triggers together. */
	readonly polls: number;
	/** In the account at first, and about as many later. */
	readonly projects: number;
	/** Before each incident. */
	readonly busyRounds: number;
	/** How often to measure. */
	readonly measurements: number;
	/** Each takes seconds, because no poll outlasts it. */
	readonly longOutages: boolean;
}

/** Plays all that can happen, again and again in an order drawn by lot, and throws as soon as a trigger breaks its promise. */
export async function* endure(options: Options) {
	const { now } = Date;
	const clock = { aheadMs: 0 };
	Date.now = () => now() + clock.aheadMs;
	const { seed, projects } = options;
	const account = { seed, projects, tokenLifetimeSeconds: 150, now: () => Date.now() };
	const sandbox = await startSandbox(account);
	try {
		const token = await sandbox.issueToken();
		const watchers = TRIGGERS.map(async ({ mostBytes, ...parameters }) => {
			const settings = withBoth({ ...sandbox, token }, { output: 'raw', ...parameters });
			return new Watcher(settings, mostBytes, await activateTrigger(settings));
		});
		const world = new World(sandbox, await Promise.all(watchers), clock, options);
		for (let measured = 1; measured <= options.measurements; measured += 1) {
			while (world.polls < (options.polls * measured) / options.measurements)
				await playAll(world, options);
			yield await world.measure();
		}
	} finally {
		Date.now = now;
		await sandbox.close();
	}
}

async function playAll(world: World, { seed, busyRounds, longOutages }: Options): Promise<void> {
	const names = Object.keys(INCIDENTS).filter((name) => longOutages || name !== 'long outage');
	while (names.length > 0) {
		const [incident = ''] = names.splice(world.draw(names.length), 1);
		for (const name of [...Array<string>(busyRounds).fill('busy'), incident]) {
			await world.play(name, 20 + world.draw(80)).catch((cause: unknown) => {
				throw new Error(`Seed ${seed}: ${String(cause)}`, { cause });
			});
		}
	}
}

/** What this process uses, once all that can be freed was freed, with the sessions of triggers of an earlier n8n. */
async function usage() {
	for (let number = 0; number < 100; number += 1) {
		const trigger = {
			getNode: () => ({ id: `nobody’s ${number}`, name: '' }),
			getWorkflow: () => ({ id: '' }),
		};
		sessionOf(trigger as unknown as IPollFunctions);
	}
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	for (let round = 0; round < 5; round += 1) {
		await sleep(100);
		collect();
	}
	const heapMB = process.memoryUsage().heapUsed / 1024 ** 2;
	return { heapMB, openResources: process.getActiveResourcesInfo().length };
}
