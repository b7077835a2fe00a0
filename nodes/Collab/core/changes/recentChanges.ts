/** Reads what changed, newest first, from the newest change down to the low watermark. */
import { MAX_PER_PAGE, NEWEST_FIRST, type Page, type Project } from '../contract';
import { CollabError } from '../errors';
import { MS_PER_DAY, MS_PER_SECOND } from '../time';
import type { AnchoredReader } from '../list/anchoredReader';
import { countsList } from '../list/pass';
import type { KnownProjects, Row } from './known';
import { type PollContext, TIME_TO_READ } from './options';
import { readerOf, readOn } from './reading';
import type { TriggerState } from './state';
import { lookBackFrom, type Reach, secondIn } from './watermarks';

/** Rows of the first request where nothing has changed for longer than Look Back. */
const QUIET_PAGE = 10;

/** What one poll reads. */
export class RecentChanges implements Reach {
	totalItems = 0;
	newestChange = 0;
	newestStamp = 0;
	isDone = false;

	/** Down to which second to read; undefined in the first poll until its newest stamp is known. */
	private low: number | undefined;

	/** Whether there is no low watermark yet. With From Now, the poll only stores what it reads, so that it is not new later. */
	private readonly isFirst: boolean;

	/** Whether the poll is the first one of All Existing Projects, which a snapshot delivers. */
	private readonly isLeftToSnapshot: boolean;
	private readonly reader: AnchoredReader;

	constructor(
		private readonly context: PollContext,
		private readonly lastState: TriggerState,
		private readonly known: KnownProjects,
	) {
		const { low, high, gapFrom, needsTime } = lastState.recent;
		this.low = low;
		this.isFirst = low === undefined;
		this.isLeftToSnapshot = this.isFirst && gapFrom !== undefined;
		// A snapshot that is under way gets half of the time, unless the last poll left too little to the recent changes.
		const share = lastState.snapshot && !needsTime ? TIME_TO_READ / 2 : TIME_TO_READ;
		this.reader = readerOf(context, NEWEST_FIRST, share, {
			firstPerPage: (low ?? 0) > high ? QUIET_PAGE : MAX_PER_PAGE,
			take: (rows, page) => this.take(rows, page),
		});
	}

	/**
	 * Undefined where no row was read and the list has not ended: the poll learns nothing.
	 *
	 * @throws CollabError `listCutShort` where the first poll is shown less than there is
	 */
	async read(): Promise<Reach | undefined> {
		const { reader, isFirst } = this;
		// The first poll has to be read whole: what it did not store would look new later.
		const end = await readOn(reader, () => !isFirst && reader.rows.count > 0);
		this.isDone ||= end === 'end';
		const rowsRead = reader.rows.count;
		if (isFirst && !this.isDone && end !== 'interrupted') {
			throw new CollabError('listCutShort', { rowsRead, totalItems: reader.totalItems });
		}
		return this.isDone || rowsRead > 0 ? this : undefined;
	}

	/** Returns whether that is enough. */
	private take(rows: readonly Project[], page: Page): boolean {
		const { projects, pagination } = page;
		const isCount = countsList(page, this.reader.rows.next - projects.length);
		this.totalItems = isCount ? pagination.totalItems : 0;
		for (const project of rows) {
			const row = this.known.rowOf(project);
			this.takeRow(row);
			this.known.noteSeen(row);
		}
		this.isDone ||= this.isLeftToSnapshot;
		// An answer with fewer rows than it counts may lack any row. The first poll accepts it: with a service that always
		// counts too many, the workflow could never be published otherwise.
		const isShort = !pagination.hasNext && this.reader.rows.next < this.totalItems;
		if (isShort) this.isDone = this.isFirst;
		return this.isDone || isShort || !this.known.hasRoomForPage;
	}

	private takeRow(row: Row): void {
		if (this.isDone) return;
		const created = secondIn(row.project, 'created_at') ?? 0;
		const updated = secondIn(row.project, 'updated_at');
		this.noteStamps(created, updated);
		if (this.isLeftToSnapshot) return;
		// A project without a stamp may stand anywhere, so it does not end the reading.
		if ((updated ?? created) < (this.low ?? 0)) this.isDone = updated !== undefined;
		else this.takeUnread(row);
	}

	private noteStamps(created: number, updated = Infinity): void {
		const { nowS } = this.context.clock();
		if (updated <= nowS) {
			this.newestChange ||= updated;
			this.low ??= lookBackFrom(updated, this.context.options);
		}
		// Clocks may differ, but one absurd date must not make all later projects old ones.
		const latest = nowS + MS_PER_DAY / MS_PER_SECOND;
		const credible = [created, updated].filter((second) => second <= latest);
		this.newestStamp = Math.max(this.newestStamp, ...credible);
	}

	private takeUnread(row: Row): void {
		const { gapFrom } = this.lastState.snapshot ?? this.lastState.recent;
		const isOfExisting = gapFrom === 0 && this.context.options.startFrom === 'all';
		if (this.isFirst) this.known.keep(row);
		else if (this.known.isKnown(row)) this.known.refresh(row);
		else this.known.deliver(row, isOfExisting);
	}
}
