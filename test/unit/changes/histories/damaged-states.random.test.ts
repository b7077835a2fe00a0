import fc from 'fast-check';
import { cases } from '../../../random';
import { Connection } from '../connection';
import { damage } from './damagedStates';
import type { Change } from '../../../../nodes/Collab/core/changes/options';
import { poll, type StateStore } from '../../../../nodes/Collab/core/changes/poll';
import { NO_TROUBLE, SAME_IN_ALL, type Settings, type Start } from './history';
import { Service, type ServiceShape } from './service';
import { TroubledAnswers } from './troubledAnswers';
import { keyOf } from './versions';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const MAX_STATE_BYTES = 2_000_000;

const shape: ServiceShape = {
	looseness: {
		ties: 'stable',
		nulls: 'last',
		perPageReport: 'clamped',
		maxPerPage: 9,
	},
	countsFirst: false,
	projects: 12,
	stamps: 10,
	nullShare: 0.1,
	undated: 0,
	precision: 'second',
	dateSkewMs: 0,
	isVolatile: false,
	requestsPerPoll: 1,
};

const SETTINGS: Settings = {
	events: ['created', 'archived', 'restored', 'completed', 'reopened', 'updated'],
	fieldsToWatch: [],
	includePreviousValues: false,
	status: 'all',
	lookBackMs: 5 * MINUTE_MS,
};

/** A trigger without n8n: what it saves is there for the next poll, as JSON. */
class Trigger {
	state: unknown;

	readonly service = new Service(shape, 1);

	constructor(private readonly start: Start) {}

	/** `share`: of the poll's time that an answer takes. */
	async poll(share = 0): Promise<readonly Change[]> {
		const { service } = this;
		service.nowMs += MINUTE_MS;
		service.requestMs = share * MINUTE_MS;
		const fromMs = service.nowMs;
		const endMs = fromMs + MINUTE_MS;
		const quiet = { trouble: NO_TROUBLE, longestLateMs: 0, endMs };
		const { fetchWindow } = new Connection(new TroubledAnswers(service, quiet).answer);
		const store: StateStore = {
			load: () => this.state,
			save: (state) => (this.state = JSON.parse(JSON.stringify(state)) as unknown),
		};
		const since = new Date(fromMs - DAY_MS).toISOString();
		const startFrom = this.start === 'since' ? { since, entered: 'yesterday' } : this.start;
		const runtime = {
			now: () => service.nowMs,
			timeUsed: () => (service.nowMs - fromMs) / MINUTE_MS,
			yieldToEventLoop: async () => await Promise.resolve(),
		};
		return await poll(
			store,
			fetchWindow,
			{ ...SETTINGS, ...SAME_IN_ALL, account: 'one', startFrom },
			runtime,
		);
	}

	change(times: number): void {
		for (let number = 0; number < times; number += 1) {
			this.service.create();
			this.service.update(this.service.ids[3 * number] ?? '', { status: 'archived' });
		}
	}
}

/** Quiet, busy and in the middle of a backlog. */
const BEGINNINGS: ReadonlyArray<readonly [Start, (trigger: Trigger) => Promise<unknown>]> = [
	['now', async (trigger) => await trigger.poll()],
	['since', async (trigger) => await trigger.poll()],
	['all', async (trigger) => await trigger.poll(0.1)],
	[
		'now',
		async (trigger) => {
			await trigger.poll();
			trigger.change(8);
			await trigger.poll();
			trigger.change(20);
			await trigger.poll(0.1);
		},
	],
];

async function triggerIn(beginning: (typeof BEGINNINGS)[number]): Promise<Trigger> {
	const [start, play] = beginning;
	const trigger = new Trigger(start);
	await play(trigger);
	return trigger;
}

function assertTrue(changes: readonly Change[], { service }: Trigger): void {
	const keys = changes.map(({ project }) => keyOf(project));
	expect(new Set(keys).size).toBe(keys.length);
	for (const key of keys) expect(service.versions.withKey(key)).not.toEqual([]);
}

async function goesOnFrom(trigger: Trigger): Promise<void> {
	for (let round = 0; round < 2; round += 1) assertTrue(await trigger.poll(), trigger);
	expect(JSON.stringify(trigger.state).length).toBeLessThan(MAX_STATE_BYTES);
	// Later than any stamp in a state that can be believed.
	trigger.service.nowMs += 2 * DAY_MS;
	const [id = ''] = trigger.service.ids;
	trigger.service.update(id, { name: 'changed after all' });
	const changes = [...(await trigger.poll()), ...(await trigger.poll())];
	expect(changes.map(({ project }) => project['name'])).toEqual(['changed after all']);
}

it('goes on from whatever was saved, and delivers nothing but what is there', async () => {
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...BEGINNINGS), damage, async (beginning, harm) => {
			const trigger = await triggerIn(beginning);
			trigger.state = harm(trigger.state);
			const damaged = JSON.stringify(trigger.state).slice(0, 2000);
			await goesOnFrom(trigger).catch((cause: unknown) => {
				throw new Error(`Does not go on from ${damaged}`, { cause });
			});
		}),
		cases(50),
	);
}, 3_600_000);
