/**
 * Reads a list while it may be changing. Every project that exists from the first request to the last, changed meanwhile
 * or not, comes exactly once; none comes twice; or reading fails with kind `listKeptChanging` or `listUnstable`.
 */
import { type FetchPage, type ListQuery, MAX_PER_PAGE, type Project } from '../contract';
import { CollabError } from '../errors';
import type { Instant } from '../time';
import {
	changedSince,
	hasMoved,
	isChanged,
	judge,
	type ListRecord,
	missingRows,
	type PassRecord,
	recordFirstAnswer,
	recordPass,
	recordRows,
	startRecord,
	wasUpdatedBefore,
} from './completeness';
import { planNextPass } from './nextPass';
import { type PassBatch, readPass, type ReadOptions } from './pass';
import type { PassProgress } from './progress';
import { smallerBy } from './windows';

export interface ListOptions extends Omit<ReadOptions, 'firstRow' | 'wantsStrict'> {
	/** Asked after each batch: whether reading may stop before the end of the list. */
	readonly isEnough?: () => boolean;
	/** This machine's clock, in milliseconds: used for durations only. */
	readonly now: () => number;
}

export interface Batch {
	/** Projects not given before. */
	readonly projects: readonly Project[];
	/** As the service says. */
	readonly totalItems: number;
	/** Distinct rows read so far. */
	readonly rowsRead: number;
	/** Whether these come after rows that they should precede: the caller has to sort. */
	readonly isReordered: boolean;
	/** The passes over the list agree with each other, and not with the service's count. */
	readonly isCountWrong: boolean;
}

/** Passes over a whole list, in changing orders. */
const MAX_PASSES = 12;

/** Requests of all passes together, for each one that a list of this size needs. */
const MAX_REQUEST_RATIO = 20;

/** Requests that even the smallest list may take. */
const MIN_MAX_REQUESTS = 200;

/** Times that the beginning of a list is read again, where it is not read to its end. */
const MAX_PREFIX_PASSES = 8;

export async function* paginate(
	fetchPage: FetchPage,
	options: ListOptions,
): AsyncGenerator<Batch, void> {
	yield* new ListReader(fetchPage, options).read();
}

class ListReader {
	private readonly record: ListRecord;

	private readonly fetchPage: FetchPage;

	private maxPerPage = MAX_PER_PAGE;

	private requests = 0;

	constructor(
		fetchPage: FetchPage,
		private readonly options: ListOptions,
	) {
		this.record = startRecord(options.query.status);
		this.fetchPage = async (query, window) => {
			this.requests++;
			return await fetchPage(query, window);
		};
	}

	async *read(): AsyncGenerator<Batch, void> {
		const progress = yield* this.readFirst();
		const isPrefix = progress.end !== 'list';
		if (isPrefix && (yield* this.completePrefix(progress))) return;
		for (;;) {
			const verdict = judge(this.record, this.options.now());
			if (verdict === 'countIsWrong') yield this.batchOf([], true);
			if (verdict !== 'incomplete') return;
			yield* this.readFurther();
		}
	}

	/** The only pass of most lists. */
	private async *readFirst(): AsyncGenerator<Batch, PassProgress> {
		const { query, limit, isEnough = () => false } = this.options;
		const pass = recordPass(this.record, query, this.options.now());
		let progress: PassProgress | undefined;
		for await (const batch of readPass(this.fetchPage, { ...this.options, limit })) {
			progress = batch.progress;
			this.maxPerPage = progress.maxPerPage;
			this.note(pass, batch);
			if (batch.newRows.length > 0 || progress.windows === 1) {
				yield { ...this.batchOf(batch.newRows), isReordered: false };
			}
			if (isEnough()) break;
		}
		if (progress === undefined) throw new Error('A pass without an answer');
		return progress;
	}

	/** One more step towards a complete list. */
	private async *readFurther(): AsyncGenerator<Batch, void> {
		const last = this.record.passes.at(-1);
		if (last && !last.hasCaughtUp) {
			yield* this.catchUp(last);
		} else {
			const { rows, status, passes } = this.record;
			if (passes.length === MAX_PASSES) throw incomplete(this.record, this.requests);
			this.assertWithinBounds();
			const projects = Array.from(rows.values(), ({ project }) => project);
			const used = passes.map(({ query }) => query);
			const query = planNextPass(projects, status, used);
			yield* this.readAgain(query);
		}
	}

	/** Another pass, with windows of another size: rows with equal values then fall apart in other places. */
	private async *readAgain(
		query: ListQuery,
		isDone: (batch: PassBatch) => boolean = () => false,
	): AsyncGenerator<Batch, boolean> {
		const { passes } = this.record;
		const maxPerPage = smallerBy(passes.length, this.maxPerPage);
		const pass = recordPass(this.record, query, this.options.now());
		const options = { ...this.options, query, maxPerPage, limit: Infinity, wantsStrict: true };
		let isStrict = false;
		for await (const batch of readPass(this.fetchPage, options)) {
			isStrict = batch.progress.isStrict;
			yield this.batchOf(this.note(pass, batch));
			if (isDone(batch)) break;
		}
		return isStrict;
	}

	/**
	 * Reads what changed since the pass began, newest first; then what changed during that, and so on, until it fits into
	 * one answer. Where this takes no fewer answers each time, the list changes faster than it can be read.
	 */
	private async *catchUp(pass: PassRecord): AsyncGenerator<Batch, void> {
		let { startedAtMs } = pass;
		for (let before = Infinity; ; ) {
			const nextStartMs = this.options.now();
			const answers = yield* this.readChangedSince(startedAtMs, pass);
			if (answers >= before) pass.isStrict = false;
			if (answers <= 1 || answers >= before) break;
			before = answers;
			startedAtMs = nextStartMs;
		}
		pass.hasCaughtUp = true;
	}

	/** Returns how many answers it took until no more changed rows came. */
	private async *readChangedSince(
		startedAtMs: number,
		pass: PassRecord,
	): AsyncGenerator<Batch, number> {
		const { record } = this;
		const query: ListQuery = { status: record.status, sortBy: 'updated_at', order: 'desc' };
		const { maxPerPage, options } = this;
		const all = { ...options, query, maxPerPage, limit: undefined, wantsStrict: true };
		let since: Instant | undefined;
		let answers = 0;
		let endsChanged = false;
		for await (const batch of readPass(this.fetchPage, all)) {
			const changed = batch.rows.map((row) => isChanged(record, row));
			this.assertWithinBounds();
			if (endsChanged && batch.border !== 'strict') pass.isStrict = false;
			endsChanged = changed.at(-1) === true;
			if (changed.includes(true)) answers = batch.progress.windows + Number(endsChanged);
			const added = recordRows(record, batch.rows, batch.progress.totalItems);
			yield this.batchOf(added);
			since ??= this.changedSince(batch, startedAtMs);
			if (batch.rows.some((row) => wasUpdatedBefore(row, since))) break;
		}
		return answers;
	}

	private changedSince({ rows, progress }: PassBatch, startedAtMs: number): Instant | undefined {
		return changedSince(
			{ ...progress.firstPage, projects: rows },
			this.options.now() - startedAtMs,
		);
	}

	/**
	 * A list that is not read to its end has no total to compare with. The offset where reading ended says how many rows
	 * stand before; where some are missing, or rows came and went meanwhile, the beginning is read again. Returns whether
	 * it is complete.
	 */
	private async *completePrefix(first: PassProgress): AsyncGenerator<Batch, boolean> {
		const { query } = this.options;
		const prefix = { query, ...first.rows.lastRun };
		const isWhole = () => missingRows(this.record, prefix) === 0;
		const [pass] = this.record.passes;
		const isNewestFirst = query.sortBy === 'updated_at' && query.order === 'desc';
		if (pass && isNewestFirst && hasMoved(this.record, pass, prefix)) yield* this.catchUp(pass);
		let isProven = first.isStrict || !first.hasTotalChanged;
		const isDone = ({ rows, progress }: PassBatch) =>
			(isProven && isWhole()) ||
			progress.frontier >= first.frontier + 2 * this.maxPerPage ||
			rows.some((row) => (row[query.sortBy] ?? null) === prefix.value);
		for (let tries = 0; !isProven || !isWhole(); tries++) {
			if (tries === MAX_PREFIX_PASSES) return false;
			const isStrict = yield* this.readAgain(query, isDone);
			isProven ||= isStrict;
		}
		return true;
	}

	/** Whatever the service answers, reading ends; the number of passes bounds it likewise. */
	private assertWithinBounds(): void {
		const { latestTotal, rows } = this.record;
		const windows = Math.max(latestTotal, rows.size) / this.maxPerPage;
		const maxRequests = MIN_MAX_REQUESTS + MAX_REQUEST_RATIO * windows;
		if (this.requests > maxRequests) throw incomplete(this.record, this.requests);
	}

	private note(pass: PassRecord, { rows, progress }: PassBatch): Project[] {
		const { firstPage, totalItems, windows, end } = progress;
		if (windows === 1 && firstPage) recordFirstAnswer(pass, firstPage, this.options.now());
		pass.isWhole = end === 'list';
		pass.isStrict = progress.isStrict && pass.isWhole;
		// One answer is the list at one time: there is nothing to catch up with.
		pass.hasCaughtUp = windows === 1 && pass.isWhole;
		return recordRows(this.record, rows, totalItems);
	}

	private batchOf(projects: readonly Project[], isCountWrong = false): Batch {
		const { latestTotal: totalItems, rows } = this.record;
		return { projects, totalItems, rowsRead: rows.size, isReordered: true, isCountWrong };
	}
}

/** Passes over a list that holds still disagree; over one that does not, it changed faster than it could be read. */
function incomplete({ rows, passes, latestTotal }: ListRecord, requests: number): CollabError {
	const hasChanged = passes.some(({ hasTotalChanged }) => hasTotalChanged);
	const data = { rowsRead: rows.size, totalItems: latestTotal, requests };
	return new CollabError(hasChanged ? 'listKeptChanging' : 'listUnstable', data);
}
