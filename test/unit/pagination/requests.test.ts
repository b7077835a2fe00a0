/** What reading a list costs, and how it ends, when its caller stops early or a request fails. Large lists: requests.large.test.ts. */
import { setImmediate } from 'node:timers/promises';
import type { ListQuery, PageRequest } from '../../../nodes/Collab/core/contract';
import { idsOf, ListService, quietRows } from './listService';

class Service extends ListService {
	constructor(
		count: number,
		private readonly fails: (window: PageRequest) => boolean = () => false,
	) {
		super(quietRows(count));
	}

	override answer(query: ListQuery, window: PageRequest) {
		if (this.fails(window)) throw new Error(`No answer to page ${window.page}`);
		return super.answer(query, window);
	}

	/** Once those under way have been answered, too. */
	async expectNoMoreRequests(): Promise<void> {
		const { length } = this.asked;
		while (this.underWay > 0) await setImmediate();
		await setImmediate();
		expect(this.asked).toHaveLength(length);
	}
}

const expected = (count: number) => idsOf(quietRows(count));

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(() => process.on('unhandledRejection', note));
afterAll(() => process.off('unhandledRejection', note));
afterEach(() => expect(unhandled).toEqual([]));

describe('a quiet list', () => {
	test.each([
		[0, 1],
		[1, 1],
		[80, 1],
		[99, 1],
		[100, 2],
		[101, 2],
		[197, 2],
		[500, 6],
		// 11 windows reach exactly to the last row; one more shows that it is the last.
		[1_000, 12],
	])('of %i projects takes %i requests', async (count, requests) => {
		const service = new Service(count);
		expect(await service.list()).toEqual(expected(count));
		expect(service.asked).toHaveLength(requests);
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
	])('is asked for %i rows of 2,000 with %i', async (limit, rowsAsked) => {
		const service = new Service(2_000);
		expect(await service.list({ limit })).toEqual(expected(limit));
		expect(service.asked.reduce((sum, { perPage }) => sum + perPage, 0)).toBe(rowsAsked);
	});
});

test('reading that stops sends nothing more, and hears nothing of requests that fail then', async () => {
	const service = new Service(2_000, ({ page }) => page > 3);
	let batches = 0;
	await service.list({ limit: undefined, isEnough: () => ++batches === 2 });
	await service.expectNoMoreRequests();
});

describe('a request that fails', () => {
	test('is reported once, after the rows before it, and nothing more is asked for', async () => {
		const service = new Service(2_000, ({ page }) => page >= 5);
		await expect(service.list()).rejects.toThrow('No answer to page 5');
		expect(service.ids).toEqual(expected(service.ids.length));
		expect(service.ids.length).toBeGreaterThan(300);
		await service.expectNoMoreRequests();
	});

	test('past the end of what is wanted does not matter', async () => {
		const service = new Service(500, ({ page, perPage }) => (page - 1) * perPage >= 500);
		expect(await service.list()).toHaveLength(500);
	});
});
