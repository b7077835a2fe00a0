/**
 * Triggers as they are often written: the right one with one rule broken. The random histories are worth something if they find
 * what is wrong with each.
 */
import fc from 'fast-check';
import type { Project } from '../../../../nodes/Collab/core/contract';
import type { Change } from '../../../../nodes/Collab/core/changes/options';
import { poll, type StateStore } from '../../../../nodes/Collab/core/changes/poll';
import type { TriggerState } from '../../../../nodes/Collab/core/changes/state';
import { SEED } from '../../../random';
import { DAY } from '../../service';
import type { Poll } from '../testTrigger';
import { play } from './player';
import { histories } from './randomHistories';

type Arguments = Parameters<Poll>;
type Extra = Record<string, string>;
type Watermark = number | undefined;

const NEWEST_FIRST = { status: 'all', sortBy: 'updated_at', order: 'desc' } as const;

const stampMs = ({ updated_at: stamp }: Project) =>
	typeof stamp === 'string' ? Date.parse(stamp) : undefined;

/** The right poll's state, and something of the wrong one's beside it. */
class Beside {
	extra: Extra;
	inner: unknown;

	constructor(private readonly store: StateStore) {
		const saved = store.load() as { inner: unknown; extra: Extra } | undefined;
		this.inner = saved?.inner;
		this.extra = saved?.extra ?? {};
	}

	get innerStore(): StateStore {
		return { load: () => this.inner, save: (state) => (this.inner = state) };
	}

	save(): void {
		const saved: unknown = { inner: this.inner, extra: this.extra };
		this.store.save(saved as TriggerState);
	}
}

/** Finds what the right one finds, and drops what a watermark of its own calls old. */
const withWatermark =
	(
		nextOf: (changes: readonly Change[], ...given: Arguments) => Watermark | Promise<Watermark>,
		isOld: (ms: number, watermark: number, options: Arguments[2]) => boolean,
	): Poll =>
	async (store, fetchPage, options, runtime) => {
		const beside = new Beside(store);
		const changes = await poll(beside.innerStore, fetchPage, options, runtime);
		const watermark = Number(beside.extra['watermark'] ?? -Infinity);
		const next = await nextOf(changes, store, fetchPage, options, runtime);
		if (next !== undefined) beside.extra = { watermark: String(next) };
		beside.save();
		return changes.filter(({ project }) => {
			const ms = stampMs(project);
			return ms === undefined || !isOld(ms, watermark, options);
		});
	};

const WRONG_DESIGNS: Readonly<Record<string, Poll>> = {
	'this machine’s clock as the watermark': withWatermark(
		(_changes, _store, _fetchPage, _options, runtime) => runtime.now(),
		(ms, watermark) => ms < watermark,
	),
	'only what is strictly later than the watermark': withWatermark(
		(changes, _store, _fetchPage, _options, runtime) => {
			const stamps = changes.flatMap(({ project }) => stampMs(project) ?? []);
			const credible = stamps.filter((ms) => ms <= runtime.now() + DAY);
			return credible.length > 0 ? Math.max(...credible) : undefined;
		},
		(ms, watermark) => ms <= watermark,
	),
	// Another request when all is read: what changed while it was read, behind its back, is older than that.
	'a watermark from the end of the scan': withWatermark(
		async (_changes, _store, fetchPage, _options, runtime) => {
			const { projects } = await fetchPage(NEWEST_FIRST, { page: 1, perPage: 100 });
			return projects.map(stampMs).find((ms) => ms !== undefined && ms <= runtime.now() + DAY);
		},
		(ms, watermark, { lookBackMs }) => ms < watermark - lookBackMs,
	),
	'no lookback': async (store, fetchPage, options, runtime) =>
		await poll(store, fetchPage, { ...options, lookBackMs: 0 }, runtime),
	'a date of the year 9999 that is believed': async (store, fetchPage, options, runtime) =>
		await poll(store, fetchPage, options, { ...runtime, now: () => Date.UTC(9999, 11, 31) }),
	// Where a poll's time is up before all is read, the next one begins where it began.
	'a backlog that begins anew with each poll': async (store, fetchPage, options, runtime) => {
		const beside = new Beside(store);
		const before = JSON.stringify(beside.inner ?? null);
		const changes = await poll(beside.innerStore, fetchPage, options, runtime);
		const isUnfinished = runtime.timeUsed() > 0.5;
		const fresh = changes.filter(({ project }) => !(JSON.stringify(project) in beside.extra));
		if (isUnfinished) beside.inner = JSON.parse(before) ?? undefined;
		const seen = changes.map(({ project }) => [JSON.stringify(project), ''] as const);
		beside.extra = isUnfinished ? { ...beside.extra, ...Object.fromEntries(seen) } : {};
		beside.save();
		return fresh;
	},
};

/** Something else than a lack of time, in a history in which the right one keeps its promise. */
const isNotFound = (design: Poll) =>
	fc.asyncProperty(histories, async (history) => {
		const complaints = await play(history, design);
		const found = complaints.filter((complaint) => !complaint.startsWith('failed'));
		if (found.length > 0) expect(await play(history, poll)).not.toEqual([]);
	});

test.each(Object.entries(WRONG_DESIGNS))('the random histories find %s', async (_name, design) => {
	const tries = { numRuns: 2_000, seed: SEED, endOnFailure: true };
	expect((await fc.check(isNotFound(design), tries)).failed).toBe(true);
});
