/** Reads one part of the list of projects, newest change first. */
import { type ListQuery, MAX_PER_PAGE, type Page, type Project } from '../contract';
import { AnchoredReader, type ReadingEnd, type ReadingOptions } from '../list/anchoredReader';
import { parseInstant } from '../time';
import type { KnownProjects } from './known';
import { MAX_CHANGES, type PollContext, TIME_TO_READ } from './options';
import type { Backlog } from './state';
import { lookBackFrom, lookBackSeconds } from './watermarks';

/** Every status: a project that was archived has to be seen to be delivered. */
const NEWEST_FIRST: ListQuery = { status: 'all', sortBy: 'updated_at', order: 'desc' };

/** How a poll reads one part of the list. */
interface Part {
	/** Down to which second; undefined: to the end of the list. */
	readonly low: number | undefined;
	/** Whether it only learns what there is: then it reads Look Back below the newest row. */
	readonly isBaseline?: boolean;
	/** Known rows in a row after which it is enough. */
	readonly knownRows?: number;
}

/** Takes the rows of one part, newest first. */
export class PartReading {
	/** The newest second read that is not in the future; of part of a list that is all in the future, the present. */
	get reached(): number | undefined {
		return this.newest ?? (this.isDone ? undefined : this.present);
	}

	/** Of the last row read; undefined where that has no `updated_at`. */
	last: number | undefined;
	hasUnstamped = false;

	/** Whether all down to `low` was read, or enough known rows in a row. */
	isDone = false;
	private low: number | undefined;
	private newest: number | undefined;

	/** In seconds; undefined before the first answer. */
	private present: number | undefined;
	private knownInARow = 0;
	readonly reader: AnchoredReader;

	constructor(
		private readonly context: PollContext,
		private readonly known: KnownProjects,
		private readonly part: Part,
		options: Pick<ReadingOptions, 'firstPerPage' | 'resume'>,
	) {
		this.low = part.low;
		this.reader = new AnchoredReader(context.fetchPage, NEWEST_FIRST, {
			...options,
			trustsOrder: true,
			take: (rows, page) => this.take(rows, page),
		});
	}

	/** What was not read; undefined where that is nothing. */
	get left(): Backlog | undefined {
		const { pageSize, rows } = this.reader;
		const { last: second, part } = this;
		// Half a page again: it may have ended in a run of equal stamps, which come in another order next time.
		const offset = Math.max(0, rows.next - Math.floor(pageSize / 2));
		return this.isDone ? undefined : { offset, pageSize, second, low: part.low };
	}

	async read(): Promise<void> {
		const end = await readInTime(this.reader, this.context);
		this.isDone ||= end === 'end';
	}

	/** Whether there is neither time nor room for more. */
	get isFull(): boolean {
		const isOutOfTime = this.context.runtime.timeUsed() > TIME_TO_READ;
		return isOutOfTime || this.known.size > MAX_CHANGES - MAX_PER_PAGE;
	}

	/** Whether projects without `updated_at` are taken where they stand. */
	get takesAll(): boolean {
		return this.part.low === undefined && this.part.isBaseline !== true;
	}

	/** Returns whether that is enough. */
	private take(rows: readonly Project[], { projects }: Page): boolean {
		this.present ??= this.known.present;
		const last = projects.at(-1);
		this.last = last && secondOfUpdate(last);
		for (const row of rows) if (!this.isDone) this.takeRow(row);
		return this.isDone || this.isFull || (this.hasUnstamped && !this.takesAll);
	}

	private takeRow(project: Project): void {
		const second = secondOfUpdate(project);
		if (second === undefined) this.hasUnstamped = true;
		else this.noteStamp(second);
		if (this.isDone || (second === undefined && !this.takesAll)) return;
		const isKnown = this.note(project);
		// What is dated in the future is known for long, and says nothing about what comes after it.
		const isCounted = second === undefined || this.isCredible(second);
		this.knownInARow = isKnown ? this.knownInARow + Number(isCounted) : 0;
		this.isDone = this.knownInARow >= (this.part.knownRows ?? Infinity);
	}

	/** Returns whether this version was known. */
	private note(project: Project): boolean {
		const row = this.known.rowOf(project);
		const isKnown = this.known.isKnown(row);
		if (this.part.isBaseline) this.known.learn(row);
		else if (!isKnown) this.known.add(row);
		return isKnown;
	}

	private noteStamp(second: number): void {
		if (this.isCredible(second)) this.newest ??= second;
		if (this.part.isBaseline && this.newest !== undefined) {
			this.low ??= lookBackFrom(this.newest, lookBackSeconds(this.context));
		}
		this.isDone = this.low !== undefined && second < this.low;
	}

	private isCredible(second: number): boolean {
		return this.present === undefined || second <= this.present;
	}
}

/** A request may have been under way when the time was over; what was read before is worth keeping. */
export async function readInTime(
	reader: AnchoredReader,
	{ runtime }: PollContext,
): Promise<ReadingEnd> {
	return await reader.read().catch((error: unknown) => {
		if (reader.rows.count === 0 || runtime.timeUsed() < TIME_TO_READ) throw error;
		return 'stuck';
	});
}

export const secondOfUpdate = (project: Project) => parseInstant(project['updated_at'])?.seconds;
