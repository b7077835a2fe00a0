/** What one pass over a list knows, as one record, and how an answer changes it. */
import {
	MAX_PER_PAGE,
	type Page,
	type Project,
	type SortField,
	type PageRequest,
} from '../contract';
import { CollabError } from '../errors';
import { AcceptedRows, type Border, type Comparison } from './overlap';
import {
	type LocatedPage,
	END_IS_SURE,
	endEvidenceAfter,
	evenPerPage,
	isCutShort,
	isGettingFurther,
	overlapAfter,
	type PassCounters,
	type Position,
	windowBefore,
} from './windows';

export interface PassOptions {
	readonly sortBy: SortField;
	/** Rows that will be taken: Infinity for all. Without it, the caller may stop at any time. */
	readonly limit?: number | undefined;
	/** Size of the largest window. */
	readonly maxPerPage?: number | undefined;
	/** Offset from which on rows are wanted; a few rows before it may come too. */
	readonly firstRow?: number | undefined;
	/** Size of the first window. */
	readonly firstPerPage?: number | undefined;
	/** Whether to read again where rows with equal sort values in another order could hide a row. */
	readonly wantsStrict?: boolean | undefined;
}

export interface PassProgress extends Position, PassCounters {
	readonly rows: AcceptedRows;
	readonly wantsStrict: boolean;
	readonly firstPage: Page | undefined;
	readonly hasTotalChanged: boolean;
	/** Rows that the service puts on a page at most, where its first page has shown it beyond doubt. */
	readonly provenMaxPerPage: number | undefined;
	readonly end: 'open' | 'limit' | 'list';
	/** Whether nothing can have been skipped, in whatever order the service returns rows with equal sort values. */
	readonly isStrict: boolean;
	/** Accepted windows. */
	readonly windows: number;
	/** How sure it is that the list ends at the frontier: at END_IS_SURE it is believed. */
	readonly endEvidence: number;
	/** Rows before the frontier at which the next window begins that is to close a gap. */
	readonly retreat: number;
	/** Answers in a row that share no row with those before, but a sort value. */
	readonly tiedAnswers: number;
	/** Whether the service was seen to return rows with equal sort values in changing order. */
	readonly areTiesLoose: boolean;
	/** Tries for a strict border since the pass last got further. */
	readonly strictTries: number;
}

/** What to do about an answer: take its rows, or read another window before it. */
export interface Step {
	readonly progress: PassProgress;
	/** Rows not given before, in list order. */
	readonly newRows: readonly Project[];
	/** How the window follows the rows read before it. */
	readonly border: Border;
	readonly readBefore?: { readonly window: PageRequest; readonly keepsAnswer: boolean };
}

/** How much further back each further try to close a gap begins. */
const RETREAT_FACTOR = 3;

/** Windows that are not asked for again at once. */
const MAX_FRUITLESS = 3;

/** A row before those with the last sort value has to be shared for a strict border. */
const STRICT_OVERLAP = 2;

/** Windows may be too small to reach from before a run of equal values to beyond it. */
const MAX_STRICT_TRIES = 3;

/** So many answers in a row that share no row, but a sort value, show that equal values have no fixed order. */
const TIED_ANSWERS_THAT_PROVE = 3;

export function startPass(options: PassOptions): PassProgress {
	const { limit: wanted = Infinity, maxPerPage = MAX_PER_PAGE, wantsStrict = false } = options;
	const overlap = wantsStrict ? STRICT_OVERLAP : 1;
	return {
		rows: new AcceptedRows(options.sortBy),
		wantsStrict,
		firstPage: undefined,
		hasTotalChanged: false,
		provenMaxPerPage: undefined,
		end: 'open',
		isStrict: true,
		windows: 0,
		answers: 0,
		idleAnswers: 0,
		endEvidence: 0,
		retreat: overlap,
		tiedAnswers: 0,
		areTiesLoose: false,
		strictTries: 0,
		largestTotal: 0,
		totalBefore: 0,
		frontier: options.firstRow ?? 0,
		totalItems: 0,
		wanted,
		overlap,
		maxPerPage,
		evenPerPage: evenPerPage(wanted, maxPerPage),
		fruitless: [],
		emptyPages: new Set(),
	};
}

/** Fails with kind `listKeptChanging` when this answer is one too many that brings the pass no further. */
export function observe(before: PassProgress, answer: LocatedPage): Step {
	const progress = answer.isRepeated ? before : noteAnswer(before, answer);
	const comparison = compare(before, answer);
	const { border } = comparison;
	switch (border) {
		case 'none':
			return closeGap({ ...progress, tiedAnswers: 0 }, answer);
		case 'tied':
			return acceptTied(progress, answer, comparison);
		case 'matched':
		case 'strict': {
			const isEnough = border === 'strict' || !canBeStrict(progress);
			return isEnough ? accept(progress, answer, comparison) : readStrictly(progress, answer);
		}
	}
}

/** Only once it is seen that equal values have no fixed order: rows that moved are found by closing the gap. */
function acceptTied(progress: PassProgress, answer: LocatedPage, comparison: Comparison): Step {
	const tiedAnswers = progress.tiedAnswers + 1;
	const areTiesLoose = progress.areTiesLoose || tiedAnswers >= TIED_ANSWERS_THAT_PROVE;
	const tied = { ...progress, tiedAnswers, areTiesLoose };
	return areTiesLoose ? accept(tied, answer, comparison) : closeGap(tied, answer);
}

function compare({ firstPage, rows, frontier }: PassProgress, answer: LocatedPage): Comparison {
	const { page, window, start } = answer;
	const comparison = rows.compare(page.projects);
	if (firstPage === undefined || window.page === 1) return { ...comparison, border: 'strict' };
	// Where pages are small, no window may span the last row and what comes after; then an empty one begins after it.
	const isEmpty = page.projects.length === 0;
	const isAfterLast = isEmpty && start === frontier && start >= page.pagination.totalItems;
	return isAfterLast ? { ...comparison, border: 'matched' } : comparison;
}

function noteAnswer(progress: PassProgress, { window, page, perPage }: LocatedPage): PassProgress {
	const { totalItems } = page.pagination;
	const { firstPage = page } = progress;
	const maxPerPage = perPage < window.perPage ? perPage : progress.maxPerPage;
	return {
		...progress,
		firstPage,
		totalItems,
		hasTotalChanged: progress.hasTotalChanged || totalItems !== firstPage.pagination.totalItems,
		answers: progress.answers + 1,
		largestTotal: Math.max(progress.largestTotal, totalItems),
		maxPerPage,
		provenMaxPerPage: isCutShort({ window, page })
			? page.projects.length
			: progress.provenMaxPerPage,
		evenPerPage: Math.min(progress.evenPerPage, maxPerPage),
	};
}

/** The answer does not follow what was read: asks for a window before it, further back with each try. */
function closeGap(progress: PassProgress, answer: LocatedPage): Step {
	const { window, page, start, end, isRepeated } = answer;
	const isHole = page.projects.length === 0 && start < progress.totalItems;
	const next: PassProgress = isRepeated
		? progress
		: {
				...progress,
				retreat: progress.retreat * RETREAT_FACTOR,
				idleAnswers: progress.idleAnswers + 1,
				// Rows that were not seen yet mean that the end is not here.
				endEvidence: page.projects.length > 0 ? 0 : progress.endEvidence,
				emptyPages: isHole ? new Set([...progress.emptyPages, window.page]) : progress.emptyPages,
			};
	assertGettingFurther(next);
	// It may follow once the rows before it are read.
	const keepsAnswer = page.projects.length > 0 && end > next.frontier;
	const readBefore = { window: windowBefore(next, next.retreat), keepsAnswer };
	return { progress: next, newRows: [], border: 'none', readBefore };
}

function canBeStrict(progress: PassProgress): boolean {
	const { wantsStrict, isStrict, rows, strictTries, maxPerPage } = progress;
	const isPossible = !rows.isOneRun && rows.lastRunLength + 1 < maxPerPage;
	// One border that is not strict, and the pass proves nothing more than one that did not try.
	return wantsStrict && isStrict && isPossible && strictTries < MAX_STRICT_TRIES;
}

/** Nothing was skipped if equal values keep their order. They may not: reads from before the last run of them on. */
function readStrictly(progress: PassProgress, answer: LocatedPage): Step {
	const { frontier, rows } = progress;
	const window = windowBefore(progress, rows.lastRunLength + 1);
	const keepsAnswer = answer.end > frontier;
	const next = { ...progress, strictTries: progress.strictTries + 1 };
	return {
		progress: next,
		newRows: [],
		border: 'matched',
		readBefore: { window, keepsAnswer },
	};
}

function accept(progress: PassProgress, answer: LocatedPage, { border, shared }: Comparison): Step {
	const { page, window, start, end } = answer;
	const { rows } = progress;
	// Where equal values have no fixed order, the place of a shared row among them says nothing about movement.
	const moved = rows.lastRunLength > 1 ? 0 : progress.frontier - (start + shared);
	const overlap = overlapAfter(progress, moved, progress.wantsStrict ? STRICT_OVERLAP : 1);
	const added = rows.accept(page.projects, start);
	const newRows = added.slice(0, progress.wanted);
	const isFurther = added.length > 0 || shared < page.projects.length;
	const endEvidence = endEvidenceAfter(progress.endEvidence, answer, added.length);
	const wanted = progress.wanted - newRows.length;
	const counters = isFurther
		? { strictTries: 0, idleAnswers: 0, fruitless: [], emptyPages: new Set<number>() }
		: {
				idleAnswers: progress.idleAnswers + 1,
				fruitless: [...progress.fruitless, window].slice(-MAX_FRUITLESS),
			};
	const next: PassProgress = {
		...progress,
		...counters,
		frontier: end,
		wanted,
		isStrict: progress.isStrict && border === 'strict',
		windows: progress.windows + 1,
		overlap,
		retreat: overlap,
		tiedAnswers: 0,
		totalBefore: isFurther ? progress.totalItems : progress.totalBefore,
		endEvidence,
		end: wanted === 0 ? 'limit' : endEvidence >= END_IS_SURE ? 'list' : 'open',
	};
	if (next.end === 'open') assertGettingFurther(next);
	return { progress: next, newRows, border };
}

/** Whatever the service answers, a pass ends. */
function assertGettingFurther(progress: PassProgress): void {
	const { rows, totalItems, answers: requests } = progress;
	if (isGettingFurther(progress, rows.count)) return;
	throw new CollabError('listKeptChanging', { rowsRead: rows.count, totalItems, requests });
}
