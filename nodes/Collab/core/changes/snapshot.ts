/**
 * Reads all projects in the order of their creation, in which no change moves a row. It can stop after any page and go on in
 * the next poll: the place is a time of creation, up to which all was read.
 */
import { type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';
import type { AnchoredReader, ReadingEnd } from '../list/anchoredReader';
import { BY_CREATION } from '../query/find';
import { hash64 } from './hash';
import type { KnownProjects, Row } from './known';
import { type PollContext, TIME_TO_READ } from './options';
import { readerOf, readOn } from './reading';
import { ORIGIN, type Established, type SnapshotState } from './state';
import { MAX_PROJECTS, secondOf } from './table';
import { secondIn } from './watermarks';

const OLDEST_FIRST: ListQuery = { status: 'all', ...BY_CREATION };

/** After so many polls without progress, a wrong count is accepted. If anything else blocks, reading begins anew. */
const MAX_STALLED_POLLS = 10;

export class SnapshotReading {
	private snapshot: SnapshotState;

	/** Whether the table had all projects before. */
	private readonly isTableWhole: boolean;
	private readonly reader: AnchoredReader;

	constructor(
		private readonly context: PollContext,
		private readonly start: SnapshotState,
		private readonly known: KnownProjects,
		private readonly established: Established,
		/** An unknown row that changed since this second is new; infinite in a first poll. */
		private readonly recentFrom: number,
	) {
		this.snapshot = start;
		this.isTableWhole = established.purpose !== undefined && known.table.size < MAX_PROJECTS;
		const { offset } = start;
		const resume = { offset, wasRead: (project: Project) => this.wasRead(project) };
		this.reader = readerOf(context, OLDEST_FIRST, TIME_TO_READ, {
			take: (rows, page) => this.take(rows, page),
			...(offset > 0 && { resume }),
		});
	}

	/** Reads on until the list ends, or the poll has no time or room for more. Gives the last total, and how far it is off. */
	async read() {
		const end = this.known.hasRoomForPage ? await readOn(this.reader, () => true) : 'enough';
		const isFurther = this.snapshot.lastIds.join() !== this.start.lastIds.join();
		const isBlocked = end === 'stuck' || end === 'miscounted';
		const stalledPolls = isFurther ? 0 : this.start.stalledPolls + Number(isBlocked);
		const isFinished = this.isFinished(end, stalledPolls);
		const { totalItems, rows, place, hasJoined } = this.reader;
		const restarts = !isFinished && stalledPolls > MAX_STALLED_POLLS;
		const next = restarts ? ORIGIN : { offset: place, stalledPolls };
		const snapshot = { ...this.snapshot, ...(hasJoined && { countAtStart: null }), ...next };
		return { snapshot, isFinished, totalItems, foundDifference: totalItems - rows.next };
	}

	private isFinished(end: ReadingEnd | 'interrupted', stalledPolls: number): boolean {
		// An account that looks empty is not believed once it had projects.
		const hadProjects = this.start.highAtStart > 0 || this.known.table.presentCount > 0;
		const { rows, totalItems } = this.reader;
		if (end === 'end') return !hadProjects || rows.next > 0;
		const { usualDifference, foundDifference } = this.established;
		const isAsUsual = [usualDifference, foundDifference].includes(totalItems - rows.next);
		return end === 'miscounted' && (isAsUsual || stalledPolls > MAX_STALLED_POLLS);
	}

	/** Whether an earlier poll has read the row. */
	private wasRead(project: Project): boolean {
		const { createdUpTo, lastIds } = this.start;
		return secondOfCreation(project) < createdUpTo || lastIds.includes(hash64(project.id));
	}

	/** Returns whether that is enough. */
	private take(rows: readonly Project[], { pagination }: Page): boolean {
		for (const project of rows) this.takeRow(project);
		this.snapshot = { countAtStart: pagination.totalItems, ...this.snapshot };
		// After a step back, the last IDs stay what they were until new rows follow.
		const unread = rows.filter((project) => !this.wasRead(project));
		if (unread.length > 0) this.moveOn(unread);
		return !this.known.hasRoomForPage;
	}

	private moveOn(rows: readonly Project[]): void {
		const { createdUpTo, lastIds } = this.snapshot;
		this.snapshot = {
			...this.snapshot,
			createdUpTo: Math.max(createdUpTo, ...rows.map(secondOfCreation).filter(isFinite)),
			lastIds: [...lastIds, ...rows.map(({ id }) => hash64(id))].slice(-MAX_PER_PAGE),
		};
	}

	private takeRow(project: Project): void {
		const row = this.known.rowOf(project);
		const second = secondOf(row);
		const isNewest = second > this.snapshot.newestChange && second <= this.context.clock().nowS;
		if (isNewest) this.snapshot = { ...this.snapshot, newestChange: second };
		const isInTable = this.known.table.get(row.idHash) !== undefined;
		// The table of a large account has no room for all, and what was read before must not be delivered again.
		if (!isInTable && this.wasRead(project)) return;
		// What changes during the first poll is left to the next one.
		const isPostponed = isInTable && this.recentFrom === Infinity;
		if (isPostponed || this.known.isKnown(row)) this.known.refresh(row);
		else if (isInTable || this.isNews(row)) this.known.deliver(row, this.start.isOfExisting);
		else this.known.keep(row);
	}

	/** Until the table has all projects, one that it does not have need not be new. */
	private isNews(row: Row): boolean {
		const { isOfExisting, gapFrom = Infinity } = this.start;
		const isRecent = secondOf(row) >= Math.min(gapFrom, this.recentFrom);
		return this.isTableWhole || isOfExisting || isRecent;
	}
}

export type SnapshotEnd = Awaited<ReturnType<SnapshotReading['read']>>;

/** Infinite where the service does not tell it. */
const secondOfCreation = (project: Project) => secondIn(project, 'created_at') ?? Infinity;
