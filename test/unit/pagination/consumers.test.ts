/** What a walk costs, and how it ends, when its caller stops early or a request fails. */
import { setImmediate } from 'node:timers/promises';

import type { Page, Window } from '../../../nodes/Collab/core/contract';
import { walk, type WalkOptions } from '../../../nodes/Collab/core/pagination/walk';
import { Account, randomFrom } from './account';

const LISTING = { status: 'all', sortBy: 'updated_at', order: 'asc' } as const;

class Service {
	readonly asked: Window[] = [];

	underWay = 0;

	mostAtOnce = 0;

	readonly account: Account;

	constructor(
		count: number,
		private readonly failing: (window: Window) => boolean = () => false,
	) {
		this.account = new Account(count, LISTING, randomFrom(1));
	}

	readonly fetchWindow = async (window: Window): Promise<Page> => {
		this.asked.push(window);
		this.mostAtOnce = Math.max(this.mostAtOnce, ++this.underWay);
		await setImmediate();
		this.underWay--;
		if (this.failing(window)) throw new Error(`No answer to page ${window.page}`);
		return this.account.read(window);
	};

	async take(batches: number, options: Partial<WalkOptions> = {}): Promise<string[]> {
		const ids: string[] = [];
		for await (const { projects } of walk(this.fetchWindow, { sortBy: 'updated_at', ...options })) {
			for (const { id } of projects) ids.push(id);
			if (--batches === 0) break;
		}
		return ids;
	}

	async rest(): Promise<void> {
		while (this.underWay > 0) await setImmediate();
		await setImmediate();
	}
}

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(() => process.on('unhandledRejection', note));
afterAll(() => process.off('unhandledRejection', note));
afterEach(() => expect(unhandled).toEqual([]));

describe('a caller that stops early', () => {
	test.each([
		[1, 1],
		[2, 5],
		[3, 13],
	])('after %i windows costs at most %i requests', async (batches, most) => {
		const service = new Service(5_000);
		await service.take(batches);
		const { length } = service.asked;
		expect(length).toBeLessThanOrEqual(most);
		await service.rest();
		expect(service.asked).toHaveLength(length);
	});

	test('hears nothing of requests that fail afterwards', async () => {
		const service = new Service(5_000, ({ page }) => page > 3);
		await service.take(2);
		await service.rest();
	});
});

describe('a request that fails', () => {
	test('is reported once, after the rows before it, and nothing more is asked for', async () => {
		const service = new Service(5_000, ({ page }) => page >= 5);
		const ids: string[] = [];
		const read = async () => {
			for await (const { projects } of walk(service.fetchWindow, { sortBy: 'updated_at' })) {
				for (const { id } of projects) ids.push(id);
			}
		};
		await expect(read()).rejects.toThrow('No answer to page 5');
		expect(ids).toEqual(
			service.account
				.list()
				.slice(0, ids.length)
				.map(({ id }) => id),
		);
		expect(ids.length).toBeGreaterThan(300);
		const { length } = service.asked;
		await service.rest();
		expect(service.asked).toHaveLength(length);
	});

	test('past the end of what is wanted does not matter', async () => {
		const service = new Service(500, ({ page, perPage }) => (page - 1) * perPage >= 500);
		expect(await service.take(Infinity)).toHaveLength(500);
	});
});

describe('requests', () => {
	test.each([
		[0, 1],
		[1, 1],
		[100, 1],
		[101, 2],
		[198, 2],
		[500, 6],
		[1_000, 11],
		[10_000, 114],
		[100_000, 1_143],
	])('for %i projects: %i', async (count, requests) => {
		const service = new Service(count);
		expect(await service.take(Infinity, { limit: Infinity })).toHaveLength(count);
		expect(service.asked).toHaveLength(requests);
		expect(service.mostAtOnce).toBeLessThanOrEqual(8);
	});

	test('are at most one more than the pages of 100, up to 500 projects', async () => {
		for (let count = 1; count <= 500; count += 7) {
			const service = new Service(count);
			await service.take(Infinity);
			expect(service.asked.length).toBeLessThanOrEqual(Math.ceil(count / 100) + 1);
		}
	});

	test.each([
		[1, 1],
		[50, 50],
		[100, 100],
		[101, 103],
		[150, 151],
		[199, 204],
		[250, 255],
		[1_000, 1_055],
	])('for a limit of %i ask for %i rows', async (limit, rowsAsked) => {
		const service = new Service(5_000);
		const expected = service.account.list().slice(0, limit);
		expect(await service.take(Infinity, { limit })).toEqual(expected.map(({ id }) => id));
		expect(service.asked.reduce((sum, { perPage }) => sum + perPage, 0)).toBe(rowsAsked);
	});

	test.each([1, 3, 16])('are under way at most %i at once', async (readAhead) => {
		const service = new Service(5_000);
		await service.take(Infinity, { limit: Infinity, readAhead });
		expect(service.mostAtOnce).toBe(readAhead);
	});
});

test('a walk may begin at a row', async () => {
	const service = new Service(1_000);
	const ids = await service.take(Infinity, { firstRow: 640 });
	const all = service.account.list().map(({ id }) => id);
	expect(ids).toEqual(all.slice(-ids.length));
	expect(ids.length).toBeGreaterThanOrEqual(360);
	expect(ids.length).toBeLessThan(460);
});
