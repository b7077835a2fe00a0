/** Tells what is new among the rows that a poll reads, makes changes of it, and keeps the table of known projects. */
import { MAX_PER_PAGE, type Project } from '../contract';
import { evaluationTimeIn } from '../query/computedFields';
import { compareInstants, type Instant, parseInstant } from '../time';
import { type Condition, conditionsOf } from './conditions';
import { changeOf, isIncluded, removalOf } from './events';
import { idHash, versionOf } from './hash';
import { type Change, type ChangeOptions, isRemovedChosen, MAX_CHANGES } from './options';
import type { SnapshotState, TriggerState } from './state';
import { FUTURE, type KnownProject, MARKS, Table, ticksOf } from './table';
import { WatchedValues } from './values';
import type { ServiceClock } from './watermarks';

/** A project that was read, and what is known of it. */
export interface Row {
	readonly project: Project;
	/** `idHash`. */
	readonly id: string;
	readonly version: string;
	/** When it changed last or, where the service leaves that out, was created. */
	readonly stamp: Instant | undefined;
	readonly ticks: number;
	readonly known: KnownProject | undefined;
}

/** What a poll delivers of one project. */
interface Delivery {
	readonly row: Row;
	/** What was known before the poll. */
	readonly before: KnownProject | undefined;
	readonly changes: readonly Change[];
}

export class KnownProjects {
	readonly table: Table;
	readonly conditions: readonly Condition[];
	readonly watched: WatchedValues;

	/** The date in the workflow's time zone, as days since 1970. */
	readonly today: number;

	/** By ID hash. */
	private readonly deliveries = new Map<string, Delivery>();

	/** By ID hash, the ticks of what this poll has stored. */
	private readonly stored = new Map<string, number>();

	/** ID hashes of what recent changes list in this poll. */
	private readonly listedNow = new Set<string>();

	/** Of projects that did not change: conditions that begin with the day, and removals. */
	private readonly others: Change[] = [];

	/** How many changes there are. */
	private count = 0;
	private snapshot: SnapshotState | undefined;

	/** How many of the projects that were known when the snapshot began have been listed since. */
	private listed = 0;

	/** Whether a snapshot has marked the conditions of what it has listed. */
	private hasMarked = false;

	constructor(
		private readonly before: TriggerState,
		private readonly options: ChangeOptions,
		private readonly clock: () => ServiceClock,
		nowMs: number,
	) {
		const at = evaluationTimeIn(options.timeZone, nowMs);
		this.today = at.today;
		this.conditions = conditionsOf(options, at);
		this.watched = new WatchedValues(options);
		this.table = new Table(before);
		if (before.valuesName !== this.watched.name) this.convertValues();
	}

	private convertValues(): void {
		if (this.before.values === '') return;
		for (const [id, project] of this.table.entries()) {
			const values = this.watched.converted(project.values, this.before.valuesName);
			this.table.set(id, { ...project, values });
		}
	}

	resumeSnapshot(snapshot: SnapshotState): void {
		this.snapshot = snapshot;
		this.listed = snapshot.seenOfKnown;
		this.hasMarked = true;
	}

	get seenOfKnown(): number {
		return this.listed;
	}

	/** From now on, projects that are listed are marked for this snapshot. */
	beginSnapshot(snapshot: SnapshotState): void {
		this.snapshot = snapshot;
		this.listed = 0;
		for (const [id, project] of this.table.entries()) {
			this.table.set(id, { ...project, marks: project.marks & ~MARKS.isSeen });
		}
	}

	/** How many more changes the poll has room for. */
	get room(): number {
		return MAX_CHANGES - this.count;
	}

	/** Whether all that a page may give has room, besides what is reserved. */
	hasRoomForPage(reserved = 0): boolean {
		return this.room - reserved >= MAX_PER_PAGE * (1 + this.conditions.length);
	}

	/** Known projects that are not gone. */
	get presentCount(): number {
		return this.table.count(isPresent);
	}

	/** Oldest change first. */
	changes(): Change[] {
		const sorted = [...this.deliveries.values()].sort((a, b) =>
			compareStamps(a.row.stamp, b.row.stamp),
		);
		return [...sorted.flatMap(({ changes }) => changes), ...this.others];
	}

	rowOf(project: Project): Row {
		const id = idHash(project.id);
		const stamp = parseInstant(project['updated_at']) ?? parseInstant(project['created_at']);
		const ticks = stamp ? ticksOf(stamp.seconds, stamp.fraction) : 0;
		return { project, id, stamp, ticks, version: versionOf(project), known: this.table.get(id) };
	}

	/** Notes that recent changes list a project, so that it is not gone. */
	noteListed({ id }: Project): void {
		this.listedNow.add(idHash(id));
	}

	isListedNow(id: string): boolean {
		return this.listedNow.has(id) || this.stored.has(id);
	}

	/** Whether a later version is known: replicas that lag show older ones. */
	private isOlder({ id, known, ticks }: Row): boolean {
		const stored = this.stored.get(id);
		if (stored !== undefined) return ticks < stored;
		// The ticks of a removed project, or of a date in the future, are no stamp of a version.
		return isPresent(known) && known.ticks !== FUTURE && ticks < known.ticks;
	}

	/** Whether the row shows that the answer is an old one: a replica lags. */
	isOutdated(row: Row): boolean {
		const isBack = isRemoved(row.known) && row.known?.version === row.version;
		return isBack || this.isOlder(row);
	}

	/** Whether this version is known, or a later one. */
	isKnown(row: Row): boolean {
		return row.known !== undefined && (row.known.version === row.version || this.isOlder(row));
	}

	/** Delivers a version that is not known. Of one that changes again during the poll, the latest. */
	deliver(row: Row): void {
		const earlier = this.deliveries.get(row.id);
		const before = earlier ? earlier.before : this.table.getWithValues(row.id);
		const begun = this.store(row);
		const conditions = earlier?.changes.filter(isCondition(this.conditions)) ?? [];
		const changes = [...this.changesOf(row.project, before), ...conditions, ...begun];
		this.count += changes.length - (earlier?.changes.length ?? 0);
		this.deliveries.set(row.id, { row, before, changes });
	}

	/** Looks again at a version that is known: its values may not be, and a day may have passed. */
	refresh(row: Row): void {
		const { known } = row;
		// A replica that lags may still list what was reported as removed.
		if (!known || (isRemoved(known) && isRemovedChosen(this.options))) return;
		if (known.version === row.version) this.addOthers(this.store(row));
		else this.table.set(row.id, { ...known, marks: this.seen(known) });
	}

	/** Keeps a version, and gives the conditions that begin to hold with it. */
	store({ project, id, ticks, stamp, version, known }: Row): Change[] {
		const isShown = isIncluded(project, this.options);
		const holding = this.conditions.filter(({ holds }) => holds(project));
		const begun = holding.filter((condition) => this.isBegun(condition, known));
		const wasRemoved = isRemoved(known);
		const marks = [
			this.seen(wasRemoved ? undefined : known) & MARKS.isSeen,
			isShown ? MARKS.isIncluded : 0,
			...holding.map(({ mark }) => mark),
		].reduce((sum, mark) => sum + mark);
		const isFuture = stamp !== undefined && stamp.seconds > this.clock().present;
		const values = this.watched.of(project);
		this.stored.set(id, ticks);
		this.table.set(id, { ticks: isFuture ? FUTURE : ticks, version, marks, values });
		return isShown ? begun.map(({ event }) => ({ project, event, changes: {} })) : [];
	}

	/** Marks a project that is gone. It is kept for a while, for a replica that lags may still show it. */
	remove(id: string, ticks: number): void {
		const known = this.table.get(id);
		if (!known) return;
		this.table.set(id, { ...known, ticks, marks: known.marks | MARKS.isRemoved });
		const project = this.watched.removed(known.values ?? []);
		if (project && known.marks & MARKS.isIncluded) this.addOthers([removalOf(project)]);
	}

	private addOthers(changes: readonly Change[]): void {
		this.others.push(...changes);
		this.count += changes.length;
	}

	/** The marks of a project that was listed just now. */
	private seen(known: KnownProject | undefined): number {
		if (known && !(known.marks & MARKS.isSeen)) this.listed += 1;
		return ((known?.marks ?? 0) | MARKS.isSeen) & ~MARKS.wasMissing;
	}

	/** Whether a condition that holds did not hold when the project was last read, as far as that is known. */
	private isBegun({ name, mark }: Condition, known: KnownProject | undefined): boolean {
		const marks = known?.marks ?? 0;
		const isMarkedBySnapshot = this.hasMarked && (marks & MARKS.isSeen) > 0;
		const isMarked = this.before.established.conditions.includes(name) || isMarkedBySnapshot;
		return isMarked && !(marks & mark);
	}

	/** The change to deliver; none when the options ask for none. */
	private changesOf(project: Project, known: KnownProject | undefined): Change[] {
		const isUnknown = !isPresent(known);
		const isNew = isUnknown && this.isNew(project);
		if (isUnknown && !isNew && this.snapshot?.isOfExisting) {
			return isIncluded(project, this.options) ? [{ project, event: 'existing', changes: {} }] : [];
		}
		const changes = this.watched.changesTo(project, isUnknown ? undefined : known.values);
		const change = changeOf(project, { isNew, changes }, this.options);
		return change ? [change] : [];
	}

	private isNew(project: Project): boolean {
		const { newSince } = this.before.recent;
		const created = parseInstant(project['created_at']);
		if (newSince === undefined) return !this.snapshot?.isOfExisting;
		return created !== undefined && created.seconds >= newSince;
	}
}

export const isRemoved = (known: Pick<KnownProject, 'marks'> | undefined) =>
	known !== undefined && (known.marks & MARKS.isRemoved) > 0;

const isPresent = <Known extends Pick<KnownProject, 'marks'>>(
	known: Known | undefined,
): known is Known => known !== undefined && !isRemoved(known);

const isCondition =
	(conditions: readonly Condition[]) =>
	({ event }: Change) =>
		conditions.some((condition) => condition.event === event);

/** A project without a stamp comes last. */
function compareStamps(a: Instant | undefined, b: Instant | undefined): number {
	return a && b ? compareInstants(a, b) : Number(!a) - Number(!b);
}
