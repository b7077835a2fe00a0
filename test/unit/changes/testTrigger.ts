/** One trigger on one n8n over one service, in virtual time. */
import type { Change, ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { poll } from '../../../nodes/Collab/core/changes/poll';
import { N8n, type Scheduler, storeOf } from './n8n';
import { Service, START_MS } from './service';
import { pollInTime } from './timedPoll';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** No state has more bytes, whatever happened. */
const MAX_STATE_SIZE = 2_000_000;

export const OPTIONS: ChangeOptions = {
	account: 'https://service.test/v1',
	status: 'all',
	events: ['created', 'updated'],
	matches: undefined,
	inclusion: '',
	dueSoonDays: 7,
	staleDays: 30,
	timeZone: 'UTC',
	fieldsToWatch: [],
	includePreviousValues: false,
	startFrom: 'now',
	lookBackMs: 300_000,
};

export class TestTrigger {
	readonly service = new Service();

	readonly n8n: N8n;

	options: ChangeOptions;

	/** How far this machine's clock is ahead of the service's. */
	skewMs = 0;

	/** Of the last poll. */
	requests = 0;

	largestState = 0;

	constructor(options: Partial<ChangeOptions> = {}, scheduler: Scheduler = 'durable') {
		this.options = { ...OPTIONS, ...options };
		this.n8n = new N8n(scheduler);
	}

	/** Publishing a workflow polls once, where n8n does that. */
	async publish(): Promise<readonly Change[]> {
		return await this.run(this.n8n.hasRegistrationPoll);
	}

	/** Gives what was emitted. Fails like the poll, for lack of time, too. */
	async poll(afterMs = MINUTE): Promise<readonly Change[]> {
		this.service.nowMs += afterMs;
		return await this.run(false);
	}

	/** Polls until one emits nothing, and gives what each emitted. */
	async pollUntilIdle(maxPolls = 200): Promise<Array<readonly Change[]>> {
		const emitted: Array<readonly Change[]> = [];
		for (let round = 0; round < maxPolls; round += 1) {
			const changes = await this.poll();
			if (changes.length === 0) return emitted;
			emitted.push(changes);
		}
		throw new Error(`Not idle after ${maxPolls} polls`);
	}

	private async run(isRegistration: boolean): Promise<readonly Change[]> {
		const { service, n8n, options, skewMs } = this;
		const before = service.requests;
		const data = n8n.open();
		const store = storeOf(data);
		const { answer } = service;
		const changes = await pollInTime(poll, { store, options, service, answer, skewMs });
		n8n.keep(data, { emits: changes.length > 0, isRegistration });
		this.requests = service.requests - before;
		this.largestState = Math.max(this.largestState, n8n.savedSize);
		expect(n8n.savedSize).toBeLessThan(MAX_STATE_SIZE);
		return changes;
	}
}

/** Event and project of each change. */
export function eventsIn(changes: readonly Change[]): string[] {
	return changes.map(({ project, event }) => `${event} ${project.id}`);
}

export function idsIn(changes: readonly Change[]): string[] {
	return changes.map(({ project }) => project.id);
}

/** Exactly these, each once, in any order; a difference is shown in short. */
export function expectEachOnce(ids: readonly string[], expected: readonly string[]): void {
	const counts = new Map<string, number>();
	for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
	const wanted = new Set(expected);
	const outcome = {
		lost: expected.filter((id) => !counts.has(id)),
		twice: [...counts.keys()].filter((id) => counts.get(id) !== 1),
		false: [...counts.keys()].filter((id) => !wanted.has(id)),
	};
	const inShort = Object.entries(outcome).map(([name, found]) => [
		name,
		found.length,
		found.slice(0, 5),
	]);
	expect(inShort).toEqual(Object.keys(outcome).map((name) => [name, 0, []]));
}

/** p{from} to p{to - 1}. */
export function numbered(from: number, to: number): string[] {
	return Array.from({ length: to - from }, (_, index) => `p${from + index}`);
}

/** A trigger over p0 to p{count - 1}, created a second apart, beginning two days ago. */
export function withProjects(
	count: number,
	options: Partial<ChangeOptions> = {},
	scheduler: Scheduler = 'durable',
): TestTrigger {
	const trigger = new TestTrigger(options, scheduler);
	const { service } = trigger;
	service.nowMs = START_MS - 2 * DAY - SECOND;
	service.createAll(numbered(0, count), {}, SECOND);
	service.nowMs = START_MS;
	return trigger;
}
