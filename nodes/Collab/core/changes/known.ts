/** Tells what is new among the rows that a poll reads, makes changes of it, and keeps the table of known projects. */
import { MAX_PER_PAGE, type Project } from '../contract';
import { compareStamps, type Instant, parseInstant } from '../time';
import type { Condition } from './conditions';
import { changeOf, isIncluded } from './events';
import { idHash, versionOf } from './hash';
import { type Change, MAX_CHANGES, type PollContext } from './options';
import type { TriggerState } from './state';
import { FUTURE, type KnownProject, MARKS, secondOf, Table, ticksOf } from './table';
import { secondIn } from './watermarks';

/** A project that was read, and what is known of it. */
export interface Row {
	readonly project: Project;
	/** `idHash`. */
	readonly id: string;
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
	readonly before: KnownProject | undefined;
	readonly changes: readonly Change[];
	/** Conditions that began to hold. */
	readonly begun: readonly Change[];
}

export class KnownProjects {
	readonly table: Table;

	/** The keys are ID hashes. */
	private readonly deliveries = new Map<string, Delivery>();

	/** The ticks of the latest version that this poll has listed, by ID hash. */
	readonly listed = new Map<string, number>();

	/** How many changes there are. */
	private count = 0;

	constructor(
		private readonly context: PollContext,
		private readonly before: TriggerState,
	) {
		this.table = new Table(before);
		const { watched } = context;
		if (before.valuesName !== watched.name) {
			this.table.changeAll(({ values = [], ...project }) => {
				return { ...project, values: watched.converted(values, before.valuesName) };
			});
		}
	}

	/** Marks all projects as not listed yet by the snapshot that begins. */
	awaitAll(): void {
		this.table.changeAll((project) => ({ ...project, marks: project.marks | MARKS.isAwaited }));
	}

	/** How many more changes the poll has room for. */
	get room(): number {
		return MAX_CHANGES - this.count;
	}

	/** Whether all that a page may give has room. */
	get hasRoomForPage(): boolean {
		return this.room >= MAX_PER_PAGE * (1 + this.context.conditions.length);
	}

	/** Oldest change first; then what is delivered of projects that did not change. */
	changes(): Change[] {
		return [...this.deliveries.values()]
			.sort((a, b) => compareStamps(a.stamp, b.stamp))
			.flatMap(({ changes, begun }) => [...changes, ...begun]);
	}

	rowOf(project: Project): Row {
		const id = idHash(project.id);
		const stamp = parseInstant(project['updated_at']) ?? parseInstant(project['created_at']);
		const ticks = stamp ? ticksOf(stamp.seconds, stamp.fraction) : 0;
		return { project, id, stamp, ticks, version: versionOf(project) };
	}

	/** Notes that the poll lists a project, so that it is not gone. */
	noteListed({ id, ticks }: Row): void {
		this.listed.set(id, Math.max(ticks, this.listed.get(id) ?? 0));
	}

	/** Whether a later version is known: replicas that lag show older ones. */
	private isOlder({ id, ticks }: Row): boolean {
		const known = this.table.getPresent(id);
		// The ticks of a removed project, or of a date in the future, are no stamp of a version.
		const knownTicks = known && known.ticks !== FUTURE ? known.ticks : 0;
		return ticks < Math.max(this.listed.get(id) ?? 0, knownTicks);
	}

	/** Whether this version is known, or a later one. */
	isKnown(row: Row): boolean {
		const known = this.table.get(row.id);
		return known !== undefined && (known.version === row.version || this.isOlder(row));
	}

	/**
	 * Delivers a version that is not known; of a project that changes again during the poll, the latest.
	 *
	 * @param isOfExisting whether All Existing Projects asks for those that are not new
	 */
	deliver(row: Row, isOfExisting: boolean): void {
		const earlier = this.deliveries.get(row.id);
		const before = earlier ? earlier.before : this.table.getPresent(row.id);
		const begun = [...(earlier?.begun ?? []), ...this.store(row)];
		const changes = this.changesOf(row.project, before, isOfExisting);
		this.add(row.id, { before, stamp: row.stamp, changes, begun });
	}

	/** Looks again at a version that is known: its values may not be, and a day may have passed. */
	refresh(row: Row): void {
		const { id } = row;
		const before = this.table.getPresent(id);
		// A replica that lags may still list what was reported as removed.
		if (!before) return;
		if (before.version !== row.version) {
			this.table.set(id, { ...before, marks: before.marks & ~MARKS.isAwaited });
			return;
		}
		const begun = this.store(row);
		if (begun.length > 0) this.add(id, { before, stamp: undefined, changes: [], begun });
	}

	/** Keeps a version, and gives a change for each condition that begins to hold with it, if the options include the project. */
	store(row: Row): Change[] {
		const { project, id, ticks, version } = row;
		const known = this.table.get(id);
		const { conditions, options, watched, clock } = this.context;
		const isIncludedNow = isIncluded(project, options);
		const holding = conditions.filter(({ holds }) => holds(project));
		const begun = holding.filter((condition) => this.isBegun(condition, known));
		const included = isIncludedNow ? MARKS.isIncluded : 0;
		const marks = holding.reduce((sum, { mark }) => sum | mark, included);
		const isFuture = secondOf(row) > clock().present;
		this.noteListed(row);
		const values = watched.of(project);
		this.table.set(id, { ticks: isFuture ? FUTURE : ticks, version, marks, values });
		return isIncludedNow ? begun.map(({ event }) => ({ project, event, changes: {} })) : [];
	}

	/** Marks a project that is gone. It is kept for a while, for a replica that lags may still show it. */
	remove(id: string, ticks: number): void {
		const before = this.table.getPresent(id);
		if (!before) return;
		this.table.set(id, { ...before, ticks, marks: before.marks | MARKS.isRemoved });
		const project = this.context.watched.removed(before.values ?? []);
		if (!project || !(before.marks & MARKS.isIncluded)) return;
		const changes = [{ project, event: 'removed', changes: {} }] as const;
		this.add(id, { before, stamp: undefined, changes, begun: [] });
	}

	private add(id: string, delivery: Delivery): void {
		this.count += countOf(delivery) - countOf(this.deliveries.get(id));
		this.deliveries.set(id, delivery);
	}

	/** Whether a condition that holds did not hold when the project was last read, as far as that is known. */
	private isBegun({ name, mark }: Condition, known: KnownProject | undefined): boolean {
		const { snapshot, established } = this.before;
		// An unknown project counts as not listed yet.
		const marks = known?.marks ?? MARKS.isAwaited;
		const isMarkedBySnapshot = snapshot !== undefined && !(marks & MARKS.isAwaited);
		return (established.conditions.includes(name) || isMarkedBySnapshot) && !(marks & mark);
	}

	/** The change to deliver; none when the options ask for none. */
	private changesOf(
		project: Project,
		before: KnownProject | undefined,
		isOfExisting: boolean,
	): Change[] {
		const { options, watched } = this.context;
		const { newSince = Infinity } = this.before.recent;
		const isNew = !before && (secondIn(project, 'created_at') ?? -Infinity) >= newSince;
		if (!before && !isNew && isOfExisting) {
			return isIncluded(project, options) ? [{ project, event: 'existing', changes: {} }] : [];
		}
		const changes = watched.changesTo(project, before?.values);
		const change = changeOf(project, isNew, changes, options);
		return change ? [change] : [];
	}
}

const countOf = (delivery: Delivery | undefined) =>
	delivery ? delivery.changes.length + delivery.begun.length : 0;
