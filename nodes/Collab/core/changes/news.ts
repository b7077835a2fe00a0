/** Decides what is new about the rows that a poll reads, makes changes of it, and keeps the table of known projects. */
import { MAX_PER_PAGE, type Project } from '../contract';
import { compareStamps, type Instant, parseInstant } from '../time';
import type { PollContext } from './context';
import { changeOf, isIncluded } from './events';
import { versionOf } from './hash';
import type { Change } from './options';
import type { TriggerState } from './state';
import { type KnownProject, MARKS, type Table, tableFrom } from './table';

/** Changes of one poll: an execution of 100,000 items would take n8n more than a gigabyte. */
const MAX_CHANGES = 20_000;

/** A project that was read. Seconds count from 1970, and are undefined where the service does not tell them. */
export interface Row {
	readonly project: Project;
	readonly version: string;
	readonly created: number | undefined;
	readonly updated: number | undefined;
	/** When it changed last or, where that is not told, was created. */
	readonly stamp: Instant | undefined;
	/** The same in seconds, with their fraction; 0 where neither is told. */
	readonly changedAt: number;
}

export function rowOf(project: Project): Row {
	const created = parseInstant(project['created_at']);
	const updated = parseInstant(project['updated_at']);
	const stamp = updated ?? created;
	const changedAt = stamp ? stamp.seconds + Number(`0.${stamp.fraction}`) : 0;
	const seconds = { created: created?.seconds, updated: updated?.seconds };
	return { project, version: versionOf(project), ...seconds, stamp, changedAt };
}

/** What a poll delivers of one project. */
interface Delivery {
	/** When the version changed; undefined where the project did not change, or is gone. */
	readonly stamp: Instant | undefined;
	/** What was known of it before the poll; undefined where it was not known. */
	readonly before: KnownProject | undefined;
	readonly changes: readonly Change[];
	/** Conditions that began to hold. */
	readonly begun: readonly Change[];
}

export class News {
	readonly table: Table;

	/** The keys are project IDs. */
	private readonly deliveries = new Map<string, Delivery>();

	constructor(
		private readonly context: PollContext,
		private readonly state: TriggerState,
	) {
		this.table = tableFrom(state.projects);
	}

	/** How many more changes the poll has room for. */
	get room(): number {
		let room = MAX_CHANGES;
		for (const { changes, begun } of this.deliveries.values())
			room -= changes.length + begun.length;
		return room;
	}

	/** Whether all that a page may give has room. */
	get hasRoomForPage(): boolean {
		return this.room >= MAX_PER_PAGE * (1 + this.context.conditions.length);
	}

	/** The oldest change comes first; then what is delivered of projects that did not change. */
	delivered(): Change[] {
		return [...this.deliveries.values()]
			.sort((a, b) => compareStamps(a.stamp, b.stamp))
			.flatMap(({ changes, begun }) => [...changes, ...begun]);
	}

	/**
	 * Takes a row: another version than the known one is delivered once, the latest if it changes again during the poll.
	 *
	 * @param isNews whether a project that is not known is delivered, too
	 */
	take(row: Row, isNews: boolean): void {
		const { id } = row.project;
		this.see(id);
		const known = this.table.get(id);
		const isChange = known ? known.version !== row.version : isNews;
		if (isChange && (this.isLeftToNextPoll || this.isOlder(row, known))) return;
		const none = { stamp: undefined, before: known, changes: [], begun: [] };
		const { before, ...earlier } = this.deliveries.get(id) ?? none;
		const begun = [...earlier.begun, ...this.store(row)];
		const change = isChange && { stamp: row.stamp, changes: this.changesOf(row, before) };
		if (change || begun.length > 0)
			this.deliveries.set(id, { ...earlier, before, begun, ...change });
	}

	/** The first poll delivers nothing but All Existing Projects. What it sees change, the next poll delivers. */
	private get isLeftToNextPoll(): boolean {
		return this.state.stream === null && !this.state.owesExisting;
	}

	/** Notes that a project exists. */
	see(id: string): void {
		const known = this.table.get(id);
		if (known) this.table.set(id, { ...known, marks: known.marks & ~MARKS.unseen, misses: 0 });
	}

	/** A total that has room for all known projects says that those are there which a look has missed. */
	forgetMisses(): void {
		for (const [id, known] of this.table)
			if (known.misses > 0) this.table.set(id, { ...known, misses: 0 });
	}

	/** A replica that lags shows older versions. A stamp that lies in the future does not tell which one is older. */
	private isOlder({ changedAt }: Row, known: KnownProject | undefined): boolean {
		const { nowS, lookBackS } = this.context;
		const knownAt = known?.changedAt ?? 0;
		return changedAt < knownAt && knownAt <= nowS + lookBackS;
	}

	/** Stores a version, and gives the conditions that begin to hold, though the version may be known. */
	private store({ project, version, changedAt }: Row): Change[] {
		const { conditions, options, watched } = this.context;
		const known = this.table.get(project.id);
		const isIncludedNow = isIncluded(project, options);
		const holding = conditions.filter(({ holds }) => holds(project));
		const included = isIncludedNow ? MARKS.included : 0;
		const marks = holding.reduce((sum, { mark }) => sum + mark, included);
		const values = watched.of(project);
		this.table.set(project.id, { version, changedAt, marks, misses: 0, values });
		// Until all projects are known, what holds for an unknown one counts as having held before.
		const marksBefore = known ? known.marks : this.state.filledAt === null ? marks : 0;
		const begun = holding.filter(({ mark }) => isIncludedNow && (marksBefore & mark) === 0);
		return begun.map(({ event }) => ({ project, event, changes: {} }));
	}

	/** Delivers that a project is gone, and forgets it. */
	remove(id: string, known: KnownProject): void {
		const { options, watched } = this.context;
		this.table.delete(id);
		if (!options.events.includes('removed') || (known.marks & MARKS.included) === 0) return;
		const project = watched.removed(id, known.values);
		const changes = [{ project, event: 'removed', changes: {} }] as const;
		this.deliveries.set(id, { before: known, stamp: undefined, changes, begun: [] });
	}

	/** The change to deliver; none when the options ask for none. */
	private changesOf({ project, created = -1 }: Row, before?: KnownProject): readonly Change[] {
		const { options, watched } = this.context;
		const { stream, owesExisting } = this.state;
		const isNew = !before && created >= (stream?.newSince ?? Infinity);
		if (!before && !isNew && owesExisting) {
			return isIncluded(project, options) ? [{ project, event: 'existing', changes: {} }] : [];
		}
		const changes = watched.fieldChanges(project, before?.values);
		return changeOf(project, isNew, changes, options);
	}
}
