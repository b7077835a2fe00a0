/** Lists from a real PostgreSQL beside writers. */
import { asSomebody } from '../../engine/harness/credentials';
import { runCollab } from '../../engine/harness/runCollab';
import { openAccount, pool } from './postgresService';
import { startWriters } from './postgresWriters';

const importRows = async () =>
	await pool.query(`
		TRUNCATE projects;
		INSERT INTO projects
		SELECT 'proj_' || md5(n::text), 'Project ' || n, 'active', imported, imported + interval '1 hour'
		FROM generate_series(1, 3000) AS n,
			LATERAL (SELECT timestamptz '2026-01-01 UTC' + n * interval '1 minute') AS i (imported)
		ORDER BY md5('row' || n)
	`);

interface State {
	readonly id: string;
	readonly status: string;
	readonly status_changes: number;
	readonly updated_at: Date;
	/** Its place in the list by last change, newest first, from 1 on. */
	readonly place: number;
}

const isUnchanged = (before: State, after: State) => +before.updated_at === +after.updated_at;

const SINCE = '2026-01-02T00:00:00Z';
const LIMIT = 1_000;
/** Deletions that may move a project forth and back around a limit. */
const MARGIN = 100;

/** What is read beside the writers, and which projects must be in it: as they were before the reading and are after it. */
const KINDS: Array<[string, object, (before: State, after: State) => boolean]> = [
	['by last change', { sortBy: 'updated_at' }, () => true],
	['by name', { sortBy: 'name', order: 'asc' }, () => true],
	[
		'active',
		{ status: 'active' },
		(before, after) => before.status === 'active' && before.status_changes === after.status_changes,
	],
	[
		'the first 1,000',
		{ returnAll: false, limit: LIMIT },
		(before, after) =>
			isUnchanged(before, after) && Math.max(before.place, after.place) <= LIMIT - MARGIN,
	],
	[
		'updated after',
		{ filters: { updatedAfter: SINCE } },
		(before, after) => isUnchanged(before, after) && before.updated_at > new Date(SINCE),
	],
];

const stateOf = async () => {
	const { rows } = await pool.query<State>(`
		SELECT *, row_number() OVER (ORDER BY updated_at DESC)::int AS place FROM projects`);
	return new Map(rows.map((row) => [row.id, row]));
};

/** So long lists are read beside each rate of writers, longer than some transactions are open. */
const MINUTES = Number(process.env['MINUTES'] ?? 1);

test.each([1, 5, 13])(
	'lists beside %i writes a second have every lasting project once',
	async (perSecond) => {
		await importRows();
		const writers = startWriters(perSecond);
		const endAtMs = Date.now() + MINUTES * 60_000;
		const reading = KINDS.map(async (kind) => {
			const lists = [];
			while (Date.now() < endAtMs) lists.push(await readBeside(kind));
			return lists;
		});
		const all = (await Promise.all(reading)).flat();
		await writers.stop();
		expect(all.flatMap(({ missing }) => missing)).toEqual([]);
		expect(all.filter(({ repeated }) => repeated > 0)).toEqual([]);
		if (perSecond < 10) expect(all.flatMap(({ error }) => error ?? [])).toEqual([]);
		for (const [name] of KINDS) console.log(costOf(all, name));
	},
);

/** What lists of a kind cost, for the documentation. */
function costOf(lists: ReadonlyArray<Awaited<ReturnType<typeof readBeside>>>, kind: string) {
	const some = lists.filter(({ name }) => name === kind);
	const perPage = some.reduce((sum, { cost }) => sum + cost, 0) / some.length;
	const failures = some.filter(({ error }) => error).length;
	return `${kind}: ${some.length} lists, ${failures} failed, ${perPage.toFixed(2)} requests for each page`;
}

async function readBeside([name, parameters, isLasting]: (typeof KINDS)[number]) {
	const before = await stateOf();
	const account = await openAccount();
	const run = asSomebody({ baseUrl: account.url }, { returnAll: true, ...parameters });
	const { items, error } = await runCollab(run);
	const after = await stateOf();
	const ids = new Set(items.map(({ json }) => json['id']));
	const missing = [...before.values()].filter((row) => {
		const later = after.get(row.id);
		return later && isLasting(row, later) && !ids.has(row.id);
	});
	return {
		name,
		cost: account.requests / Math.ceil((error ? before.size : items.length) / 100),
		missing: error ? [] : missing.map(({ id }) => `${name}: ${id}`),
		repeated: items.length - ids.size,
		error: error && `${error.message}`,
	};
}
