import { advance } from '../../../nodes/Collab/core/changes/advance';
import { readChanges } from '../../../nodes/Collab/core/changes/reading';
import type { ProjectSource } from '../../../nodes/Collab/core/changes/seek';
import { readState } from '../../../nodes/Collab/core/changes/state';
import type { Page, Project, SortOrder, Window } from '../../../nodes/Collab/core/contract';
import { extentOf } from '../../../nodes/Collab/core/changes/seek';
import { FakeTime } from '../fakeTime';
import { OPTIONS } from './installation';
import { readRows } from './readRows';

const START_MS = Date.parse('2026-03-01T00:00:00Z');
const BUDGET_MS = 36_000;
const PROJECTS = 50_000;
const CHANGES = 10_000;

const project = (number: number, atMs: number): Project => ({
	id: `p${number}`,
	status: 'active',
	created_at: '2020-01-01T00:00:00Z',
	updated_at: new Date(atMs).toISOString(),
});

/** Answers after `latencyMs`, in a time that passes only while everybody waits. */
class SlowService {
	readonly time = new FakeTime();

	deadlineMs = Infinity;

	constructor(
		public oldestFirst: readonly Project[],
		private readonly latencyMs: number,
	) {}

	readonly source: ProjectSource = {
		page: async (order, window) => await this.page(order, window),
		walk: (order, firstRow) => {
			const options = { maxConcurrentRequests: 8, firstRow, ...extentOf(order) };
			return readRows(async (window) => await this.page(order, window), options);
		},
	};

	private async page(order: SortOrder, { page, perPage }: Window): Promise<Page> {
		await this.time.sleep(this.latencyMs);
		if (this.time.now() > this.deadlineMs) throw new Error('the poll is out of time');
		const start = (page - 1) * perPage;
		const end = this.oldestFirst.length - start;
		const projects =
			order === 'asc'
				? this.oldestFirst.slice(start, start + perPage)
				: this.oldestFirst.slice(Math.max(0, end - perPage), Math.max(0, end)).toReversed();
		const totalItems = this.oldestFirst.length;
		const totalPages = Math.ceil(totalItems / perPage);
		return {
			projects,
			pagination: { page, perPage, totalItems, totalPages, hasNext: page < totalPages },
		};
	}
}

async function pollOnce(service: SlowService, saved: unknown) {
	const { time } = service;
	const beganMs = time.now();
	service.deadlineMs = beganMs + BUDGET_MS;
	const before = readState(saved, OPTIONS);
	const timeUsed = () => (time.now() - beganMs) / BUDGET_MS;
	const clock = { nowMs: START_MS, timeUsed };
	const reading = await time.run(readChanges(service.source, before, OPTIONS, clock));
	return advance(before, reading, OPTIONS);
}

test.each([500, 1_000, 2_000])(
	'a burst from a service that takes %d ms for an answer is told in several polls, and none of them is in vain',
	async (latencyMs) => {
		const rows = Array.from({ length: PROJECTS }, (_, number) =>
			project(number, START_MS - 1e9 + number * 1_000),
		);
		const service = new SlowService(rows, latencyMs);
		let { next } = await pollOnce(service, undefined);
		const burst = rows
			.slice(0, CHANGES)
			.map((_, number) => project(number, START_MS + number * 200));
		service.oldestFirst = [...rows.slice(CHANGES), ...burst];
		const told: string[] = [];
		do {
			const polled = await pollOnce(service, next);
			expect(polled.changes.length).toBeGreaterThan(0);
			told.push(...polled.changes.map((change) => change.project.id));
			next = polled.next;
		} while (next.phase !== 'watching');
		expect(told).toEqual(burst.map(({ id }) => id));
	},
	60_000,
);
