/** Decides what is new among the projects that a poll reads, and keeps the table. */
import type { Project } from '../contract';
import { versionOf } from '../query/version';
import { MS_PER_SECOND, parseInstant, secondOf } from '../time';
import type { PollContext } from './context';
import { changeOf, isIncluded } from './events';
import type { Change } from './options';
import { knowsAll, openSince, owesAllExisting, type TriggerState } from './state';
import { type KnownProject, MARKS, Table } from './table';

export class News {
	readonly table: Table;
	/** By project ID: what the poll delivers of it. */
	private readonly changes = new Map<string, readonly Change[]>();
	/** By project ID: what was known before the poll of each project that it has read. */
	private readonly knownBefore = new Map<string, KnownProject | undefined>();

	/** @param lastState the one before the poll, which raises `openSince`, perhaps past a change that it finds */
	constructor(
		private readonly context: PollContext,
		private readonly lastState: TriggerState,
	) {
		this.table = new Table(lastState.projects);
	}

	/** Removed projects come first, then the oldest change. */
	delivered(): Change[] {
		const changedAt = (id: string) => this.table.get(id)?.changedAt ?? -1;
		const entries = [...this.changes].map(([id, changes]) => ({ at: changedAt(id), changes }));
		return entries.sort((a, b) => a.at - b.at).flatMap(({ changes }) => changes);
	}

	/** Notes a project that was read. If it is read again, the difference to what was known before the poll counts. */
	note(project: Project): void {
		const { id } = project;
		const known = this.table.get(id);
		const now = this.knownFrom(project);
		if (known && this.isOlder(now, known))
			return this.table.set(id, { ...known, marks: known.marks & ~MARKS.unseen, missedAt: null });
		if (!this.knownBefore.has(id)) this.knownBefore.set(id, known);
		const before = this.knownBefore.get(id);
		const changed = this.isNews(now, before) ? this.changesOf(project, before) : [];
		this.table.set(id, now);
		this.changes.set(id, [...changed, ...this.begunOf(project, now, before)]);
	}

	/** An unknown project is news once `knowsAll`, or if it changed since `openSince`. */
	private isNews({ version, changedAt }: KnownProject, before?: KnownProject): boolean {
		if (before) return before.version !== version;
		return knowsAll(this.lastState) || changedAt >= openSince(this.lastState);
	}

	/** Older versions (replicas lag) show only that a project exists. Next to a stamp far ahead, none counts as older. */
	private isOlder({ changedAt }: KnownProject, known: KnownProject): boolean {
		const { reader, lookBackS } = this.context;
		return changedAt < known.changedAt && known.changedAt <= reader.servedAtS + lookBackS;
	}

	/** Forgets a project that is gone. Delivers that, if Removed is chosen, and Status and Filters included it. */
	remove(id: string, known: KnownProject): void {
		const { options, kept } = this.context;
		this.table.delete(id);
		if (!options.events.includes('removed') || (known.marks & MARKS.included) === 0) return;
		const project = kept.removed(id, known.values);
		this.changes.set(id, [{ project, event: 'removed', changes: {} }]);
	}

	private knownFrom(project: Project): KnownProject {
		const { conditions, options, kept } = this.context;
		const changed = parseInstant(project['updated_at']) ?? parseInstant(project['created_at']);
		const changedAt = (changed ?? 0) / MS_PER_SECOND;
		const holding = conditions.filter(({ holds }) => holds(project));
		const included = isIncluded(project, options) ? MARKS.included : 0;
		const marks = holding.reduce((sum, { mark }) => sum + mark, included);
		const version = versionOf(project);
		return { version, changedAt, marks, missedAt: null, values: kept.of(project) };
	}

	/** The conditions that begin to hold, also where the version is the same. */
	private begunOf(project: Project, now: KnownProject, before?: KnownProject): readonly Change[] {
		// Until all projects are known, no condition begins for an unknown one: it may have held before.
		const isUnknown = !before && !knowsAll(this.lastState);
		if (isUnknown || (now.marks & MARKS.included) === 0) return [];
		const begun = now.marks & ~(before?.marks ?? 0);
		const conditions = this.context.conditions.filter(({ mark }) => (begun & mark) !== 0);
		return conditions.map(({ event }) => ({ project, event, changes: {} }));
	}

	/** The change to deliver; none when the options ask for none. */
	private changesOf(project: Project, before?: KnownProject): readonly Change[] {
		const { options, kept } = this.context;
		if (!before && owesAllExisting(this.lastState))
			return isIncluded(project, options) ? [{ project, event: 'existing', changes: {} }] : [];
		const createdAt = secondOf(project['created_at']) ?? -1;
		const isNew = !before && createdAt >= openSince(this.lastState);
		const changes = kept.fieldChanges(project, before?.values);
		return changeOf(project, isNew, changes, options);
	}
}
