/** One table of scenarios for every web stack: what the node lists is what the database has. */
import { rm } from 'node:fs/promises';
import type { INodeParameters } from 'n8n-workflow';
import { Endings } from '../../dev/demo/ending';
import { asSomebody } from '../engine/harness/credentials';
import { runCollab } from '../engine/harness/runCollab';
import { activateTrigger, delivered } from '../engine/harness/triggers';
import { newFolder } from '../n8n/stage';
import { type Database, FRAMEWORK_NAMES, mariadb, passOn, postgres, serve } from './stacks';

/** The names of those that were chosen. */
const chosen = (...names: string[]) =>
	(process.env['STACKS'] ?? '').split(',').filter((name) => names.includes(name));

let database: Database;
let service: Awaited<ReturnType<typeof passOn>>;

/** Starts a stack for the tests of a block, from the database on. */
function stack(...names: string[]): void {
	const endings = new Endings();
	beforeAll(async () => {
		const folder = await newFolder('stack');
		endings.add(async () => await rm(folder, { recursive: true }));
		database = await (names[0] === 'laravel' ? mariadb(folder, endings) : postgres());
		let port = '';
		for (const name of names)
			port = await serve(name, { ...database.env, UPSTREAM: port }, folder, endings);
		service = await passOn(port, endings);
	});
	afterAll(async () => await endings.run());
}

const stamp = (minutes: number) =>
	new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString().slice(0, 19);

/** Names are in another order than creation, changes in a third one; every third project is archived. */
async function fill(projects: number, then = ''): Promise<void> {
	const rows = Array.from({ length: projects }, (_, n) => {
		const [id, name] = [n, (n * 7) % 1_000].map((digits) => String(digits).padStart(4, '0'));
		const status = n % 3 === 0 ? 'archived' : 'active';
		return `('proj_${id}', 'Name ${name}', '${status}', '${stamp(n)}', '${stamp(2_000 + ((n * 11) % 1_000))}')`;
	});
	const insertion = rows.length > 0 ? `INSERT INTO projects VALUES ${rows.join()};` : '';
	await database.sql(`DELETE FROM projects; ${insertion} ${then}`);
}

const CREATE = `INSERT INTO projects VALUES
	('new_1', 'New', 'archived', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)`;
const change = (ids: string) =>
	`UPDATE projects SET name = 'Other', updated_at = CURRENT_TIMESTAMP WHERE id LIKE '${ids}'`;
/** Of one time, and stored in an order of their own: a database has them in another order on each page. */
const importOf = (batch: string) =>
	`INSERT INTO projects VALUES ${Array.from({ length: 700 }, (_, n) => {
		const name = `${batch}${(n * 37) % 700}`;
		return `('${name}', '${name}', 'active', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)`;
	}).join()}`;
const ARCHIVE_A = `UPDATE projects SET status = 'archived', updated_at = CURRENT_TIMESTAMP
	WHERE id LIKE 'a%'`;
const remove = (ids: string) => `DELETE FROM projects WHERE id LIKE '${ids}'`;

/** The last is what happens once the first page was read. */
const ACCOUNTS: Array<[account: string, projects: number, then: string, meanwhile: string]> = [
	['stands still', 303, '', ''],
	['is empty', 0, '', ''],
	['has no archived project', 303, "UPDATE projects SET status = 'active'", ''],
	['shrinks by one', 201, '', remove('proj_0000')],
	['shrinks from 303 to 299', 303, '', remove('proj_000%3')],
	['grows', 303, '', CREATE],
	['changes', 303, '', change('proj_01_3')],
];

const NEWEST = 'ORDER BY updated_at DESC';
const ALL = { returnAll: true };
const LISTS: Array<[list: string, parameters: INodeParameters, query: string]> = [
	['everything by last change', ALL, NEWEST],
	['everything by name', { ...ALL, sortBy: 'name', order: 'asc' }, 'ORDER BY name'],
	['one status', { ...ALL, status: 'archived' }, `WHERE status = 'archived' ${NEWEST}`],
	['a limit', { limit: 150 }, `${NEWEST} LIMIT 150`],
	[
		'what was updated after a time',
		{ ...ALL, filters: { updatedAfter: `${stamp(2_500)}Z` } },
		`WHERE updated_at > '${stamp(2_500)}' ${NEWEST}`,
	],
	['a summary', { operation: 'summarize' }, ''],
];
const SCENARIOS = ACCOUNTS.flatMap(([account, ...more]) =>
	LISTS.map(([what, ...wanted]) => [what, account, ...more, ...wanted] as const),
);

async function list(parameters: INodeParameters, apiKey?: string) {
	const run = asSomebody({ baseUrl: service.url, ...(apiKey && { apiKey }) }, parameters);
	const { items, error } = await runCollab(run);
	const rows = items.map(({ json }) => json);
	return { rows, problem: error && `${error.message} ${error.description}` };
}

const held = async (query: string) => {
	const lines = await database.sql(`SELECT id, name, updated_at FROM projects ${query}`);
	return new Map(lines.map((line) => [line.split('\t', 1)[0] ?? '', line]));
};

/** Whatever is there before and after the list is in it once; in place, unless it changed meanwhile. */
async function expectRight(parameters: INodeParameters, query: string, meanwhile = '') {
	const before = await held(query);
	if (meanwhile !== '') service.due.push(async () => await database.sql(meanwhile));
	const { rows, problem } = await list(parameters);
	const after = await held(query);
	expect(problem).toBeUndefined();
	const lasting = [...after.keys()].filter((id) => before.has(id));
	if (parameters['operation'] === 'summarize') {
		expect([before.size, after.size]).toContain(rows[0]?.['total']);
		return;
	}
	const ids = rows.map(({ id }) => id as string);
	expect(new Set(ids).size).toBe(ids.length);
	const unchanged = lasting.filter((id) => before.get(id) === after.get(id));
	expect(ids.filter((id) => unchanged.includes(id))).toEqual(unchanged);
	if (meanwhile === '') expect(ids).toEqual(unchanged);
	// What changes within the part that is asked for may leave its page for one that was read before.
	if (parameters['limit'] ?? parameters['filters']) return;
	expect(ids).toEqual(expect.arrayContaining(lasting));
}

/** What a trigger delivers that is published first, and polls after each edit. */
async function told(parameters: INodeParameters, ...edits: readonly string[]): Promise<string[]> {
	const settings = { options: { lookBack: 0 }, ...parameters };
	const trigger = await activateTrigger(asSomebody({ baseUrl: service.url }, settings));
	for (const edit of edits) {
		await database.sql(edit);
		for (let poll = 0; poll < 4; poll += 1) await trigger.tick();
	}
	expect(trigger.errors).toEqual([]);
	return delivered(trigger).flat();
}

for (const framework of chosen(...FRAMEWORK_NAMES))
	describe(framework, () => {
		stack(framework);

		it.each(SCENARIOS)('lists %s of an account that %s', async (...scenario) => {
			const [, , projects, then, meanwhile, parameters, query] = scenario;
			await fill(projects, then);
			await expectRight(parameters, query, meanwhile);
		});

		it.each([
			// An account that looks empty is not believed.
			[0, ['created New', 'updated Other']],
			[303, ['created New', 'updated Other', 'removed Other']],
		])('tells a trigger what happens in an account of %i projects', async (projects, events) => {
			await fill(projects);
			const options = { events: ['created', 'updated', 'removed'] };
			expect(await told(options, CREATE, change('new_1'), remove('new_1'))).toEqual(events);
		});

		it('tells a trigger of each project that one statement imports or changes with 699 others', async () => {
			await fill(0);
			for (const batch of 'abcd') await database.sql(importOf(batch));
			const events = await told({ startFrom: 'all' }, 'SELECT 1', importOf('e'), ARCHIVE_A);
			const countOf = (kind: string) => events.filter((one) => one.startsWith(kind)).length;
			expect(['existing', 'created', 'updated'].map(countOf)).toEqual([2_800, 700, 700]);
		});

		it('names the API key where it is wrong', async () => {
			const { problem } = await list({}, 'wrong');
			expect(problem).toMatch(/\bkey\b/);
		});
	});

for (const setting of chosen('fixed-pages', 'nginx', 'haproxy'))
	describe(setting, () => {
		stack('django', setting);

		it.each(LISTS.slice(0, 2))('lists %s', async (_, parameters, query) => {
			await fill(803);
			await expectRight(parameters, query);
		});
	});

for (const cache of chosen('cache'))
	describe(cache, () => {
		stack('django', cache);

		it.each(LISTS)('does not list %s where each page is the first one', async (_, parameters) => {
			await fill(303);
			const { rows, problem } = await list(parameters);
			expect(problem).toMatch(/page number/);
			expect(rows).toEqual([]);
		});
	});
