/** Which requests it takes to read a list that changes meanwhile, and what is given. Pages are small, to write them down. */
import type { ListQuery, Page, PageRequest } from '../../../nodes/Collab/core/contract';
import { type ListOptions, paginate } from '../../../nodes/Collab/core/pagination/paginator';
import { msAt, stampAt } from '../seconds';
import { idsOf, NEWEST_FIRST } from './listService';

const OLDEST_FIRST: ListQuery = { ...NEWEST_FIRST, order: 'asc' };
const BY_NAME: ListQuery = { status: 'all', sortBy: 'name', order: 'asc' };
const MAX_REQUESTS = 400;

/** `c7` is project c, updated at second 7 and created at second 1; `c7/3` was created at second 3. */
function projectOf(text: string) {
	const [, id = '', updatedAt, createdAt = 1] = /^([a-z]+)(\d+)(?:\/(\d+))?$/.exec(text) ?? [];
	const [created_at, updated_at] = [createdAt, updatedAt].map((at) => stampAt(Number(at)));
	return { id, name: id, created_at: created_at ?? '', updated_at: updated_at ?? '' };
}

/** Projects; how many the service says there are, if it is another number; what it says in has_next for all pages. */
const LIST = /^(.*?)(?: of (\d+))?(?:, has_next (true|false))?$/;

function answerFrom(
	list: string,
	{ sortBy, order }: ListQuery,
	{ page, perPage }: PageRequest,
): Page {
	const [, rows = '', total, hasNextAlways] = LIST.exec(list) ?? [];
	const projects = rows.split(' ').filter(Boolean).map(projectOf);
	const sign = order === 'asc' ? 1 : -1;
	projects.sort((a, b) => sign * (a[sortBy] < b[sortBy] ? -1 : Number(a[sortBy] > b[sortBy])));
	const totalItems = Number(total ?? projects.length);
	const hasNext = hasNextAlways ? hasNextAlways === 'true' : page * perPage < totalItems;
	const totalPages = Math.ceil(totalItems / perPage);
	const pagination = { page, perPage, totalItems, totalPages, hasNext };
	return { projects: projects.slice((page - 1) * perPage, page * perPage), pagination };
}

/** What the service holds, by the request from which on it does so. The first is 1. */
type Lists = Readonly<Record<number, string>>;

interface Reading extends Partial<ListOptions> {
	readonly secondsPerRequest?: number;
	readonly hasDate?: boolean;
}

function serviceOf(listAt: (request: number, query: ListQuery) => string, hasDate = true) {
	const asked: string[] = [];
	const fetchPage = async (query: ListQuery, window: PageRequest): Promise<Page> => {
		const request = asked.push(`${query.sortBy} ${query.order} ${window.page}x${window.perPage}`);
		if (request > MAX_REQUESTS) throw new Error('Reading does not end');
		const page = answerFrom(listAt(request, query), query, window);
		return await Promise.resolve(hasDate ? { ...page, servedAtMs: msAt(12 + request) } : page);
	};
	return { asked, fetchPage };
}

async function read(lists: Lists | Parameters<typeof serviceOf>[0], options: Reading = {}) {
	const { secondsPerRequest = 1, hasDate } = options;
	const latest = (request: number): string =>
		typeof lists === 'function' ? '' : (lists[request] ?? latest(request - 1));
	const service = serviceOf(typeof lists === 'function' ? lists : latest, hasDate);
	const now = () => msAt(12 + service.asked.length * secondsPerRequest);
	const usual = { query: NEWEST_FIRST, limit: Infinity, maxPerPage: 6, maxConcurrentRequests: 1 };
	const batches = [];
	for await (const batch of paginate(service.fetchPage, { ...usual, now, ...options })) {
		batches.push(batch);
	}
	const given = batches.map(({ projects }) => idsOf(projects).join(' ')).filter(Boolean);
	return { asked: inRuns(service.asked).join(', '), given, batches };
}

/** The order in which is asked, and the windows as page × rows. */
function inRuns(asked: readonly string[]): string[] {
	const runs: string[] = [];
	for (const request of asked) {
		const [order, window] = request.split(/ (?=\d)/);
		const last = runs.at(-1);
		if (last?.startsWith(`${order} `)) runs[runs.length - 1] = `${last} ${window}`;
		else runs.push(request);
	}
	return runs;
}

describe('a list that holds still', () => {
	it('is given in its order, in one batch for each answer with new projects', async () => {
		const { asked, batches } = await read({ 1: 'a9/9 b8 c7 d6 e5 f4' }, { maxPerPage: 4 });
		expect(asked).toBe('updated_at desc 1x4 2x3 2x4');
		const expected = { totalItems: 6, isReordered: false, isCountWrong: false };
		expect(batches.map(({ projects, ...rest }) => ({ ids: idsOf(projects), ...rest }))).toEqual([
			{ ids: ['a', 'b', 'c', 'd'], rowsRead: 4, ...expected },
			{ ids: ['e', 'f'], rowsRead: 6, ...expected },
		]);
	});

	it('without projects gives one batch, with its total', async () => {
		const { batches } = await read({ 1: '' });
		const counts = { totalItems: 0, rowsRead: 0 };
		expect(batches).toEqual([{ projects: [], ...counts, isReordered: false, isCountWrong: false }]);
	});

	it('and has fewer projects than the service counts gives a last batch that says so', async () => {
		const { asked, batches } = await read({ 1: 'a9 b8 c7 of 4' });
		const newest = 'updated_at desc 1x6 1x6';
		expect(asked).toBe(`${newest} 1x6 1x6, name asc 1x5 1x5, ${newest}`);
		const counts = { totalItems: 4, rowsRead: 3 };
		const last = { projects: [], ...counts, isReordered: true, isCountWrong: true };
		expect(batches.filter(({ isCountWrong }) => isCountWrong)).toEqual([last]);
		expect(batches.at(-1)).toEqual(last);
	});
});

/** From the second request on, g is gone and i is new: the count proves nothing, and the order has to. */
const FIRST = 'a9 b8 c7 d6 e5 f4 g3 h2';
const SECOND = 'i14/14 a9 b8 c7 d6 e5 f4 h2';
const SIX_CHANGED = 'a19 b18 c17 d16 e15 i14/14 f4 h2';
const CHANGED_AGAIN = 'a29 b28 c27 d26 e25 i24/14 f4 h2';
const LATER = { 1: FIRST, 2: SECOND, 3: 'c15 i14/14 a9 b8 d6 e5 f4 h2' };
const TWICE = 'updated_at desc 1x6 2x5 1x6 2x4 1x6 2x4';
const BY_NAME_TOO = 'name asc 1x5 2x3 2x4 2x5';

describe('what changed while a list was read', () => {
	const again = { 1: FIRST, 2: SECOND, 3: SIX_CHANGED };
	const loose = 'a19 b14 c14 d14 e14 i14/14 f4 h2';
	const oneRow = { 1: 'a13/13 of 1, has_next true', 3: 'a20/13 of 1, has_next true' };

	it.each<[string, Lists, string]>([
		['is nothing where one answer had it all', { 1: 'a13/13 b2' }, 'updated_at desc 1x6'],
		['is read afterwards', { 1: FIRST, 2: SECOND }, 'updated_at desc 1x6 2x5 1x6'],
		['is read once if rows follow that are older', LATER, 'updated_at desc 1x6 2x5 1x6'],
		['is read again if it fills an answer', again, TWICE],
		['is read again if it is the only row', oneRow, 'updated_at desc 1x6 1x6 1x6 1x6 1x6 1x6'],
		[
			'proves nothing if it fills an answer twice',
			{ ...again, 5: CHANGED_AGAIN },
			`${TWICE}, ${BY_NAME_TOO}`,
		],
		[
			'proves nothing if it ends among equal stamps',
			{ 1: FIRST, 2: SECOND, 3: loose },
			`${TWICE}, ${BY_NAME_TOO}`,
		],
	])('%s', async (_name, lists, expected) => {
		const { asked, batches } = await read(lists);
		expect(asked).toBe(expected);
		expect(batches.some(({ isCountWrong }) => isCountWrong)).toBe(false);
	});

	it('is reckoned by this clock from the first answer on, where the service sends no Date', async () => {
		const lists = { 1: 'a9 b8 c7 d6 e5 f4 g3', 2: 'a9 b8 c7 d6 e5 f4 i25/25' };
		const options = { query: BY_NAME, hasDate: false, secondsPerRequest: 10 };
		const { asked } = await read(lists, options);
		expect(asked).toMatch(/^name asc 1x6 2x5, updated_at desc 1x6 2x4/);
	});
});

describe('the beginning of a list', () => {
	const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `${letter}1`).join(' ');
	const withNew = { 1: FIRST, 2: `i14/14 ${FIRST}` };
	const missing = { 1: FIRST, 2: 'a9 aa14/14 b8 c7 d6 e5 f4 g3' };
	const ends = { 1: LETTERS, 2: `${LETTERS} za1`, 3: LETTERS.replace(' j1', '') };
	const toTwoPagesMore = 'name asc 1x6 2x5 1x6 2x4 2x6 3x5 3x6 5x4 4x6';
	const byName = { query: BY_NAME };
	const byNameDown: Reading = { query: { ...BY_NAME, order: 'desc' } };

	it.each<[string, Lists, Reading, string, string]>([
		['newest first, with what changed', withNew, {}, 'updated_at desc 1x5 2x4 1x6', 'abcdefgi'],
		[
			'oldest first, until a pass is strict',
			withNew,
			{ query: OLDEST_FIRST },
			'updated_at asc 1x5 2x4 1x5 2x3 2x4',
			'hgfedcb',
		],
		['by name, until no row is missing', missing, byName, 'name asc 1x5 2x4 1x5', 'abcdefgaa'],
		['last name first, likewise', withNew, byNameDown, 'name desc 1x5 2x4 1x5', 'hgfedcbi'],
		[
			'at most two pages behind its end',
			ends,
			{ ...byName, limit: 9, maxPerPage: 7 },
			toTwoPagesMore,
			'abcdefghiklmnopqrstuvwxy',
		],
	])('is read again %s', async (_name, lists, options, requests, projects) => {
		const { asked, given } = await read(lists, { limit: 7, ...options });
		expect(asked).toBe(requests);
		expect(given.join(' ').replaceAll(' ', '')).toBe(projects);
	});

	it('is read again eight times, and then like a whole list', async () => {
		const whole = 'a1 b2 c3 d4 e5 f6 g7 h8 i9';
		const listAt = (request: number, { sortBy }: ListQuery) => {
			if (request === 2) return 'a1 aa1 b2 c3 d4 e5 f6 g7 h8';
			return request === 1 || sortBy === 'updated_at' ? whole : 'a1 b2 c3 d4 e5 f6 g7 of 9';
		};
		const { asked, given } = await read(listAt, { query: BY_NAME, limit: 7 });
		const twice = '1x5 2x3 2x4 1x6 2x4';
		expect(asked).toBe(`name asc 1x5 2x4${` ${twice}`.repeat(4)}, updated_at desc 1x6`);
		expect(given).toEqual(['a b c d e', 'f g', 'i h']);
	});
});
