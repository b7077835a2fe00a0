/** Collects what is new among the rows of a scan. */
import type { Project } from '../contract';
import { compareInstants, type Instant } from '../time';
import { type Feed, placeIn, UPDATED } from './feed';

/** A row that has a place in its feed. */
export interface Row {
	readonly project: Project;
	readonly at: Instant;
}

/** The seen versions. */
export interface VersionSet {
	readonly size: number;
	/** Whether this version of the project was seen. */
	has(project: Project, at: Instant): boolean;
}

/** Rows dated in the future are read by every poll until they are past; more than these are not delivered before. */
const MAX_FUTURE_ROWS = 2_000;

export class News {
	/** The latest stamp that is believed; undefined: any is. */
	latestCredible: Instant | undefined;

	/** The newest stamp read that is believed. */
	newest: Instant | undefined;

	private readonly rows = new Map<string, Row>();

	private futureRows = 0;

	private hasUnstamped = false;

	private otherRows = 0;

	/** @param low from which stamp on rows are wanted; undefined: all */
	constructor(
		private readonly feed: Feed,
		private readonly seen: VersionSet,
		public low: Instant | undefined,
	) {}

	get size(): number {
		return this.rows.size;
	}

	/**
	 * Of a project that is read twice, the later reading counts.
	 * @returns whether the row has a place that is not below the low watermark
	 */
	add(project: Project): boolean {
		const isStamped = this.noteStamp(project);
		const at = placeIn(this.feed, project);
		if (!at || this.isBelow(at)) return false;
		if (this.isTaken(at)) this.take(project, at, isStamped);
		return true;
	}

	private take(project: Project, at: Instant, isStamped: boolean): void {
		if (isStamped !== (this.feed === UPDATED)) this.otherRows++;
		else if (!this.seen.has(project, at)) this.rows.set(project.id, { project, at });
	}

	/** Whether it has `updated_at`; notes where one has not. */
	noteStamp(project: Project): boolean {
		const isStamped = UPDATED.isOwn(project);
		if (!isStamped) this.hasUnstamped = true;
		return isStamped;
	}

	isBelow(at: Instant): boolean {
		return this.low !== undefined && compareInstants(at, this.low) < 0;
	}

	firstCredible(rows: readonly Project[]): Instant | undefined {
		for (const row of rows) {
			const at = placeIn(this.feed, row);
			if (at && !this.isFuture(at)) return at;
		}
		return undefined;
	}

	result() {
		const { low, hasUnstamped, otherRows } = this;
		const news = [...this.rows.values()].sort((a, b) => compareInstants(a.at, b.at));
		return { news, low, hasUnstamped, otherRows };
	}

	private isTaken(at: Instant): boolean {
		if (this.isFuture(at)) return ++this.futureRows <= MAX_FUTURE_ROWS;
		if (!this.newest || compareInstants(at, this.newest) > 0) this.newest = at;
		return true;
	}

	private isFuture(at: Instant): boolean {
		return this.latestCredible !== undefined && compareInstants(at, this.latestCredible) > 0;
	}
}
