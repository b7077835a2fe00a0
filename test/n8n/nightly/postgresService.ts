/**
 * The service on a real PostgreSQL, as many have it: it counts, then selects, each in a statement of its own (READ COMMITTED);
 * no index, no second column by which equal values are sorted; a pool of connections.
 */
import { rm } from 'node:fs/promises';
import { Pool } from 'pg';
import { answer as listAnswer, SORT_FIELDS, SORT_ORDERS } from '../../../dev/sandbox/listing';
import { Endings } from '../../../dev/demo/ending';
import { answer, scriptedServer } from '../../engine/harness/scriptedServer';
import { newFolder } from '../stage';
import { startPostgres } from './databases';

/** A project as the service shows it. */
export type Row = Readonly<Record<string, string>> & { readonly id: string };

/** Changes of status are counted, so that a test sees whether a project had its status all the time. */
const TABLE = `CREATE TABLE projects (
	id text PRIMARY KEY,
	name text NOT NULL,
	status text NOT NULL DEFAULT 'active',
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz DEFAULT now(),
	status_changes int NOT NULL DEFAULT 0
)`;

const shown = (column: string) =>
	`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ${column}`;
const COLUMNS = `id, name, status, ${shown('created_at')}, ${shown('updated_at')}`;

/** Ended with the file that imports this one. */
export let service: Awaited<ReturnType<typeof startService>>;
const endings = new Endings();
beforeAll(async () => (service = await startService()));
afterAll(async () => await endings.run());

async function startService() {
	const folder = await newFolder('postgres');
	endings.add(async () => await rm(folder, { recursive: true }));
	const port = Number(await startPostgres(folder, endings));
	const pool = new Pool({ host: '127.0.0.1', port, user: 'n8n', database: 'postgres', max: 20 });
	endings.add(async () => await pool.end());
	await pool.query(TABLE);
	const server = await scriptedServer((response, { query }) => {
		list(pool, query).then(
			(body) => answer(response, 200, body),
			(error: unknown) => answer(response, 500, { error: String(error) }),
		);
	});
	endings.add(async () => await server.close());
	return {
		pool,
		/** For each reader an account of its own, with the same projects. */
		baseUrl: (name: string) => `${server.url}/${name}/v1`,
		requestsOf: (name: string) =>
			server.requests.filter(({ path }) => path.startsWith(`/${name}/`)).length,
	};
}

async function list(pool: Pool, query: Record<string, string>) {
	const [page, perPage] = [Number(query['page']), Number(query['per_page'])];
	const sortBy = SORT_FIELDS.find((field) => field === query['sort_by']);
	const order = SORT_ORDERS.find((known) => known === query['order']);
	const where = "WHERE $1 IN ('all', status)";
	const counted = await pool.query<{ count: string }>(`SELECT count(*) FROM projects ${where}`, [
		query['status'],
	]);
	const { rows } = await pool.query<Row>(
		`SELECT ${COLUMNS} FROM projects ${where} ORDER BY projects.${sortBy} ${order} LIMIT $2 OFFSET $3`,
		[query['status'], perPage, (page - 1) * perPage],
	);
	return listAnswer(Number(counted.rows[0]?.count), rows, { page, perPage });
}
