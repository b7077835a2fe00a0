/** Lists and triggers on a real PostgreSQL, beside writers some of whose transactions commit half a minute after their stamp. */
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'pg';
import { Endings } from '../../../dev/demo/ending';
import { CHANGE_EVENTS } from '../../../nodes/Collab/core/changes/options';
import { asSomebody } from '../../engine/harness/credentials';
import { runCollab } from '../../engine/harness/runCollab';
import { activateTrigger } from '../../engine/harness/triggers';
import { passOn, postgres, serve } from '../../stacks/stacks';
import { newFolder, type Row } from '../stage';
import { startWriters } from './postgresWriters';

/** Changes of status are counted, so that a test sees whether a project had its status all the time. */
const TABLE = `ALTER TABLE projects
	ALTER id TYPE text,
	ALTER name TYPE text,
	ALTER status SET DEFAULT 'active',
	ALTER created_at SET DEFAULT now(),
	ALTER updated_at SET DEFAULT now(),
	ADD status_changes int NOT NULL DEFAULT 0`;

const ROWS = `
	TRUNCATE projects;
	INSERT INTO projects
	SELECT 'proj_' || md5(n::text), 'Project ' || n, 'active', imported, imported + interval '1 hour'
	FROM generate_series(1, 3000) AS n,
		LATERAL (SELECT timestamptz '2026-01-01 UTC' + n * interval '1 minute') AS i (imported)
	ORDER BY md5('row' || n)
`;

let pool: Pool;
let port: string;
let folder: string;

const endings = new Endings();
beforeAll(async () => {
	folder = await newFolder('postgres');
	endings.add(async () => await rm(folder, { recursive: true }));
	const { env, sql } = await postgres();
	await sql(TABLE);
	pool = new Pool();
	endings.add(async () => await pool.end());
	port = await serve('express', env, folder, endings);
});
afterAll(async () => await endings.run());

/** Gives each reader an account of its own, with the same projects. */
const openAccount = async () => await passOn(port, endings);

interface State {
	readonly id: string;
	readonly status: string;
	readonly status_changes: number;
	readonly updated_at: Date;
	/** Its place in the list by last change, newest first, from 1 on. */
	readonly place: number;
}

type States = ReadonlyMap<unknown, State>;

const stateNow = async (): Promise<States> => {
	const { rows } = await pool.query<State>(`
		SELECT *, row_number() OVER (ORDER BY updated_at DESC)::int AS place FROM projects`);
	return new Map(rows.map((row) => [row.id, row]));
};

const isUnchanged = (before: State, after: State) => +before.updated_at === +after.updated_at;

const SINCE = '2026-01-02T00:00:00Z';
const LIMIT = 1_000;
/** Deletions that may move a project forth and back around a limit. */
const MARGIN = 100;

/** What is read beside the writers, and which projects must be in it: as they were before the reading and are after it. */
const LISTS: Array<[string, object, (before: State, after: State) => boolean]> = [
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

async function readBeside([name, parameters, isLasting]: (typeof LISTS)[number]) {
	const before = await stateNow();
	const account = await openAccount();
	const run = asSomebody({ baseUrl: account.url }, { returnAll: true, ...parameters });
	const { items, error } = await runCollab(run);
	const after = await stateNow();
	const ids = new Set(items.map(({ json }) => json['id']));
	const missing = [...before.values()].filter((row) => {
		const later = after.get(row.id);
		return !error && later && isLasting(row, later) && !ids.has(row.id);
	});
	return {
		name,
		perPage: account.requests / Math.ceil((error ? before.size : items.length) / 100),
		wrong: [...missing.map(({ id }) => `missing ${name}: ${id}`), items.length - ids.size],
		error: error && `${error.message}`,
	};
}

/** Look Back in minutes: writers commit half a minute late at most. */
const OPTIONS = { options: { lookBack: 1 } };
const ALL = [...CHANGE_EVENTS, 'removed', 'becameOverdue'];
const TRIGGERS: ReadonlyArray<{ readonly events: string[]; readonly startFrom?: string }> = [
	{ events: ALL, startFrom: 'all' },
	{ events: ['created', 'updated', 'archived', 'restored', 'removed'] },
];

async function publish({ events, startFrom }: (typeof TRIGGERS)[number]) {
	const before = await stateNow();
	const { url } = await openAccount();
	const from = startFrom && { startFrom, includePreviousValues: true };
	const trigger = await activateTrigger(
		asSomebody({ baseUrl: url }, { ...OPTIONS, events, ...from }),
	);
	const after = await stateNow();
	const items = () => trigger.emitted.flat().map(({ json }) => json);
	const hasExisting = startFrom === 'all';
	return { before, after, trigger, items, hasExisting };
}

type Published = Awaited<ReturnType<typeof publish>>;

const stampOf = (state: State | undefined) => state?.updated_at.toISOString();

/** What is still owed: the last version of each project that changed, and each removal. */
function owed({ before, after, items, ...asked }: Published, now: States): unknown[] {
	const last = new Map<unknown, Row>(items().map((item) => [item['id'], item]));
	const lost = [...now.keys()].filter((id) => {
		const stamp = stampOf(now.get(id));
		const isAsked = asked.hasExisting || stampOf(after.get(id)) !== stamp;
		return isAsked && last.get(id)?.['updated_at'] !== stamp;
	});
	const known = [...new Set([...before.keys(), ...last.keys()])];
	const gone = known.filter((id) => !now.has(id) && after.has(id) === before.has(id));
	const isMissed = (id: unknown) => last.get(id)?.['event'] !== 'removed';
	return [...lost, ...gone.filter(isMissed).map((id) => `not removed: ${String(id)}`)];
}

/** What was delivered and cannot be true, or twice. */
function wrong({ before, items, hasExisting }: Published, now: States): unknown[] {
	const seen = new Set<string>();
	return items().filter(({ id, event, updated_at }) => {
		const isRemoval = event === 'removed';
		const version = JSON.stringify([id, isRemoval ? event : updated_at]);
		const isTwice = seen.has(version);
		seen.add(version);
		const isOld = !hasExisting && stampOf(before.get(id)) === (updated_at ?? '');
		return isTwice || isOld || (isRemoval && now.has(id));
	});
}

const MINUTES = Number(process.env['MINUTES'] ?? 4);
/** Three looks, each a Look Back after the one before, and what they take on a busy machine. */
const SETTLING_MS = 15 * 60_000;

it.each([5, 13])(
	'beside %i writes a second, lists have every lasting project once, and triggers lose nothing, repeat nothing and report nothing false',
	async (perSecond) => {
		await pool.query(ROWS);
		const writers = new Endings();
		await startWriters(perSecond, folder, writers);
		await setTimeout(35_000);
		const triggers = await Promise.all(TRIGGERS.map(publish));
		const poll = async () => {
			await Promise.all(triggers.map(async ({ trigger }) => await trigger.tick()));
			await setTimeout(2_000);
		};
		const endAtMs = Date.now() + MINUTES * 60_000;
		const lists: Array<Awaited<ReturnType<typeof readBeside>>> = [];
		const read = async () => {
			while (Date.now() < endAtMs) for (const kind of LISTS) lists.push(await readBeside(kind));
		};
		const reading = read();
		while (Date.now() < endAtMs) await poll();
		await reading;
		await writers.run();
		const now = await stateNow();
		const settledAtMs = Date.now() + SETTLING_MS;
		const allOwed = () => triggers.flatMap((one) => owed(one, now));
		while (allOwed().length > 0 && Date.now() < settledAtMs) await poll();
		for (let polls = 0; polls < 3; polls += 1) await poll();
		expect(lists.flatMap((list) => list.wrong).filter(Boolean)).toEqual([]);
		if (perSecond < 10) expect(lists.flatMap(({ error }) => error ?? [])).toEqual([]);
		expect(triggers.flatMap(({ trigger }) => trigger.errors.map(String))).toEqual([]);
		expect(allOwed()).toEqual([]);
		expect(triggers.flatMap((one) => wrong(one, now))).toEqual([]);
		for (const { items } of triggers) expect(items().length).toBeGreaterThan(100);
		for (const [kind] of LISTS) {
			const some = lists.filter(({ name }) => name === kind);
			const requests = some.reduce((sum, { perPage }) => sum + perPage, 0) / some.length;
			const failed = some.filter(({ error }) => error).length;
			console.log(`${kind}: ${some.length} lists, ${failed} failed, ${requests} requests a page`);
		}
	},
	(MINUTES * 60_000 + SETTLING_MS) * 3,
);
