/** Tells what is new among the rows that a poll reads, makes changes of it, and keeps the table of known projects. */
import { MAX_PER_PAGE, type Project } from '../contract';
import { compareStamps, type Instant, parseInstant } from '../time';
import type { Condition } from './conditions';
import { changeOf, isIncluded } from './events';
import { hash64, versionOf } from './hash';
import { type Change, MAX_CHANGES, type PollContext } from './options';
import type { TriggerState } from './state';
import { FUTURE, MARKS, type ProjectRecord, secondOf, Table, ticksOf } from './table';
import { lookBackSeconds, secondIn } from './watermarks';

/** A project that was read. */
export interface Row {
	readonly project: Project;
	readonly idHash: string;
	readonly version: string;
	/** When it changed last or, where the service leaves that out, was created. */
	readonly stamp: Instant | undefined;
	readonly ticks: number;
}

/** What a poll delivers of one project. */
interface Delivery {
	/** When the version changed; undefined where the project did not change, or is gone. */
	readonly stamp: Instant | undefined;
	/** What was known before the poll; undefined where the project was not known, or gone. */
	readonly lastRecord: ProjectRecord | undefined;
	readonly changes: readonly Change[];
	/** Conditions that began to hold. */
	readonly begun: readonly Change[];
}

export class KnownProjects {
	readonly table: Table;

	/** The keys are ID hashes. */
	private readonly deliveries = new Map<string, Delivery>();

	/** The ticks of the latest version that this poll has seen among recent changes, by ID hash. */
	readonly seenInRecent = new Map<string, number>();

	constructor(
		private readonly context: PollContext,
		private readonly lastState: TriggerState,
	) {
		this.table = new Table(lastState);
		const { watched } = context;
		if (lastState.valueFields === watched.fieldNames) return;
		this.table.changeAll(({ values = [], ...record }) => {
			return { ...record, values: watched.converted(values, lastState.valueFields) };
		});
	}

	/** Marks all projects as not listed yet by the snapshot that begins. */
	markUnlisted(): void {
		this.table.changeAll((record) => ({ ...record, marks: record.marks | MARKS.unlisted }));
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

	/** Oldest change first; then what is delivered of projects that did not change. */
	delivered(): Change[] {
		return [...this.deliveries.values()]
			.sort((a, b) => compareStamps(a.stamp, b.stamp))
			.flatMap(({ changes, begun }) => [...changes, ...begun]);
	}

	rowOf(project: Project): Row {
		const idHash = hash64(project.id);
		const stamp = parseInstant(project['updated_at']) ?? parseInstant(project['created_at']);
		const ticks = stamp ? ticksOf(stamp.seconds, stamp.fraction) : 0;
		return { project, idHash, stamp, ticks, version: versionOf(project) };
	}

	/** Notes that a project is among the recent changes, so that it is not gone. */
	noteSeen({ idHash, ticks }: Row): void {
		this.seenInRecent.set(idHash, Math.max(ticks, this.seenInRecent.get(idHash) ?? 0));
	}

	/** Whether this version is known, or a later one: replicas that lag show older ones. */
	isKnown({ idHash, version, ticks }: Row): boolean {
		const record = this.table.get(idHash);
		if (!record) return false;
		// The ticks of a project that was removed, became visible late or is dated in the future do not tell when it changed.
		const isComparable = !(record.marks & (MARKS.removed | MARKS.late)) && record.ticks !== FUTURE;
		const latest = isComparable ? record.ticks : (this.seenInRecent.get(idHash) ?? 0);
		return record.version === version || ticks < latest;
	}

	/**
	 * Delivers a version that is not known; of a project that changes again during the poll, the latest.
	 *
	 * @param isOfExisting whether All Existing Projects asks for those that are not new
	 */
	deliver(row: Row, isOfExisting: boolean): void {
		const earlier = this.deliveries.get(row.idHash);
		const lastRecord = earlier ? earlier.lastRecord : this.table.getPresent(row.idHash);
		const begun = [...(earlier?.begun ?? []), ...this.keep(row)];
		const changes = this.changeFor(row.project, isOfExisting, lastRecord);
		this.deliveries.set(row.idHash, { lastRecord, stamp: row.stamp, changes, begun });
	}

	/** Looks again at a version that is known: its values may not be, and a day may have passed. */
	refresh(row: Row): void {
		const { idHash } = row;
		const lastRecord = this.table.getPresent(idHash);
		// A replica that lags may still list what was reported as removed.
		if (!lastRecord) return;
		if (lastRecord.version !== row.version) {
			this.table.set(idHash, { ...lastRecord, marks: lastRecord.marks & ~MARKS.unlisted });
			return;
		}
		const begun = this.keep(row);
		if (begun.length > 0)
			this.deliveries.set(idHash, { lastRecord, stamp: undefined, changes: [], begun });
	}

	/** Keeps a version, and gives a change for each condition that begins to hold with it, if the options include the project. */
	keep(row: Row): Change[] {
		const { project, idHash, version } = row;
		const record = this.table.get(idHash);
		const { conditions, options, watched } = this.context;
		const isIncludedNow = isIncluded(project, options);
		const holding = conditions.filter(({ holds }) => holds(project));
		const begun = holding.filter((condition) => this.isBegun(condition, record));
		const included = isIncludedNow ? MARKS.included : 0;
		const time = this.timeToKeep(row);
		const marks = holding.reduce((sum, { mark }) => sum | mark, included | time.marks);
		this.table.set(idHash, { ticks: time.ticks, version, marks, values: watched.of(project) });
		return isIncludedNow ? begun.map(({ event }) => ({ project, event, changes: {} })) : [];
	}

	/** The ticks of a row, and the mark that goes with them. */
	private timeToKeep(row: Row): Pick<ProjectRecord, 'ticks' | 'marks'> {
		const { clock, options } = this.context;
		const { recent, established } = this.lastState;
		const record = this.table.getPresent(row.idHash);
		const wasLate = record?.version === row.version && (record.marks & MARKS.late) > 0;
		if (wasLate) return { ticks: record.ticks, marks: MARKS.late };
		const isOld = established.purpose !== undefined && secondOf(row) < (recent.low ?? 0);
		if (isOld && !record) return { ticks: ticksOf(clock().nowS), marks: MARKS.late };
		const isFuture = secondOf(row) > clock().nowS + lookBackSeconds(options);
		return { ticks: isFuture ? FUTURE : row.ticks, marks: 0 };
	}

	/** Marks a project that is gone. It is kept for a while, for a replica that lags may still show it. */
	remove(idHash: string, ticks: number): void {
		const lastRecord = this.table.getPresent(idHash);
		if (!lastRecord) return;
		this.table.set(idHash, { ...lastRecord, ticks, marks: lastRecord.marks | MARKS.removed });
		const project = this.context.watched.removed(lastRecord.values ?? []);
		if (!project || !(lastRecord.marks & MARKS.included)) return;
		const changes = [{ project, event: 'removed', changes: {} }] as const;
		this.deliveries.set(idHash, { lastRecord, stamp: undefined, changes, begun: [] });
	}

	/** Whether a condition that holds did not hold when the project was last read, as far as that is known. */
	private isBegun({ name, mark }: Condition, record: ProjectRecord | undefined): boolean {
		const { snapshot, established } = this.lastState;
		// An unknown project counts as not listed yet.
		const marks = record?.marks ?? MARKS.unlisted;
		const isMarkedBySnapshot = snapshot !== undefined && !(marks & MARKS.unlisted);
		return (established.conditions.includes(name) || isMarkedBySnapshot) && !(marks & mark);
	}

	/** The change to deliver; none when the options ask for none. */
	private changeFor(project: Project, isOfExisting: boolean, lastRecord?: ProjectRecord): Change[] {
		const { options, watched } = this.context;
		const { newSince = Infinity } = this.lastState.recent;
		const isNew = !lastRecord && (secondIn(project, 'created_at') ?? -Infinity) >= newSince;
		if (!lastRecord && !isNew && isOfExisting) {
			return isIncluded(project, options) ? [{ project, event: 'existing', changes: {} }] : [];
		}
		const changes = watched.fieldChanges(project, lastRecord?.values);
		const change = changeOf(project, isNew, changes, options);
		return change ? [change] : [];
	}
}
