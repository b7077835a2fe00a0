/** What reading a list costs, and how it ends, when its caller stops early or a request fails. */
import { setImmediate } from 'node:timers/promises';
import type { ListQuery, Page, Window } from '../../../nodes/Collab/core/contract';
import { readPass } from '../../../nodes/Collab/core/pagination/pass';
import { type ListOptions, paginate } from '../../../nodes/Collab/core/pagination/paginator';
import { idsOf, NEWEST_FIRST, quietRows, quietService } from './quietService';

class Service {
	readonly asked: Window[] = [];

	underWay = 0;

	mostAtOnce = 0;

	private readonly answer;

	constructor(
		count: number,
		private readonly fails: (window: Window) => boolean = () => false,
	) {
		this.answer = quietService(count);
	}

	readonly fetchWindow = async (query: ListQuery, window: Window): Promise<Page> => {
		this.asked.push(window);
		this.mostAtOnce = Math.max(this.mostAtOnce, ++this.underWay);
		await setImmediate();
		this.underWay--;
		if (this.fails(window)) throw new Error(`No answer to page ${window.page}`);
		return this.answer(query, window);
	};

	async list(options: Partial<ListOptions> = {}): Promise<string[]> {
		const ids: string[] = [];
		const all = { query: NEWEST_FIRST, now: () => 0, limit: Infinity, ...options };
		for await (const { projects } of paginate(this.fetchWindow, all)) ids.push(...idsOf(projects));
		return ids;
	}

	async rest(): Promise<void> {
		while (this.underWay > 0) await setImmediate();
		await setImmediate();
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
		[10_000, 114],
		[100_000, 1_143],
	])('of %i projects takes %i requests', async (count, requests) => {
		const service = new Service(count);
		expect(await service.list()).toEqual(expected(count));
		expect(service.asked).toHaveLength(requests);
	});

	test('of up to 500 projects takes at most two requests more than there are pages of 100', async () => {
		for (let count = 1; count <= 500; count += 7) {
			const service = new Service(count);
			await service.list();
			expect(service.asked.length).toBeLessThanOrEqual(Math.ceil(count / 100) + 2);
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
	])('is asked for %i rows of 5,000 with %i', async (limit, rowsAsked) => {
		const service = new Service(5_000);
		expect(await service.list({ limit })).toEqual(expected(limit));
		expect(service.asked.reduce((sum, { perPage }) => sum + perPage, 0)).toBe(rowsAsked);
	});

	test.each([1, 3, 16])('is read with at most %i requests at once', async (most) => {
		const service = new Service(5_000);
		await service.list({ maxConcurrentRequests: most });
		expect(service.mostAtOnce).toBe(most);
	});
});

describe('reading that may stop at any row', () => {
	test.each([1, 2, 3, 4, 6, 12, 20])(
		'asks for at most twice as many windows as it needs: %i',
		async (needed) => {
			const service = new Service(5_000);
			let batches = 0;
			const isEnough = () => ++batches === needed;
			const ids = await service.list({ limit: undefined, isEnough, maxConcurrentRequests: 16 });
			expect(ids).toEqual(expected(ids.length));
			expect(service.asked.length).toBeLessThanOrEqual(Math.max(1, 2 * needed - 1));
		},
	);

	test('sends nothing more when it has stopped, and hears nothing of requests that fail then', async () => {
		const service = new Service(5_000, ({ page }) => page > 3);
		let batches = 0;
		await service.list({ limit: undefined, isEnough: () => ++batches === 2 });
		const { length } = service.asked;
		await service.rest();
		expect(service.asked).toHaveLength(length);
	});
});

describe('a request that fails', () => {
	test('is reported once, after the rows before it, and nothing more is asked for', async () => {
		const service = new Service(5_000, ({ page }) => page >= 5);
		const ids: string[] = [];
		const read = async () => {
			const options = { query: NEWEST_FIRST, now: () => 0, limit: Infinity };
			for await (const { projects } of paginate(service.fetchWindow, options)) {
				ids.push(...idsOf(projects));
			}
		};
		await expect(read()).rejects.toThrow('No answer to page 5');
		expect(ids).toEqual(expected(ids.length));
		expect(ids.length).toBeGreaterThan(300);
		const { length } = service.asked;
		await service.rest();
		expect(service.asked).toHaveLength(length);
	});

	test('past the end of what is wanted does not matter', async () => {
		const service = new Service(500, ({ page, perPage }) => (page - 1) * perPage >= 500);
		expect(await service.list()).toHaveLength(500);
	});
});

test('a pass may begin at a row', async () => {
	const service = new Service(1_000);
	const ids: string[] = [];
	const options = { query: NEWEST_FIRST, firstRow: 640 };
	for await (const { newRows } of readPass(service.fetchWindow, options))
		ids.push(...idsOf(newRows));
	expect(ids).toEqual(expected(1_000).slice(-ids.length));
	expect(ids.length).toBeGreaterThanOrEqual(360);
	expect(ids.length).toBeLessThan(460);
});
