/** Reads what changed, newest first, from the newest change down to the low watermark. */
import { type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';
import { CollabError } from '../errors';
import { AnchoredReader } from '../list/anchoredReader';
import { parseInstant } from '../time';
import type { KnownProjects } from './known';
import { MAX_CHANGES, type PollContext, TIME_TO_READ } from './options';
import { fetchUntil, readOn } from './reading';
import type { TriggerState } from './state';
import { secondOf } from './table';
import { lookBackFrom, type Reach } from './watermarks';

/** Every status: a project that was archived has to be seen to be delivered. */
const NEWEST_FIRST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };

const S_PER_DAY = 86_400;

/** Rows of the first request of an idle poll. */
const MIN_FIRST_PAGE = 10;

/** Known rows in a row after which Look Back ends: beside a snapshot, which takes most of the time, and otherwise. */
const KNOWN_ROWS_BESIDE_SNAPSHOT = 100;
const KNOWN_ROWS = 10_000;

/** What one poll reads. */
export class RecentChanges {
	/** How many projects the last answer counted; undefined where it counted the rows of the answer. */
	totalItems: number | undefined;
	private newest: number | undefined;
	private newestStamp = 0;
	private isComplete = false;
	private knownInARow = 0;

	/** Down to which second to read; undefined in the first poll until its newest stamp is known. */
	private low: number | undefined;

	/** Whether the poll is the first one. With From Now it only stores what it reads, so that it is not new later. */
	private readonly isFirst: boolean;

	/** Whether the poll is the first one of All Existing Projects, which a snapshot delivers. */
	private readonly isLeftToSnapshot: boolean;
	private readonly reader: AnchoredReader;

	constructor(
		private readonly context: PollContext,
		private readonly before: TriggerState,
		private readonly known: KnownProjects,
	) {
		const { low, missedFrom } = before.recent;
		this.low = low;
		this.isFirst = low === undefined;
		this.isLeftToSnapshot = this.isFirst && missedFrom !== undefined;
		const share = before.snapshot ? TIME_TO_READ / 2 : TIME_TO_READ;
		const fetchPage = fetchUntil(share, context.fetchPage, context.runtime);
		this.reader = new AnchoredReader(fetchPage, NEWEST_FIRST, {
			firstPerPage: low === undefined ? MAX_PER_PAGE : MIN_FIRST_PAGE + this.countSince(low),
			trustsOrder: true,
			matches: () => false,
			take: (rows, page) => this.take(rows, page),
		});
	}

	/**
	 * Undefined where the answer has no rows although it says that there are some: then it shows nothing.
	 *
	 * @throws CollabError `listCutShort` where the first poll is shown less than there is
	 */
	async read(): Promise<Reach | undefined> {
		// A trigger that has read half of Look Back when it begins would later deliver what was there before.
		const mayStop = () => !this.isFirst && this.reader.rows.count > 0;
		const end = await readOn(this.reader, mayStop);
		// A service that counts too many at all times must not keep its users from publishing.
		this.isComplete ||= end === 'end' || (this.isFirst && end === 'miscounted');
		const { count: rowsRead } = this.reader.rows;
		if (this.isFirst && !this.isComplete && end !== 'interrupted') {
			throw new CollabError('listCutShort', { rowsRead, totalItems: this.reader.totalItems });
		}
		if (!this.isComplete && rowsRead === 0) return undefined;
		const { newestStamp, isComplete } = this;
		const isSnapshotOpen = this.before.snapshot !== undefined;
		const clock = this.context.clock();
		// A first poll that ends among dates in the future has not read what is as new as the present.
		const isCut = this.isFirst && !isComplete;
		const newest = this.newest ?? (isCut ? clock.present : undefined);
		return { newest, newestStamp, isComplete, clock, isSnapshotOpen };
	}

	private countSince(second: number): number {
		return this.known.table.count((project) => secondOf(project) >= second);
	}

	/** Returns whether that is enough. */
	private take(rows: readonly Project[], { projects, pagination }: Page): boolean {
		const { hasNext, totalItems } = pagination;
		this.totalItems = hasNext && totalItems <= projects.length ? undefined : totalItems;
		for (const project of rows) if (!this.isComplete) this.takeRow(project);
		this.isComplete ||= this.isLeftToSnapshot;
		return this.isComplete || !this.hasRoom;
	}

	/** A snapshot that is under way may use half of the items, as well as half of the time. */
	private get hasRoom(): boolean {
		const reserved = this.before.snapshot ? MAX_CHANGES / 2 : 0;
		return this.known.hasRoomForPage(reserved);
	}

	private takeRow(project: Project): void {
		const { present } = this.context.clock();
		const updated = parseInstant(project['updated_at'])?.seconds;
		const created = parseInstant(project['created_at'])?.seconds ?? 0;
		const isCredible = updated !== undefined && updated <= present;
		if (isCredible) this.newest ??= updated;
		// Clocks may differ, but one absurd date must not make all later projects old ones.
		const stamps = [created, updated ?? 0].filter((second) => second <= present + S_PER_DAY);
		this.newestStamp = Math.max(this.newestStamp, ...stamps);
		if (this.isLeftToSnapshot) return;
		if (this.newest !== undefined) this.low ??= lookBackFrom(this.newest, this.context.options);
		const isOld = this.low !== undefined && (updated ?? created) < this.low;
		// A project without a stamp may stand anywhere, so it does not end the reading.
		if (isOld) this.isComplete = updated !== undefined;
		else this.note(project, isCredible);
	}

	/** What is dated in the future is known for long, and says nothing about what comes after it. */
	private note(project: Project, isCredible: boolean): void {
		const row = this.known.rowOf(project);
		const isKnown = this.known.isKnown(row);
		if (this.isFirst) this.known.store(row);
		else if (!isKnown) this.known.deliver(row);
		this.knownInARow = isKnown ? this.knownInARow + Number(isCredible) : 0;
		const enough = this.before.snapshot ? KNOWN_ROWS_BESIDE_SNAPSHOT : KNOWN_ROWS;
		this.isComplete = this.knownInARow >= enough;
	}
}
