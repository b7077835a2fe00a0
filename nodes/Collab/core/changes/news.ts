/** Decides what is new among the projects that a poll reads, never an older version, and keeps the table of projects. */
import { MAX_PER_PAGE, type Project } from '../contract';
import { parseInstant } from '../time';
import type { PollContext } from './context';
import { changeOf, isIncluded } from './events';
import { versionOf } from './hash';
import type { Change } from './options';
import { ALL_TIME, knowsAll, openSince, type TriggerState } from './state';
import { type KnownProject, MARKS, Table } from './table';

/** Projects delivered by one poll. n8n keeps all items of an execution in memory: 100,000 take more than a gigabyte. */
const MAX_DELIVERED = 20_000;

/** A project that was read. Seconds count from 1970, and are undefined where the service does not tell them. */
export interface SeenProject {
	readonly project: Project;
	readonly version: string;
	readonly created: number | undefined;
	readonly updated: number | undefined;
	/** When it changed last or, where that is not told, was created, with the fraction; 0 where neither is told. */
	readonly changedAt: number;
}

function seenFrom(project: Project): SeenProject {
	const created = parseInstant(project['created_at']);
	const updated = parseInstant(project['updated_at']);
	const { seconds, fraction } = updated ?? created ?? { seconds: 0, fraction: '' };
	const changedAt = seconds + Number(`0.${fraction}`);
	const version = versionOf(project);
	return { project, version, created: created?.seconds, updated: updated?.seconds, changedAt };
}

/** What a poll delivers of one project. */
interface Delivery {
	/** When it changed last, in seconds since 1970. */
	readonly changedAt: number;
	readonly changes: readonly Change[];
}

export class News {
	readonly table: Table;

	/** The keys are project IDs. */
	private readonly deliveries = new Map<string, Delivery>();

	/** What was known, before the poll, of each project that it has read. */
	private readonly before = new Map<string, KnownProject | undefined>();

	constructor(
		private readonly context: PollContext,
		private readonly state: TriggerState,
	) {
		this.table = new Table(state.projects);
	}

	/** Whether all that a page may give has room. */
	get hasRoomForPage(): boolean {
		return this.deliveries.size + MAX_PER_PAGE <= MAX_DELIVERED;
	}

	/** The oldest change comes first. */
	delivered(): Change[] {
		return [...this.deliveries.values()]
			.sort((a, b) => a.changedAt - b.changedAt)
			.flatMap(({ changes }) => changes);
	}

	/** Takes projects, and gives what their stamps tell. */
	takeAll(projects: readonly Project[]): SeenProject[] {
		const seen = projects.map(seenFrom);
		for (const one of seen) this.take(one);
		return seen;
	}

	/**
	 * Takes a project. What is delivered is the difference to what was known before the poll: if a poll reads a project again,
	 * the later reading takes the place of the earlier one.
	 */
	private take(seen: SeenProject): void {
		const { id } = seen.project;
		const known = this.table.get(id);
		if (known && this.isOlder(seen, known)) {
			this.table.set(id, { ...known, marks: known.marks & ~MARKS.unseen, missedAt: null });
			return;
		}
		if (!this.before.has(id)) this.before.set(id, known);
		const before = this.before.get(id);
		const now = this.knownFrom(seen);
		const isChange = before ? before.version !== seen.version : this.isNews(seen);
		const changed = isChange ? this.changesOf(seen, before) : [];
		const changes = [...changed, ...this.begunOf(seen, now, before)];
		this.table.set(id, now);
		this.deliveries.delete(id);
		if (changes.length > 0) this.deliveries.set(id, { changedAt: seen.changedAt, changes });
	}

	/** Whether an unknown project is news: any, once all are known; else one that changed lately. */
	private isNews({ changedAt }: SeenProject): boolean {
		return knowsAll(this.state) || changedAt >= openSince(this.state);
	}

	/** A replica that lags shows older versions. A stamp far in the future does not tell which is older. */
	private isOlder({ version, changedAt }: SeenProject, known: KnownProject): boolean {
		const { serviceNowS, lookBackS } = this.context;
		const isEarlier = version !== known.version && changedAt < known.changedAt;
		return isEarlier && known.changedAt <= serviceNowS + lookBackS;
	}

	/** Delivers that a project is gone, and forgets it. */
	remove(id: string, known: KnownProject): void {
		const { options, watched } = this.context;
		this.table.delete(id);
		if (!options.events.includes('removed') || (known.marks & MARKS.included) === 0) return;
		const project = watched.removed(id, known.values);
		const changes = [{ project, event: 'removed', changes: {} }] as const;
		this.deliveries.set(id, { changedAt: known.changedAt, changes });
	}

	private knownFrom({ project, version, changedAt }: SeenProject): KnownProject {
		const { conditions, options, watched } = this.context;
		const holding = conditions.filter(({ holds }) => holds(project));
		const included = isIncluded(project, options) ? MARKS.included : 0;
		const marks = holding.reduce((sum, { mark }) => sum + mark, included);
		return { version, changedAt, marks, missedAt: null, values: watched.of(project) };
	}

	/** The conditions that begin to hold, though the version may be known. */
	private begunOf(
		{ project }: SeenProject,
		now: KnownProject,
		before?: KnownProject,
	): readonly Change[] {
		// Until all projects are known, what holds for an unknown one counts as having held before.
		const isUnknown = !before && !knowsAll(this.state);
		if (isUnknown || (now.marks & MARKS.included) === 0) return [];
		const begun = now.marks & ~(before?.marks ?? 0);
		const { conditions } = this.context;
		const changes = conditions.filter(({ mark }) => (begun & mark) !== 0);
		return changes.map(({ event }) => ({ project, event, changes: {} }));
	}

	/** The change to deliver; none when the options ask for none. */
	private changesOf(
		{ project, created = -1 }: SeenProject,
		before?: KnownProject,
	): readonly Change[] {
		const { options, watched } = this.context;
		const since = openSince(this.state);
		if (!before && since === ALL_TIME)
			return isIncluded(project, options) ? [{ project, event: 'existing', changes: {} }] : [];
		const isNew = !before && created >= since;
		const changes = watched.fieldChanges(project, before?.values);
		return changeOf(project, isNew, changes, options);
	}
}
