/** One trigger over the fake service, in virtual time, and stories about it. */
import type { Change, ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { poll } from '../../../nodes/Collab/core/changes/poll';
import type { TriggerState } from '../../../nodes/Collab/core/changes/state';
import type { FetchPage } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { type Behavior, DAY, HOUR, MINUTE, SECOND, Service, START_MS } from '../service';
import type { Stored } from '../versions';

export const POLL_TIME_MS = 36 * SECOND;

/** No state has more bytes, whatever happened: 2 MB of text, in which n8n escapes quotes. */
const MAX_STATE_SIZE = 2_500_000;

export const OPTIONS: ChangeOptions = {
	origin: 'https://service.test/v1',
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
	lookBackMs: 5 * MINUTE,
};

export class TestTrigger {
	/** What the database holds between two polls: its state as JSON. */
	saved = 'null';
	options: ChangeOptions;
	/** How far this machine's clock is ahead of the service's. */
	skewMs = 0;
	/** Whether a person publishes it with the next poll, as with the first one. */
	isPublishing = true;
	/** Of the last poll. */
	requests = 0;

	constructor(
		options: Partial<ChangeOptions> = {},
		readonly service = new Service(),
	) {
		this.options = { ...OPTIONS, ...options };
	}

	get state(): TriggerState | null {
		return JSON.parse(this.saved) as TriggerState | null;
	}

	/** Gives what was emitted. Fails like the poll, for lack of time, too. */
	async poll(afterMs = MINUTE): Promise<readonly Change[]> {
		const { service, state } = this;
		service.nowMs += afterMs;
		const before = service.asked.length;
		const polled = await this.pollInTime(state);
		this.saved = JSON.stringify(polled.state);
		this.isPublishing = false;
		this.requests = service.asked.length - before;
		if (this.stateSize > MAX_STATE_SIZE) throw new Error('The state is too large');
		return polled.changes;
	}

	/**
	 * In the time of the service. Requests are answered one after the other, and fail when the poll's time is over; what is
	 * not answered when it has ended never is.
	 */
	private async pollInTime(state: unknown) {
		const { service, options, skewMs, isPublishing } = this;
		const fromMs = service.nowMs;
		let hasEnded = false;
		let last: Promise<unknown> = Promise.resolve();
		const fetchPage: FetchPage = async (...request) => {
			const answered = last.then(() => {
				if (hasEnded) return new Promise<never>(() => undefined);
				const page = service.answer(...request);
				if (service.nowMs <= fromMs + POLL_TIME_MS) return page;
				throw new CollabError('unavailable', { reason: 'timeout' });
			});
			last = answered.catch(() => undefined);
			return await answered;
		};
		const now = () => service.nowMs + skewMs;
		const timeUsed = () => (service.nowMs - fromMs) / POLL_TIME_MS;
		const polling = poll(state, fetchPage, options, { now, timeUsed, isPublishing });
		return await polling.finally(() => (hasEnded = true));
	}

	get isReadingAll(): boolean {
		return Boolean(this.state?.snapshot);
	}

	get stateSize(): number {
		return Buffer.byteLength(this.saved);
	}

	async events(act: Act = () => {}, afterMs = MINUTE): Promise<string[]> {
		act(this.service, this);
		return eventsIn(await this.poll(afterMs));
	}

	async eventsOf(polls: number): Promise<string[]> {
		const events: string[] = [];
		for (let poll = 0; poll < polls; poll += 1) events.push(...(await this.events()));
		return events;
	}

	/** Polls until one emits nothing and reads no snapshot, and gives what each emitted. */
	async pollUntilIdle(maxPolls = 200): Promise<Array<readonly Change[]>> {
		const emitted: Array<readonly Change[]> = [];
		for (let round = 0; round < maxPolls; round += 1) {
			const changes = await this.poll();
			if (changes.length === 0 && !this.isReadingAll) return emitted;
			emitted.push(changes);
		}
		throw new Error(`Not idle after ${maxPolls} polls`);
	}
}

export type Act = (service: Service, trigger: TestTrigger) => unknown;

/** What happens, and what the next poll delivers, in this order; a minute later, or later still. */
type Step = readonly [act: Act, events: string, afterMs?: number];

/** A published trigger, and what happens next. The last poll but none delivers nothing. */
export function story(name: string, make: () => TestTrigger, ...steps: readonly Step[]): void {
	test(name, async () => {
		const trigger = make();
		const published = await trigger.poll(0);
		if (trigger.options.startFrom === 'now') expect(published).toEqual([]);
		for (const [act, events, afterMs] of steps) {
			expect((await trigger.events(act, afterMs)).join(', ')).toBe(events);
		}
		expect(await trigger.events()).toEqual([]);
	});
}

export const nothing: Act = () => {};

export function create(id: string, fields: Partial<Stored> = {}, lateMs = 0): Act {
	return (service) => service.create(id, fields, service.nowMs + lateMs);
}

export function edit(id: string, fields: Partial<Stored> = {}): Act {
	return (service) => service.update(id, fields);
}

export function remove(...ids: readonly string[]): Act {
	return (service) => ids.forEach((id) => service.delete(id));
}

export function choose(options: Partial<ChangeOptions>): Act {
	return (_service, trigger) => (trigger.options = { ...trigger.options, ...options });
}

export function behave(behavior: Partial<Behavior>): Act {
	return (service) => service.behave(behavior);
}

export function wait(ms: number): Act {
	return (service) => (service.nowMs += ms);
}

export function inTurn(...acts: readonly Act[]): Act {
	return (...on) => acts.forEach((act) => act(...on));
}

export const OF_SMITH = { matches: ({ owner_id }: Stored) => owner_id === 'smith' };

export const eventsIn = (changes: readonly Change[]): string[] =>
	changes.map(({ project, event }) => `${event} ${project.id}`);

/** Exactly these, each once, in any order; a difference is shown in short. */
export function expectEachOnce(given: readonly string[], expected: readonly string[]): void {
	const [came, wanted] = [new Set(given), new Set(expected)];
	const lost = expected.filter((event) => !came.has(event)).slice(0, 5);
	const unwanted = given.filter((event) => !wanted.has(event)).slice(0, 5);
	const outcome = { lost, unwanted, count: given.length };
	expect(outcome).toEqual({ lost: [], unwanted: [], count: expected.length });
}

/** A date so many days after the day on which all begins. */
export const dayAfter = (days: number): string =>
	new Date(START_MS + days * DAY).toISOString().slice(0, 10);

/** p{from} to p{to - 1}. */
export const numbered = (from: number, to: number, name = 'p'): string[] =>
	Array.from({ length: to - from }, (_, index) => `${name}${from + index}`);

/** A trigger over p0 to p{count - 1}, created a second apart, beginning two days ago. */
export function withProjects(
	count: number,
	options: Partial<ChangeOptions> = {},
	behavior: Partial<Behavior> = {},
): TestTrigger {
	const trigger = new TestTrigger(options);
	const { service } = trigger;
	service.nowMs = START_MS - 2 * DAY - SECOND;
	service.createAll(numbered(0, count), {}, SECOND);
	service.nowMs = START_MS;
	service.behave(behavior);
	return trigger;
}

/** Not even 700 rows for each poll. */
export const SLOW = { maxPerPage: 9, requestMs: 500 };
export const MEDIUM = { ...SLOW, maxPerPage: 20 };

export interface Bulk extends Partial<ChangeOptions> {
	readonly everyMs?: number;
	readonly fields?: Partial<Stored>;
	readonly behavior?: Partial<Behavior>;
}

/** p0 to p{rows - 1} of ten more projects have just been changed, at once unless `everyMs` says otherwise. */
export async function afterBulk(rows: number, { everyMs = 0, fields, behavior, ...options }: Bulk) {
	const trigger = withProjects(rows + 10, options);
	const { service } = trigger;
	await trigger.poll();
	service.behave(behavior ?? {});
	service.nowMs += HOUR;
	service.updateAll(numbered(0, rows), fields ?? { name: 'bulk' }, everyMs);
	service.asked.length = 0;
	return trigger;
}
