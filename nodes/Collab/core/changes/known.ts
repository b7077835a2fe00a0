/** Tells what is new among the rows that a poll reads, makes changes of it, and keeps the table of known projects. */
import type { Project } from '../contract';
import { evaluationTimeIn } from '../query/computedFields';
import { compareInstants, type Instant, parseInstant } from '../time';
import { type Condition, conditionsOf } from './conditions';
import { changeOf, isIncluded, removalOf } from './events';
import { idHash, versionOf } from './hash';
import { type Change, type ChangeOptions, isRemovedChosen } from './options';
import type { TriggerState } from './state';
import { type KnownProject, MARKS, MAX_SECOND, Table } from './table';
import { WatchedValues } from './values';
import { presentOf } from './watermarks';

/** A project that was read, and what is known of it. */
export interface Row {
	readonly project: Project;
	/** `idHash`. */
	readonly id: string;
	readonly version: string;
	/** Of the last change or, where the service leaves that out, of the creation. */
	readonly stamp: Instant | undefined;
	/** Of the stamp, since 1970; 0 without one. */
	readonly second: number;
	/** Without a valid `updated_at`. */
	readonly isUnstamped: boolean;
	readonly known: KnownProject | undefined;
}

/** What a poll delivers of one project. */
interface Delivery {
	readonly row: Row;
	/** What was known before the poll. */
	readonly before: KnownProject | undefined;
	readonly items: readonly Change[];
	readonly conditions: readonly Change[];
}

export class KnownProjects {
	readonly table: Table;
	readonly conditions: readonly Condition[];
	readonly watched: WatchedValues;

	/** The date in the workflow's time zone, as days since 1970. */
	readonly today: number;

	/** By the last answer; what is stamped later is in the future. */
	present: number;

	/** With All Existing Projects: the newest second when the trigger began. */
	began: number | undefined;

	/** By ID hash, of projects that changed. */
	private readonly deliveries = new Map<string, Delivery>();

	/** Of projects that did not change. */
	private readonly others: Change[] = [];

	constructor(
		private readonly before: TriggerState,
		private readonly options: ChangeOptions,
		nowMs: number,
	) {
		const at = evaluationTimeIn(options.timeZone, nowMs);
		this.today = at.today;
		this.present = presentOf(undefined, nowMs);
		this.conditions = conditionsOf(options, at);
		this.watched = new WatchedValues(options);
		this.began = before.began;
		const values = before.valuesName === this.watched.name ? before.values : '';
		this.table = Table.open({ records: before.records, values });
	}

	/** Projects that changed. */
	get size(): number {
		return this.deliveries.size;
	}

	/** Whether any project is known that is not gone. */
	get hasPresent(): boolean {
		return this.table.entries().some(([, project]) => !isRemoved(project));
	}

	/** Projects created since the last poll, among them; where all are known, whichever was not. */
	get created(): number {
		const areAllKnown = this.before.filledFor !== undefined;
		return [...this.deliveries.values()].filter(
			({ before, row }) => !isPresent(before) && (areAllKnown || this.isNew(row.project)),
		).length;
	}

	/** How many projects there are if only changes that were read have come; undefined where it is not known. */
	get explainedTotal(): number | undefined {
		const { totalItems } = this.before;
		return totalItems === undefined ? undefined : totalItems + this.created;
	}

	/** Oldest change first. */
	changes(): Change[] {
		const sorted = [...this.deliveries.values()].sort((a, b) =>
			compareStamps(a.row.stamp, b.row.stamp),
		);
		return [
			...sorted.flatMap(({ items, conditions }) => [...items, ...conditions]),
			...this.others,
		];
	}

	rowOf(project: Project): Row {
		const id = idHash(project.id);
		const updated = parseInstant(project['updated_at']);
		const stamp = updated ?? parseInstant(project['created_at']);
		const second = Math.min(Math.max(0, stamp?.seconds ?? 0), MAX_SECOND);
		const isUnstamped = updated === undefined;
		const [version, known] = [versionOf(project), this.table.get(id)];
		return { project, id, version, stamp, second, isUnstamped, known };
	}

	/** Whether this version is known, or a later one: replicas that lag show older ones. */
	isKnown({ id, known, version, second }: Row): boolean {
		if (!known) return false;
		// What is no stamp makes nothing older: the time of creation or of the removal, and a date in the future.
		const isStamp = this.deliveries.has(id) || !(known.marks & (MARKS.isUndated | MARKS.isRemoved));
		const isOlder = isStamp && second < known.second;
		return isOlder || known.version === version;
	}

	/** Delivers a version that is not known. Of one that changes again during the poll, the latest. */
	add(row: Row): void {
		const earlier = this.deliveries.get(row.id);
		const before = earlier ? earlier.before : row.known;
		const conditions = [...(earlier?.conditions ?? []), ...this.learn(row)];
		const items = this.itemsOf(row.project, before);
		this.deliveries.set(row.id, { row, before, items, conditions });
	}

	/** Looks again at a version that is known: its values may not be, and a day may have passed. */
	refresh(row: Row): void {
		const { known, version } = row;
		const isBelieved = isRemoved(known) && isRemovedChosen(this.options);
		if (known?.version === version && !isBelieved) this.others.push(...this.learn(row));
	}

	/** Keeps a version, and gives the conditions that begin to hold with it. */
	learn({ project, id, second, version, isUnstamped, known }: Row): Change[] {
		const isShown = isIncluded(project, this.options);
		const holding = this.conditions.filter(({ holds }) => holds(project));
		const isUndated = isUnstamped || second > this.present;
		const basis = (isShown ? MARKS.isIncluded : 0) + (isUndated ? MARKS.isUndated : 0);
		const marks = holding.reduce((sum, { mark }) => sum + mark, basis);
		this.table.set(id, { second, version, marks, values: this.watched.of(project) });
		const begun = holding.filter(
			({ mark, name }) => !((known?.marks ?? 0) & mark) && this.before.conditions.includes(name),
		);
		return isShown ? begun.map(({ event }) => ({ project, event, changes: {} })) : [];
	}

	/** Is kept for a while: a replica that lags may still show it. */
	remove(id: string, second: number): void {
		const known = this.table.get(id);
		if (!known) return;
		this.table.set(id, { ...known, second, marks: known.marks | MARKS.isRemoved });
		const project = this.watched.removed(known.values ?? []);
		if (project && known.marks & MARKS.isIncluded) this.others.push(removalOf(project));
	}

	/** The change to deliver; none when the options ask for none. */
	private itemsOf(project: Project, known: KnownProject | undefined): Change[] {
		const isNew = !isPresent(known) && this.isNew(project);
		// What was there before All Existing Projects began.
		if (!isPresent(known) && !isNew && this.began !== undefined) {
			return isIncluded(project, this.options) ? [{ project, event: 'existing', changes: {} }] : [];
		}
		const changes = this.watched.changesTo(project, isPresent(known) ? known.values : undefined);
		const change = changeOf(project, { isNew, changes }, this.options);
		return change ? [change] : [];
	}

	private isNew(project: Project): boolean {
		const since = this.began === undefined ? this.before.newSince : this.began + 1;
		const created = parseInstant(project['created_at']);
		return since === undefined || (created !== undefined && created.seconds >= since);
	}
}

export const isRemoved = (known: KnownProject | undefined) =>
	known !== undefined && (known.marks & MARKS.isRemoved) > 0;

const isPresent = (known: KnownProject | undefined): known is KnownProject =>
	known !== undefined && !isRemoved(known);

/** A project without a stamp comes last. */
function compareStamps(a: Instant | undefined, b: Instant | undefined): number {
	return a && b ? compareInstants(a, b) : Number(!a) - Number(!b);
}
