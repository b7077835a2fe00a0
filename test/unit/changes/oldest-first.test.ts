import type { Page } from '../../../nodes/Collab/core/contract';
import type { FetchWindow } from '../../../nodes/Collab/core/pagination/pass';
import { UPDATED } from '../../../nodes/Collab/core/scan/feed';
import { scanOldestFirst } from '../../../nodes/Collab/core/scan/oldestFirst';
import { SeenVersions } from '../../../nodes/Collab/core/changes/seenVersions';
import { instant } from './projects';

const OLDER = '2026-03-01T12:00:00Z';
const NEWEST = '2026-03-01T13:00:00Z';
const ROWS = 57;
/** The first row of the newest stamp. */
const PLACE = 45;

const row = (id: string, updated_at: string) => ({ id, updated_at, created_at: OLDER });

/** Equal stamps in another order with each request, and one of the newest is in none of the answers. */
function serviceThatHidesOne(): FetchWindow {
	let answers = 0;
	let windows = 0;
	const newest = (number: number) => row(`newest ${number}`, NEWEST);
	const rowAt = (offset: number, start: number) => {
		if (offset < PLACE - 1) return row(`older ${offset}`, OLDER);
		if (offset < PLACE) return row(`older, in answer ${answers}`, OLDER);
		if (start >= PLACE) return newest(offset - start);
		const isLastAgain = windows > 1 && offset === start + 10;
		return newest(isLastAgain ? 11 : offset - PLACE);
	};
	return async (_query, { page, perPage }) => {
		answers += 1;
		if (perPage > 1) windows += 1;
		const start = (page - 1) * perPage;
		const end = Math.min(ROWS, start + perPage);
		const projects = Array.from({ length: Math.max(0, end - start) }, (_row, index) =>
			rowAt(start + index, start),
		);
		const totalPages = Math.ceil(ROWS / perPage);
		const pagination = { page, perPage, totalItems: ROWS, totalPages, hasNext: page < totalPages };
		return await Promise.resolve<Page>({ projects, pagination });
	};
}

test('rows before the place do not stand in for one that is missing after it', async () => {
	const low = instant(NEWEST);
	const rest = { otherRows: 0, hasUnstamped: false, unplacedFirst: 0, maxPerPage: 12 };
	const newest = { news: [], low, reached: low, isComplete: false, totalItems: ROWS, ...rest };
	const scan = await scanOldestFirst(
		{
			fetchWindow: serviceThatHidesOne(),
			feed: UPDATED,
			state: { phase: 'incremental', maxPerPage: 12 },
			seen: SeenVersions.open({}),
			low,
			lookBackMs: 0,
			runtime: {
				now: () => Date.parse(NEWEST),
				timeUsed: () => 0,
				yieldToEventLoop: async () => await Promise.resolve(),
			},
		},
		newest,
	);
	// Then the whole list has to be read.
	expect(scan).toBeUndefined();
});
