import { asSomebody } from '../../engine/harness/asSomebody';
import { runCollab } from '../../engine/harness/runCollab';
import { startService, type PostgresService } from './service';

const ROWS = 5000;
const TIMES = 20;
const IMPORTS = 10;

const TABLE = `CREATE TABLE projects (
	id text PRIMARY KEY, name text, status text, created_at timestamptz, updated_at timestamptz
)`;

let service: PostgresService;

beforeAll(async () => {
	service = await startService();
	await service.query(TABLE);
});
afterAll(async () => await service.close());

/** Rows whose stamps are those of their import; of those numbered by `undated`, updated_at is null. */
async function importRows(undated = 'false'): Promise<void> {
	await service.query(`
		TRUNCATE projects;
		INSERT INTO projects
		SELECT 'proj_' || md5(n::text), 'Project ' || n, 'active', imported,
			CASE WHEN ${undated} THEN NULL ELSE imported + interval '1 hour' END
		FROM generate_series(1, ${ROWS}) AS n,
			LATERAL (SELECT timestamptz '2026-01-01 UTC' + n % ${IMPORTS} * interval '1 day') AS i (imported)
		ORDER BY md5('row' || n)
	`);
}

/** How many different projects each of the lists holds, and how many it holds twice. */
async function readLists(sortBy: string, order: string) {
	const counts: Array<{ distinct: number; twice: number; error?: string }> = [];
	for (let run = 0; run < TIMES; run += 1) {
		const credential = { baseUrl: service.baseUrl, apiKey: 'key' };
		const parameters = { returnAll: true, sortBy, order };
		const { items, error } = await runCollab(asSomebody(credential, parameters));
		const distinct = new Set(items.map(({ json }) => json['id'])).size;
		counts.push({
			distinct,
			twice: items.length - distinct,
			...(error ? { error: error.message } : {}),
		});
	}
	return counts;
}

const ALL = Array.from({ length: TIMES }, () => ({ distinct: ROWS, twice: 0 }));

it.each([
	['created_at', 'desc'],
	['created_at', 'asc'],
	['updated_at', 'desc'],
	// No two names are equal: the one order that is the same for every request.
	['name', 'asc'],
])('lists all rows of ten imports that share their stamps, by %s %s', async (sortBy, order) => {
	await importRows();
	expect(await readLists(sortBy, order)).toEqual(ALL);
});

it.each([
	['desc', 'n % 5 = 0'],
	['asc', 'n % 5 = 0'],
	['desc', 'true'],
])('lists all rows by updated_at %s when it is null where %s', async (order, undated) => {
	await importRows(undated);
	expect(await readLists('updated_at', order)).toEqual(ALL);
});
