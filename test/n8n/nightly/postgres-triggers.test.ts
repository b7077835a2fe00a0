/** Triggers on a real PostgreSQL, beside writers some of whose transactions commit half a minute after their stamp. */
import { setTimeout } from 'node:timers/promises';
import { CHANGE_EVENTS } from '../../../nodes/Collab/core/changes/options';
import { asSomebody } from '../../engine/harness/credentials';
import { activateTrigger } from '../../engine/harness/triggers';
import { openAccount, pool } from './postgresService';
import { startWriters } from './postgresWriters';

beforeAll(async () => {
	await pool.query(`
		INSERT INTO projects (id, name, created_at, updated_at)
		SELECT 'proj_' || md5(n::text), 'Project ' || n, stamp, stamp
		FROM generate_series(1, 3000) AS n,
			LATERAL (SELECT now() - interval '1 day' + n * interval '1 second') AS s (stamp)`);
});

/** Writers commit 30 s late at most. */
const LOOK_BACK_MINUTES = 1;
const MINUTES = Number(process.env['MINUTES'] ?? 4);
/** Three looks, each a Look Back after the one before, and what they take. */
const SETTLING_MS = 5 * 60_000;
const POLL_EVERY_MS = 2_000;

const KINDS: Readonly<
	Record<string, { readonly events: string[]; readonly [more: string]: unknown }>
> = {
	'from now': { events: ['created', 'updated'] },
	'all existing': {
		events: [...CHANGE_EVENTS, 'removed', 'becameOverdue'],
		startFrom: 'all',
		includePreviousValues: true,
	},
	'states and removals': { events: ['created', 'updated', 'archived', 'restored', 'removed'] },
};

/** When each project that exists was changed last, by ID. */
async function stateNow(): Promise<ReadonlyMap<string, string>> {
	type Change = { id: string; updated_at: Date };
	const { rows } = await pool.query<Change>('SELECT id, updated_at FROM projects');
	return new Map(rows.map((row) => [row.id, row.updated_at.toISOString()]));
}

type Item = Readonly<Record<string, unknown>>;

async function publish(kind: string) {
	const options = { options: { lookBack: LOOK_BACK_MINUTES }, ...KINDS[kind] };
	const before = await stateNow();
	const { url } = await openAccount();
	const trigger = await activateTrigger(asSomebody({ baseUrl: url }, options));
	const after = await stateNow();
	const items = (): Item[] => trigger.emitted.flat().map(({ json }) => json);
	return { kind, before, after, trigger, items };
}

type Published = Awaited<ReturnType<typeof publish>>;

/** What is still owed: the last version of each project that changed, and each removal. */
function owed(
	{ kind, before, after, items }: Published,
	now: ReadonlyMap<string, string>,
): string[] {
	const last = new Map(items().map((item) => [item['id'], item]));
	const isExistingAsked = KINDS[kind]?.['startFrom'] === 'all';
	const changed = [...now].filter(([id, stamp]) => isExistingAsked || after.get(id) !== stamp);
	const lost = changed.filter(([id, stamp]) => last.get(id)?.['updated_at'] !== stamp);
	const known = new Set([...before.keys(), ...last.keys()].map(String));
	const gone = [...known].filter((id) => !now.has(id) && after.has(id) === before.has(id));
	const isRemovedAsked = KINDS[kind]?.events.includes('removed');
	const missed = gone.filter((id) => isRemovedAsked && last.get(id)?.['event'] !== 'removed');
	return [...lost.map(([id]) => `lost: ${id}`), ...missed.map((id) => `not removed: ${id}`)];
}

/** What was delivered and cannot be true, or twice. */
function wrong({ kind, before, items }: Published, now: ReadonlyMap<string, string>): string[] {
	const seen = new Set<string>();
	return items().flatMap(({ id, event, updated_at }) => {
		const name = `${String(event)} ${String(id)} ${String(updated_at)}`;
		const version =
			event === 'removed' ? `removed ${String(id)}` : `${String(id)} ${String(updated_at)}`;
		const isTwice = seen.has(version);
		seen.add(version);
		const isRemovedFalsely = event === 'removed' && now.has(String(id));
		const isOld = kind !== 'all existing' && before.get(String(id)) === (updated_at ?? '');
		return isTwice || isRemovedFalsely || isOld ? [name] : [];
	});
}

test.each([5, 13])(
	'triggers beside %i writes a second lose nothing, repeat nothing and report nothing false',
	async (perSecond) => {
		const writers = startWriters(perSecond);
		await setTimeout(35_000);
		const published = await Promise.all(Object.keys(KINDS).map(publish));
		const poll = async () => {
			await Promise.all(published.map(async ({ trigger }) => await trigger.tick()));
			await setTimeout(POLL_EVERY_MS);
		};
		const endAtMs = Date.now() + MINUTES * 60_000;
		while (Date.now() < endAtMs) await poll();
		const writes = await writers.stop();
		const now = await stateNow();
		const settledAtMs = Date.now() + SETTLING_MS;
		const isOwed = () => published.some((one) => owed(one, now).length > 0);
		while (isOwed() && Date.now() < settledAtMs) await poll();
		for (let polls = 0; polls < 3; polls += 1) await poll();
		const counts = published.map(({ kind, items }) => `${kind}: ${items().length} items`);
		process.stdout.write(`${perSecond} a second, ${writes} writes\n  ${counts.join('\n  ')}\n`);
		expect(published.flatMap(({ trigger }) => trigger.errors.map(String))).toEqual([]);
		expect(published.flatMap((one) => owed(one, now))).toEqual([]);
		expect(published.flatMap((one) => wrong(one, now))).toEqual([]);
	},
	(MINUTES * 60_000 + SETTLING_MS) * 3,
);
