/** How all projects are read for their previous values, over several polls. */
import type { ListQuery, Project, PageRequest } from '../../../nodes/Collab/core/contract';
import { PreviousValues } from '../../../nodes/Collab/core/changes/previousValues';
import { SEEDING_START, seedPreviousValues } from '../../../nodes/Collab/core/changes/seeding';
import { SeenVersions } from '../../../nodes/Collab/core/changes/seenVersions';
import { CREATED, UPDATED } from '../../../nodes/Collab/core/scan/feed';
import { STRICT } from '../../../dev/sandbox/projects/looseListing';
import { instant, numbers } from './projects';
import { Service, START_MS } from './service';
import { MINUTE, OPTIONS } from './testTrigger';

/** When p0, p1 and so on were created. */
const stampOf = (number: number) => new Date(START_MS + (number + 1) * MINUTE).toISOString();

const LONG_AGO = '2026-01-01T00:00:00Z';

const ORDERS = ['created_at', 'name', 'updated_at'];

class Turns {
	readonly service = new Service();

	readonly previous = PreviousValues.open(undefined, ['name']);

	readonly asked: Array<ListQuery & PageRequest> = [];

	readonly seen = SeenVersions.open(undefined);

	/** From here on changes are yet to be delivered. */
	low: string | undefined = '2040-01-01T00:00:00Z';

	maxPerPage: number | undefined;

	/** The time that is used when the poll asks for it first, then, and so on. */
	times: number[] = [];

	constructor(count: number) {
		for (const number of numbers(count)) {
			this.service.nowMs += MINUTE;
			this.service.create(`p${number}`);
		}
	}

	async from(state = SEEDING_START) {
		const low = this.low === undefined ? undefined : instant(this.low);
		const feeds = [UPDATED, CREATED].map((feed) => ({ feed, seen: this.seen, low }));
		const { previous, maxPerPage } = this;
		const context = { fetchPage: this.fetchPage, options: OPTIONS, runtime: this.runtime };
		return await seedPreviousValues(context, state, { previous, feeds, totalItems: 0, maxPerPage });
	}

	get orders(): string[] {
		return [...new Set(this.asked.map(({ sortBy }) => sortBy))];
	}

	private readonly fetchPage = async (query: ListQuery, window: PageRequest) => {
		this.asked.push({ ...query, ...window });
		return await Promise.resolve(this.service.answer(query, window));
	};

	private readonly runtime = {
		now: () => this.service.nowMs,
		timeUsed: () => this.times.shift() ?? 0,
		yieldToEventLoop: async () => await Promise.resolve(),
	};
}

const known = (turns: Turns, ids: readonly string[]) =>
	ids.filter((id) => turns.previous.knows(id));

describe('one pass in the order of creation', () => {
	test('is enough where it finds as many projects as there are', async () => {
		const turns = new Turns(150);
		expect(await turns.from()).toBe('finished');
		expect([turns.previous.size, turns.orders]).toEqual([150, ['created_at']]);
		expect(turns.asked[0]).toMatchObject({ status: 'all', sortBy: 'created_at', order: 'asc' });
	});

	test('is followed by two in other orders where it finds less, and by no more', async () => {
		const turns = new Turns(3);
		turns.service.looseness = { ...STRICT, totalOffset: 1 };
		expect(await turns.from()).toBe('finished');
		expect([turns.previous.size, turns.orders]).toEqual([3, ORDERS]);
	});
});

test.each<[string, boolean, (turns: Turns, second: Project) => void]>([
	[
		'with a change that is yet to be delivered is left out, and counts as found',
		false,
		(turns) => {
			turns.service.update('p2', { updated_at: LONG_AGO });
			turns.low = stampOf(1);
		},
	],
	['with a change below the low watermark is taken', true, (turns) => (turns.low = stampOf(2))],
	[
		'with a change that was delivered is taken',
		true,
		(turns, second) => {
			turns.low = undefined;
			turns.seen.add(second, instant(stampOf(1)));
		},
	],
	['is left out where no low watermark is known', false, (turns) => (turns.low = undefined)],
	[
		'is left out by its time of creation where it has no other',
		false,
		(turns) => {
			turns.low = LONG_AGO;
			turns.service.update('p1', { updated_at: null });
		},
	],
	[
		'without any time is taken',
		true,
		(turns) => {
			turns.low = undefined;
			turns.service.update('p1', { updated_at: null, created_at: null });
		},
	],
])('a project %s', async (_name, isKnown, prepare) => {
	const turns = new Turns(3);
	prepare(turns, turns.service.get('p1')!);
	expect(await turns.from()).toBe('finished');
	expect([turns.previous.knows('p1'), turns.orders.length]).toEqual([isKnown, 1]);
});

describe('time', () => {
	test('that is over at first leaves all to the next poll', async () => {
		const turns = new Turns(3);
		turns.times = [0.81];
		expect(await turns.from({ pass: 1, offset: 70 })).toEqual({ pass: 1, offset: 70 });
		expect(turns.asked).toEqual([]);
	});

	test('of four fifths of the poll is used', async () => {
		const turns = new Turns(250);
		turns.times = [0.8, 0.8, 0.8, 0.8];
		expect(await turns.from()).toBe('finished');
		expect(turns.previous.size).toBe(250);
	});

	test('that is over after some answers gives where to go on', async () => {
		const turns = new Turns(250);
		turns.times = [0, 0.81];
		expect(await turns.from()).toEqual({ pass: 0, offset: 100 });
		expect(turns.previous.size).toBe(100);
		turns.times = [0, 0, 0.81];
		expect(await turns.from({ pass: 1, offset: 0 })).toMatchObject({ pass: 1 });
		expect(await turns.from({ pass: 1, offset: 200 })).toBe('finished');
		expect(turns.previous.size).toBe(250);
	});
});

describe('the next poll', () => {
	test('reads again fifty rows before those that it wants', async () => {
		const turns = new Turns(400);
		turns.times = [0, 0.81];
		await turns.from({ pass: 0, offset: 300 });
		expect(known(turns, ['p0', 'p149', 'p250', 'p251'])).toEqual(['p250', 'p251']);
	});

	test('asks for pages as large as the service gives; from the first row on, for the largest', async () => {
		const firstWindow = async (offset: number) => {
			const turns = new Turns(200);
			turns.maxPerPage = 40;
			await turns.from({ pass: 2, offset });
			return turns.asked[0];
		};
		expect(await firstWindow(50)).toMatchObject({ page: 1, perPage: 100 });
		expect((await firstWindow(130))?.perPage).toBeLessThanOrEqual(40);
	});
});

describe('where there is no room', () => {
	test('for 500 projects in a row, nothing more is read', async () => {
		const turns = new Turns(800);
		const seed = jest.spyOn(turns.previous, 'seed').mockReturnValue(false);
		expect(await turns.from()).toBe('finished');
		expect(turns.orders).toEqual(['created_at']);
		expect(seed.mock.calls.length).toBeGreaterThanOrEqual(500);
		expect(seed.mock.calls.length).toBeLessThan(600);
	});

	test('for some, but for others in between, all are read', async () => {
		const turns = new Turns(800);
		const seed = jest
			.spyOn(turns.previous, 'seed')
			.mockImplementation(({ id }) => id === 'p350' || id === 'p700');
		expect(await turns.from()).toBe('finished');
		expect(turns.orders).toEqual(ORDERS);
		expect(seed.mock.calls.length).toBeGreaterThan(2_000);
	});
});
