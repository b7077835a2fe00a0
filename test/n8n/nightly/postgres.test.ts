/** Lists from a PostgreSQL as many services have them: no index, no second column to sort equal values by. */
import { PGlite } from '@electric-sql/pglite';
import { asSomebody } from '../../engine/harness/credentials';
import { runCollab } from '../../engine/harness/runCollab';
import { answer, pageFor, scriptedServers } from '../../engine/harness/scriptedServer';

const ROWS = 5000;
const TIMES = 5;

const serve = scriptedServers();
let database: PGlite;

beforeAll(async () => {
	database = await PGlite.create();
	await database.exec(`CREATE TABLE projects (
		id text PRIMARY KEY, name text, status text, created_at timestamptz, updated_at timestamptz
	)`);
});
afterAll(async () => await database.close());

const stamp = (column: string) =>
	`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS ${column}`;

async function list(query: Record<string, string>) {
	const { page, per_page, sort_by, order } = query;
	const { rows } = await database.query(
		`SELECT id, name, status, ${stamp('created_at')}, ${stamp('updated_at')} FROM projects
		ORDER BY projects.${sort_by} ${order} LIMIT $1 OFFSET $2`,
		[Number(per_page), (Number(page) - 1) * Number(per_page)],
	);
	return { ...pageFor(Array(ROWS), { query }), data: rows };
}

/** Ten imports whose rows share their stamps; of those numbered by `undated`, updated_at is null. */
const importRows = async (undated: string) =>
	await database.exec(`
		TRUNCATE projects;
		INSERT INTO projects
		SELECT 'proj_' || md5(n::text), 'Project ' || n, 'active', imported,
			CASE WHEN ${undated} THEN NULL ELSE imported + interval '1 hour' END
		FROM generate_series(1, ${ROWS}) AS n,
			LATERAL (SELECT timestamptz '2026-01-01 UTC' + n % 10 * interval '1 day') AS i (imported)
		ORDER BY md5('row' || n)
	`);

it.each([
	['created_at', 'desc', 'false'],
	['created_at', 'asc', 'false'],
	['updated_at', 'desc', 'false'],
	// No two names are equal: the one order that is the same for every request.
	['name', 'asc', 'false'],
	['updated_at', 'desc', 'n % 5 = 0'],
	['updated_at', 'asc', 'n % 5 = 0'],
	['updated_at', 'desc', 'true'],
])('all rows come by %s %s, with no updated_at where %s', async (sortBy, order, undated) => {
	await importRows(undated);
	const { baseUrl } = await serve((response, request) => {
		list(request.query).then(
			(body) => answer(response, 200, body),
			(error: unknown) => answer(response, 500, String(error)),
		);
	});
	const parameters = { returnAll: true, sortBy, order };
	for (let run = 0; run < TIMES; run += 1) {
		const { items, error } = await runCollab(asSomebody({ baseUrl }, parameters));
		expect(error).toBeUndefined();
		expect(items).toHaveLength(ROWS);
		expect(new Set(items.map(({ json }) => json['id'])).size).toBe(ROWS);
	}
});
