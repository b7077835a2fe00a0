/** What passes over a list prove, and what one row says about changes. Times of the service are in seconds. */
import type { Project, StatusFilter } from '../../../nodes/Collab/core/contract';
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
} from '../../../nodes/Collab/core/pagination/completeness';
import { parseInstant } from '../../../nodes/Collab/core/time';
import { msAt, stampAt } from '../seconds';
import { idsOf, NEWEST_FIRST } from './listService';

const SERVED_AT = 100;
const A_DAY_LATER = SERVED_AT + 86_400;

/** This machine's clock, which has nothing to do with that of the service. */
const STARTED_AT_MS = 5_000_000;
const ELAPSED_MS = 10_000;

const instantOf = (seconds?: number) =>
	seconds === undefined ? undefined : parseInstant(stampAt(seconds));

/** `a` has no stamp, `a:10` was created at second 10, and `a:10>20` was updated then, too, at second 20. */
function projectOf(text: string): Project {
	const [id = '', ...seconds] = text.split(/[:>]/);
	const [created_at, updated_at] = seconds.map((each) => stampAt(Number(each)));
	return { id, ...(created_at && { created_at }), ...(updated_at && { updated_at }) };
}

const projectsOf = (text: string) => text.split(' ').filter(Boolean).map(projectOf);

const pageOf = (text: string, totalItems: number, servedAt?: number) => ({
	projects: projectsOf(text),
	pagination: { page: 1, perPage: 100, totalItems, totalPages: 1, hasNext: false },
	...(servedAt === undefined ? {} : { servedAtMs: msAt(servedAt) }),
});

/** Answers as `total = projects`, the first at second 100; and what else is known of the pass. */
function readPass(record: ListRecord, text: string, known: Partial<PassRecord> = {}): PassRecord {
	const pass = recordPass(record, NEWEST_FIRST, STARTED_AT_MS);
	text.split(' | ').forEach((answer, index) => {
		const [total = '', rows = ''] = answer.split('= ');
		const page = pageOf(rows, Number(total), SERVED_AT);
		if (index === 0) recordFirstAnswer(pass, page, STARTED_AT_MS);
		recordRows(record, page.projects, Number(total));
	});
	return Object.assign(pass, known);
}

const verdictOn = (record: ListRecord) => judge(record, STARTED_AT_MS + ELAPSED_MS);

function recordOf(text: string, status: StatusFilter = 'all'): ListRecord {
	const record = startRecord(status);
	readPass(record, text);
	return record;
}

it.each([
	['its Date', 'a:70>80', SERVED_AT, SERVED_AT],
	['a later updated_at in it', 'a:70>130 b:80', SERVED_AT, 130],
	['a later created_at in it', 'a:120 b:110>110', SERVED_AT, 120],
	['a stamp one day after the Date', `a:${A_DAY_LATER}`, SERVED_AT, A_DAY_LATER],
	['the Date, and no later stamp', `a:${A_DAY_LATER + 1}`, SERVED_AT, SERVED_AT],
	['that of this clock without a Date', 'a:80', undefined, 90],
	['any later stamp without a Date', `a:${A_DAY_LATER}`, undefined, A_DAY_LATER],
])('the time of a first answer is %s', (_name, rows, servedAt, expected) => {
	const pass = recordPass(startRecord('all'), NEWEST_FIRST, STARTED_AT_MS);
	recordFirstAnswer(pass, pageOf(rows, 7, servedAt), msAt(90));
	expect(pass).toMatchObject({ servedAt: instantOf(expected), firstTotal: 7 });
});

it('rows are counted once for each pass, and given only when no pass had seen them', () => {
	const record = startRecord('all');
	const readRows = (rows: string) => idsOf(recordRows(record, projectsOf(rows), 4));
	const first = recordPass(record, NEWEST_FIRST, STARTED_AT_MS);
	expect([readRows('a:1 b:1'), readRows('b:1 a:1')]).toEqual([['a', 'b'], []]);
	const second = recordPass(record, NEWEST_FIRST, STARTED_AT_MS);
	expect(readRows('b:1 c:1')).toEqual(['c']);
	expect([first.rowCount, second.rowCount, record.latestTotal]).toEqual([2, 2, 4]);
});

it.each<[string, StatusFilter, string, string]>([
	['as many old rows as the service counts', 'all', '2= a:10 b:20', 'complete'],
	['fewer rows', 'all', '3= a:10 b:20', 'incomplete'],
	['rows without stamps', 'all', '2= a b', 'complete'],
	['too few without one created in that second', 'all', '2= a:10 | 2= b:100', 'incomplete'],
	['enough without one created later', 'all', '2= a:10 b:20 | 2= c:101', 'complete'],
	['an old row updated later', 'all', '2= a:10 | 2= b:20>101', 'complete'],
	['among active ones, an old row updated later', 'active', '2= a:10 | 2= b:20>101', 'incomplete'],
	['among active ones, a row updated before', 'active', '2= a:10 | 2= b:20>99', 'complete'],
	['among active ones, a row created later', 'active', '2= a:10 | 2= b:101', 'incomplete'],
	['a row created at the newest stamp', 'all', '2= a:10>95 b:95', 'complete'],
])('counted in one pass: %s, with status %s and answers %s: %s', (_name, status, pass, verdict) => {
	expect(verdictOn(recordOf(pass, status))).toBe(verdict);
});

// Stamps are five seconds behind the Date: 95 is the newest. Reading took ten seconds, and stamps are cut off to one.
it.each([
	['a row created more than 11 s before the newest stamp', 'a:10>95 b:83.9', 'complete'],
	['a row created 11 s before it', 'a:10>95 b:84', 'incomplete'],
	['a row created less than 11 s before it', 'a:10>95 b:85.5', 'incomplete'],
	['a row created at the newest stamp', 'a:10>95 b:95', 'incomplete'],
	['rows that were never updated', 'a:10 b:10', 'incomplete'],
	['rows without stamps', 'a b', 'complete'],
])('while the total changes, %s: %s is %s', (_name, rows, verdict) => {
	expect(verdictOn(recordOf(`2= ${rows} | 3= | 2= `))).toBe(verdict);
});

type Pass = [answers: string, known?: Partial<PassRecord>];

describe('after passes:', () => {
	// Row b was created too late for the count to prove anything.
	const three = '3= a:10 | 3= b:101';
	const proof: Pass = [three, { isStrict: true, hasCaughtUp: true }];
	const noProof: Pass = [three];
	const strict: Pass = ['2= a:10 | 2= b:101', { isStrict: true }];
	const caughtUp: Pass = ['2= a:10 | 2= b:101', { hasCaughtUp: true }];
	const proven: Pass = [strict[0], proof[1]];
	const whole: Pass = ['3= a:10 b:20', { isWhole: true }];
	const missesOne: Pass = ['3= a:10', { isWhole: true }];
	const endsEarly: Pass = ['3= a:10'];
	const notWhole: Pass = [whole[0]];

	it.each<[string, string, ...Pass[]]>([
		['none', 'incomplete'],
		['rows of two passes, as many as there were', 'complete', ['3= a:1 b:1'], ['3= b:1 c:1']],
		['a row that only an earlier pass gave', 'incomplete', ['4= a:1 b:1 gone:1'], ['3= a:1 b:1']],
		['a row of both passes, with a late stamp', 'complete', ['2= a:150'], ['1= a:150']],
		['a strict pass that caught up', 'complete', proven],
		['a strict pass that did not catch up', 'incomplete', strict],
		['a pass that caught up and is not strict', 'incomplete', caughtUp],
		['one proof against a larger count', 'incomplete', proof],
		['one proof of two passes against a larger count', 'incomplete', noProof, proof],
		['two proofs against a larger count', 'countIsWrong', proof, proof],
		['two proofs and a pass after them', 'incomplete', proof, proof, noProof],
		['two passes that agree', 'incomplete', whole, whole],
		['three that agree', 'countIsWrong', whole, whole, whole],
		['three that agree, after one that does not', 'countIsWrong', missesOne, whole, whole, whole],
		['three that agree, and one that ended early', 'countIsWrong', whole, whole, endsEarly, whole],
		['three of which one misses a row', 'incomplete', whole, missesOne, whole],
		['three of which one is not whole', 'incomplete', whole, notWhole, whole],
	])('%s: %s', (_name, verdict, ...passes) => {
		const record = startRecord('all');
		for (const [answers, known] of passes) readPass(record, answers, known);
		expect(verdictOn(record)).toBe(verdict);
	});
});

/** Newest first, up to a row in the run of those updated at second 2, of which c is the first. */
describe('the beginning of a list', () => {
	const rows = 'a:1>4 b:1>3 c:1>2 d:1>2';
	const prefix = (start: number) => ({ query: NEWEST_FIRST, value: stampAt(2), start });

	it('that ends among rows without a value, null or absent, does not count them', () => {
		const record = recordOf('3= a:1>4 c');
		recordRows(record, [{ id: 'b', updated_at: null }], 3);
		expect(missingRows(record, { query: NEWEST_FIRST, value: null, start: 2 })).toBe(1);
	});

	it.each([
		['a row is missing', `4= ${rows}`, 3, true],
		['all are there, and older than the first answer', `4= ${rows}`, 2, false],
		['one was updated in the second of the first answer', `4= ${rows} | 4= e:1>100`, 2, false],
		['one was updated later', `4= ${rows} | 4= e:1>101`, 2, true],
		['one that was read before was updated later', `4= ${rows} | 4= d:1>101`, 2, true],
		['one has no stamp', `4= ${rows} | 4= e`, 2, false],
		['the total has changed', `4= ${rows} | 5= `, 2, true],
	])('when %s (%s, last run at %i), has moved: %s', (_name, text, start, expected) => {
		const record = startRecord('all');
		expect(hasMoved(record, readPass(record, text), prefix(start))).toBe(expected);
	});
});

it.each([
	['a second and the time before the newest stamp', 'a:1>70 b:1>95', SERVED_AT, ELAPSED_MS, 84],
	['likewise before an earlier Date', 'a:1>150', SERVED_AT, ELAPSED_MS, 89],
	['likewise before the newest stamp without a Date', 'a:1>150', undefined, ELAPSED_MS, 139],
	['likewise, a part of a millisecond taken for a whole one', 'a:1>50', SERVED_AT, 0.2, 48.999],
	['no known time without credible ones', `a:10 b:1>${A_DAY_LATER + 1}`, SERVED_AT, 0, undefined],
])('what changed is stamped later than %s', (_name, rows, servedAt, elapsedMs, since) => {
	expect(changedSince(pageOf(rows, 1, servedAt), elapsedMs)).toEqual(instantOf(since));
});

it('a row has changed if it has a stamp, and was not read with that one', () => {
	const record = recordOf('2= a:1>10 b:1');
	const rows = projectsOf('a:1>10 a:1>11 new:1>10 b:1 new:1');
	expect(rows.map((row) => isChanged(record, row))).toEqual([false, true, true, false, false]);
});

it('a row was updated before a time if its stamp is earlier', () => {
	const rows = projectsOf('a:1>9 b:1>10 c:1>11 d:9');
	const updatedBefore = (seconds?: number) =>
		idsOf(rows.filter((row) => wasUpdatedBefore(row, instantOf(seconds))));
	expect(updatedBefore(10)).toEqual(['a']);
	expect(updatedBefore(undefined)).toEqual([]);
});
