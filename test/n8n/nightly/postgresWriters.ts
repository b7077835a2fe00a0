/** What people and jobs write while lists are read: PostgreSQL's own pgbench does it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endings } from '../../../dev/demo/ending';
import { SEED } from '../../random';
import { start } from '../../stacks/stacks';

/** A change's stamp is the time of its transaction. Rows that another one has changed are left alone. */
const ANY = 'SELECT id FROM projects ORDER BY random() LIMIT :rows FOR UPDATE SKIP LOCKED';
const change = (what: string) =>
	`UPDATE projects SET ${what}, updated_at = now() WHERE id IN (${ANY})`;

const EDITS: ReadonlyArray<readonly [share: number, sql: string]> = [
	[
		2,
		`INSERT INTO projects (id, name)
			SELECT 'proj_' || gen_random_uuid(), 'New ' || random() FROM generate_series(1, :rows)`,
	],
	[1, change("name = substr('zyxw', 1 + (random() * 4)::int % 4, 1) || name")],
	[2, change('name = name')],
	[
		2,
		change(
			"status = CASE status WHEN 'active' THEN 'archived' ELSE 'active' END, status_changes = status_changes + 1",
		),
	],
	[2, `DELETE FROM projects WHERE id IN (${ANY})`],
];

/** One of twenty changes many rows; one of ten commits half a minute after its stamp. */
const transaction = (sql: string) => `
	\\set rows CASE WHEN random(1, 20) = 1 THEN random(1, 40) ELSE 1 END
	\\set ms CASE WHEN random(1, 10) = 1 THEN 30000 ELSE random(0, 29) END
	BEGIN;
	${sql.replaceAll('\n', ' ')};
	\\sleep :ms ms
	COMMIT;
`;

/** Begins so many transactions a second until the endings run; those that are open then are undone. */
export async function startWriters(perSecond: number, folder: string, endings: Endings) {
	const scripts = EDITS.map(async ([share, sql], index) => {
		const file = join(folder, `${index}.sql`);
		await writeFile(file, transaction(sql));
		return `--file=${file}@${share}`;
	});
	// Each transaction that is open has a connection.
	const options = ['--no-vacuum', '--client=70', `--rate=${perSecond}`, '--time=86400'];
	const all = [...options, `--random-seed=${SEED}`, ...(await Promise.all(scripts))];
	await start(['pgbench', ...all], async () => await Promise.resolve(true), endings);
}
