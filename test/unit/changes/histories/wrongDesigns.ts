/** Triggers as they are often written: the right one with one rule broken. Its tests are worth something if these fail. */
import type { FetchPage, Project } from '../../../../nodes/Collab/core/contract';
import type { TriggerState } from '../../../../nodes/Collab/core/changes/state';
import type { Change } from '../../../../nodes/Collab/core/changes/options';
import { poll, type StateStore } from '../../../../nodes/Collab/core/changes/poll';
import type { Poll } from '../testTrigger';

type Arguments = Parameters<Poll>;
type Extra = Record<string, string>;

const DAY_MS = 86_400_000;

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
		nextOf: (changes: readonly Change[], ...given: Arguments) => Promise<number | undefined>,
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

export const localClock = withWatermark(
	async (_changes, _store, _fetchWindow, _options, runtime) => await Promise.resolve(runtime.now()),
	(ms, watermark) => ms < watermark,
);

export const strictlyLater = withWatermark(
	async (changes, _store, _fetchWindow, _options, runtime) => {
		const stamps = changes.flatMap(({ project }) => stampMs(project) ?? []);
		const credible = stamps.filter((ms) => ms <= runtime.now() + DAY_MS);
		return await Promise.resolve(credible.length > 0 ? Math.max(...credible) : undefined);
	},
	(ms, watermark) => ms <= watermark,
);

/** Another request when all is read: what changed while it was read, behind its back, is older than that. */
export const watermarkFromTheEnd = withWatermark(
	async (_changes, _store, fetchPage, _options, runtime) => {
		const query = { status: 'all', sortBy: 'updated_at', order: 'desc' } as const;
		const { projects } = await fetchPage(query, { page: 1, perPage: 100 });
		return projects.map(stampMs).find((ms) => ms !== undefined && ms <= runtime.now() + DAY_MS);
	},
	(ms, watermark, { lookBackMs }) => ms < watermark - lookBackMs,
);

/** All is saved before the last answer is there. */
export const savedFirst: Poll = async (store, fetchPage, options, runtime) => {
	const changes = await poll(store, fetchPage, options, runtime);
	const query = { status: 'all', sortBy: 'updated_at', order: 'desc' } as const;
	await fetchPage(query, { page: 1, perPage: 1 });
	return changes;
};

export const withoutLookBack: Poll = async (store, fetchPage, options, runtime) =>
	await poll(store, fetchPage, { ...options, lookBackMs: 0 }, runtime);

/** A date of the year 9999 is a date like others. */
export const believesEveryDate: Poll = async (store, fetchPage, options, runtime) =>
	await poll(store, fetchPage, options, { ...runtime, now: () => Date.UTC(9999, 11, 31) });

/** Sees other rows than the service sends, and delivers those of the service. */
const seeing =
	(change: (project: Project) => Project): Poll =>
	async (store, fetchPage, options, runtime) => {
		const sent = new Map<string, Project>();
		const fetchChanged: FetchPage = async (query, window) => {
			const page = await fetchPage(query, window);
			const projects = page.projects.map((project) => {
				const changed = change(project);
				sent.set(JSON.stringify(changed), project);
				return changed;
			});
			return { ...page, projects };
		};
		const changes = await poll(store, fetchChanged, options, runtime);
		return changes.map((found) => ({
			...found,
			project: sent.get(JSON.stringify(found.project)) ?? found.project,
		}));
	};

export const placeFromCreation = seeing((project) => ({
	...project,
	updated_at: project['updated_at'] ?? project['created_at'] ?? null,
}));

/** A version is its project and its stamp. */
export const versionsByStamp = seeing((project) => ({ ...project, name: '', member_count: 0 }));

/** Where a poll's time is up before all is read, the next one begins where it began. */
export const restartsItsBacklog: Poll = async (store, fetchPage, options, runtime) => {
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
};
