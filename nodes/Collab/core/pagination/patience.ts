/** The bounds of a walk: whatever the service answers, it ends. */
import { CollabError } from '../errors';
import type { Reading } from './readAhead';

/** Answers in a row that may bring the walk no further. */
const MAX_IDLE_ANSWERS = 24;

/** More of them for rows that were added meanwhile; a total that is not true must not give more. */
const MAX_IDLE_ANSWERS_FOR_ADDED = 100;

/** After this many of them it is better to go on one by one. */
const STRAINED_AFTER = 3;

/** Requests for each one that a list of this size needs when it holds still. */
const MAX_REQUEST_RATIO = 4;

/** Requests that even the smallest list may take. */
const MIN_MAX_REQUESTS = 64;

/** A list with this many times the rows that the service says it has is taken to be endless. */
const MAX_ROW_RATIO = 100;

export class Patience {
	private answers = 0;

	private idleAnswers = 0;

	private largestTotal = 0;

	private totalBefore = 0;

	/** Whether it goes badly enough to stop reading ahead. */
	get isStrained(): boolean {
		return this.idleAnswers >= STRAINED_AFTER;
	}

	/** Fails when this answer is one too many. */
	spend(reading: Reading, pageSize: number, rowsRead: number, isFurther: boolean): void {
		const total = reading.page.pagination.totalItems;
		this.largestTotal = Math.max(this.largestTotal, total);
		this.answers++;
		if (isFurther) {
			this.idleAnswers = 0;
			this.totalBefore = total;
		} else {
			this.idleAnswers++;
		}
		// Rows added before those already read push these on: seeing them again is no lack of progress.
		const added = Math.max(0, total - this.totalBefore);
		const allowance = Math.min((2 * added) / pageSize, MAX_IDLE_ANSWERS_FOR_ADDED);
		if (this.idleAnswers <= MAX_IDLE_ANSWERS + allowance && this.isWithin(pageSize, rowsRead)) {
			return;
		}
		throw keptChanging(rowsRead, total, this.answers);
	}

	private isWithin(pageSize: number, rowsRead: number): boolean {
		const rows = Math.max(this.largestTotal, rowsRead);
		const maxAnswers = MIN_MAX_REQUESTS + (MAX_REQUEST_RATIO * rows) / pageSize;
		return this.answers <= maxAnswers && rowsRead <= MAX_ROW_RATIO * (this.largestTotal + 10);
	}
}

function keptChanging(rowsRead: number, total: number, answers: number): CollabError {
	return new CollabError(
		'listKeptChanging',
		`The list of projects could not be read to its end: it kept changing, or its pages did not fit together (${rowsRead} of ${total} projects read in ${answers} requests)`,
		'Run it again when fewer projects are being changed. If it happens every time, the service is not turning its pages as its specification says: tell its operator.',
	);
}
