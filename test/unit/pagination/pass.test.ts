/** Which requests a pass sends, and when: each is answered by hand here, in any order. */
import { setImmediate } from 'node:timers/promises';
import type { ListQuery, Page, PageRequest } from '../../../nodes/Collab/core/contract';
import {
	type PassBatch,
	readPass,
	type ReadOptions,
} from '../../../nodes/Collab/core/pagination/pass';
import { idsOf, NEWEST_FIRST, quietRows } from './listService';

const COUNT = 1_000;

interface Request {
	readonly window: PageRequest;
	readonly answer: (page: Page) => void;
	readonly fail: (error: Error) => void;
}

/** A pass over 1,000 projects. */
class RunningPass {
	readonly requests: Request[] = [];

	readonly batches: PassBatch[] = [];

	state: 'running' | 'ended' | Error = 'running';

	constructor(options: Partial<ReadOptions> = {}) {
		void this.run({ query: NEWEST_FIRST, ...options });
	}

	get asked(): PageRequest[] {
		return this.requests.map(({ window }) => window);
	}

	get newIds(): string[][] {
		return this.batches.map(({ newRows }) => idsOf(newRows));
	}

	/** Answers these requests, counted from 0, and waits until the pass has done all it can. */
	async answer(...numbers: number[]): Promise<void> {
		await this.answerWith(inOrder, ...numbers);
	}

	/** The list is another one when these are answered. */
	async answerWith(pageOf: (window: PageRequest) => Page, ...numbers: number[]): Promise<void> {
		for (const number of numbers) {
			const { window, answer } = this.request(number);
			answer(pageOf(window));
			await setImmediate();
		}
	}

	async fail(number: number): Promise<void> {
		this.request(number).fail(new Error(`Request ${number}`));
		await setImmediate();
	}

	private request(number: number): Request {
		const request = this.requests[number];
		if (request === undefined) throw new Error(`No request ${number} was sent`);
		return request;
	}

	private async run(options: ReadOptions): Promise<void> {
		const fetchPage = async (_: ListQuery, window: PageRequest) =>
			await new Promise<Page>((answer, fail) => this.requests.push({ window, answer, fail }));
		try {
			for await (const batch of readPass(fetchPage, options)) this.batches.push(batch);
			this.state = 'ended';
		} catch (error) {
			this.state = error as Error;
		}
	}
}

/** The first request is answered. */
async function startedPass(options: Partial<ReadOptions> = {}): Promise<RunningPass> {
	const pass = new RunningPass(options);
	await setImmediate();
	expect(pass.asked).toEqual([{ page: 1, perPage: 100 }]);
	await pass.answer(0);
	return pass;
}

/** The list has these rows from its beginning on when this is answered. */
const answerFrom =
	(projects: Page['projects']) =>
	(window: PageRequest): Page => {
		const { page, perPage } = window;
		return {
			projects: projects.slice((page - 1) * perPage, page * perPage),
			pagination: { page, perPage, totalItems: COUNT, totalPages: 10, hasNext: true },
		};
	};

const rows = quietRows(2 * COUNT);
const inOrder = answerFrom(rows);
const afterTwoWereRemoved = answerFrom(rows.slice(2));
const ofOtherRows = answerFrom(rows.slice(COUNT));
const empty = answerFrom([]);

const EVERYTHING = { limit: Infinity };

describe('requests at once', () => {
	it('are eight, after the first, where all rows are wanted', async () => {
		const pass = await startedPass(EVERYTHING);
		expect(pass.asked).toHaveLength(1 + 8);
	});

	it('come to two for each window read, where reading may stop at any time', async () => {
		const pass = await startedPass();
		const counts = [pass.asked.length];
		for (const number of [1, 2, 3]) {
			await pass.answer(number);
			counts.push(pass.asked.length);
		}
		expect(counts).toEqual([2, 4, 6, 8]);
	});

	it('are few ahead of one that takes long', async () => {
		const pass = await startedPass({ ...EVERYTHING, maxConcurrentRequests: 2 });
		await pass.answer(2, 3, 4);
		expect(pass.asked).toHaveLength(1 + 4);
		expect(pass.batches).toHaveLength(1);
	});

	it('are no more after one that failed, which ends the pass when its turn comes', async () => {
		const pass = await startedPass({ ...EVERYTHING, maxConcurrentRequests: 4 });
		await pass.fail(3);
		await pass.answer(1);
		expect([pass.state, pass.batches.length]).toEqual(['running', 2]);
		await pass.answer(2);
		expect([pass.state, pass.batches.length]).toEqual([new Error('Request 3'), 3]);
		expect(pass.asked).toHaveLength(1 + 4);
	});
});

describe('without time for more requests', () => {
	it('a pass ends with what it has asked for', async () => {
		let hasTime = true;
		const pass = new RunningPass({ hasTime: () => hasTime });
		await setImmediate();
		hasTime = false;
		await pass.answer(0);
		expect(pass.state).toBe('ended');
		expect(pass.asked).toHaveLength(1);
		expect(pass.batches.map(({ progress }) => progress.end)).toEqual(['open']);
	});

	it('a pass ends at an answer that does not follow', async () => {
		let hasTime = true;
		const pass = await startedPass({ hasTime: () => hasTime });
		hasTime = false;
		await pass.answerWith(ofOtherRows, 1);
		expect(pass.state).toBe('ended');
		expect([pass.asked.length, pass.batches.length]).toEqual([2, 1]);
	});
});

describe('an answer that does not follow', () => {
	it('is taken again, and counted once, after the rows before it', async () => {
		const pass = await startedPass();
		await pass.answerWith(afterTwoWereRemoved, 1, 2);
		expect(pass.asked.slice(1, 3)).toEqual([
			{ page: 2, perPage: 99 },
			{ page: 2, perPage: 97 },
		]);
		const ids = idsOf(rows);
		expect(pass.newIds).toEqual([ids.slice(0, 100), ids.slice(100, 196), ids.slice(196, 200)]);
		expect(pass.batches.at(-1)?.progress.answers).toBe(3);
	});

	it('is not taken again where it is empty', async () => {
		const pass = await startedPass();
		await pass.answerWith(empty, 1);
		await pass.answer(2);
		// The last one begins before row 144, where the one before it ends.
		expect(pass.asked.slice(1)).toEqual([
			{ page: 2, perPage: 99 },
			{ page: 3, perPage: 48 },
			{ page: 3, perPage: 71 },
		]);
	});
});

describe('after three answers in a row that do not follow', () => {
	async function strainedPass(): Promise<RunningPass> {
		const pass = await startedPass(EVERYTHING);
		await pass.answerWith(ofOtherRows, 1, 9, 10);
		return pass;
	}

	it('all others are dropped, and one window is read alone', async () => {
		const pass = await strainedPass();
		expect(pass.asked).toHaveLength(12);
		await pass.answer(11);
		expect(pass.batches).toHaveLength(2);
		// Those that were dropped are still under way; the pass goes on with one more.
		expect(pass.asked).toHaveLength(13);
		await pass.answer(2, 3, 4, 5, 6, 7, 8);
		expect(pass.batches).toHaveLength(2);
	});

	it('half as many are sent at once, when the others have ended', async () => {
		const pass = await strainedPass();
		await pass.answer(2, 3, 4, 5, 6, 7, 8, 11);
		// Row 146 is the last one that was read.
		expect(pass.asked.slice(12)).toEqual([
			{ page: 3, perPage: 72 },
			{ page: 3, perPage: 100 },
			{ page: 4, perPage: 99 },
			{ page: 5, perPage: 98 },
		]);
	});

	it('a pass goes on from the last row read', async () => {
		const pass = await strainedPass();
		await pass.answer(11, 12);
		const ids = pass.newIds.flat();
		expect(ids).toEqual(idsOf(rows).slice(0, ids.length));
		expect(pass.batches).toHaveLength(3);
	});
});
