/** What people and jobs write while the list is read. */
import { setTimeout } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import { SEED } from '../../random';
import { draw, pick, randomFrom } from '../../unit/service';

/** Some transactions commit so long after their stamp. */
const LATE_MS = 30_000;
const LATE_SHARE = 0.1;

/** The time of its transaction is the stamp of a change. Rows that another one has changed are left alone. */
const ANY = 'SELECT id FROM projects ORDER BY random() LIMIT $1 FOR UPDATE SKIP LOCKED';
const change = (what: string) =>
	`UPDATE projects SET ${what}, updated_at = now() WHERE id IN (${ANY})`;

const CREATE = `INSERT INTO projects (id, name)
	SELECT 'proj_' || gen_random_uuid(), 'New ' || random() FROM generate_series(1, $1::int)`;
const RENAME = change("name = substr('zyxw', 1 + (random() * 4)::int % 4, 1) || name");
const TOUCH = change('name = name');
const SET_STATUS = change(
	"status = CASE status WHEN 'active' THEN 'archived' ELSE 'active' END, status_changes = status_changes + 1",
);
const DELETE = `DELETE FROM projects WHERE id IN (${ANY})`;
const EDITS = [CREATE, CREATE, RENAME, TOUCH, TOUCH, SET_STATUS, SET_STATUS, DELETE, DELETE];
const BULK_SHARE = 0.05;
const BULK_ROWS = 40;

/** Begins so many transactions a second until `stop` is called, which lets those that are still open commit. */
export function startWriters(perSecond: number) {
	const random = randomFrom(SEED);
	// Each transaction that is open has a connection.
	const pool = new Pool({ max: 70 });
	const ending = new AbortController();
	const open = new Set<Promise<void>>();
	let writes = 0;
	const begin = async () => {
		const sql = pick(EDITS, random);
		const rows = random() < BULK_SHARE ? 1 + draw(random, BULK_ROWS) : 1;
		const lateMs = random() < LATE_SHARE ? LATE_MS : draw(random, 30);
		await inTransaction(pool, async (client) => {
			await client.query(sql, [rows]);
			await setTimeout(lateMs, undefined, { signal: ending.signal }).catch(() => undefined);
		});
		writes += 1;
	};
	const running = (async () => {
		while (!ending.signal.aborted) {
			const writing: Promise<void> = begin().finally(() => open.delete(writing));
			open.add(writing);
			await setTimeout((2 * random() * 1000) / perSecond);
		}
	})();
	return {
		async stop() {
			ending.abort();
			await running;
			await Promise.all(open);
			await pool.end();
			return writes;
		},
	};
}

async function inTransaction(pool: Pool, act: (client: PoolClient) => Promise<void>) {
	const client = await pool.connect();
	try {
		await client.query('BEGIN');
		await act(client);
		await client.query('COMMIT');
	} finally {
		client.release();
	}
}
