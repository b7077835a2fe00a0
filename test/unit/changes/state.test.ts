import type { ChangeOptions, StartFrom } from '../../../nodes/Collab/core/changes/options';
import { nameOf, readState, type TriggerState } from '../../../nodes/Collab/core/changes/state';
import { START_MS } from './service';
import { OPTIONS } from './testTrigger';

const NOW = START_MS / 1000;
/** As far ahead as a stamp may be. */
const LATEST = NOW + 86_400;

const SINCE = '2026-05-01T00:00:00Z';
const SINCE_SECOND = Date.parse(SINCE) / 1000;

const SAVED = {
	version: 3,
	account: OPTIONS.account,
	startFrom: 'now',
	hasUnstamped: false,
	records: '',
	values: '',
	valuesName: '',
	conditions: [],
};

const BACKLOG = { offset: 0, pageSize: 100 };

const read = (saved: unknown, options: Partial<ChangeOptions> = {}) =>
	readState(saved, { ...OPTIONS, ...options }, LATEST);

const isKept = (saved: unknown, options: Partial<ChangeOptions> = {}) =>
	read(saved, options) === saved;

describe('a new state', () => {
	test.each<[string, StartFrom, object]>([
		['From Now', 'now', { startFrom: 'now' }],
		['All Existing Projects', 'all', { startFrom: 'all', backlog: BACKLOG }],
		[
			'a date',
			{ since: SINCE },
			{ startFrom: `since ${SINCE}`, low: SINCE_SECOND, newSince: SINCE_SECOND },
		],
		['what is no date', { since: 'never' }, { startFrom: 'since never' }],
	])('of %s', (_name, startFrom, expected) => {
		expect(read(undefined, { startFrom })).toEqual({ ...SAVED, ...expected });
	});
});

test('a starting point is named as it was entered', () => {
	expect([nameOf('now'), nameOf('all')]).toEqual(['now', 'all']);
	expect(nameOf({ since: SINCE })).toBe(`since ${SINCE}`);
	expect(nameOf({ since: SINCE, entered: '{{ weekAgo }}' })).toBe('since {{ weekAgo }}');
});

describe('a saved state is kept', () => {
	test.each<[string, Partial<TriggerState>]>([
		['with the least that it needs', {}],
		['with watermarks', { high: NOW, low: NOW - 300, newSince: NOW - 600, quietSinceMs: 0.5 }],
		['a day ahead', { high: LATEST, low: LATEST }],
		['with projects that have no stamp', { hasUnstamped: true }],
		['of an empty account', { totalItems: 0, low: 0, newSince: 0 }],
		['with the largest count', { totalItems: 1_000_000_000 }],
		['with a backlog', { backlog: { ...BACKLOG, second: NOW, low: 0 }, began: NOW }],
		['with the smallest pages', { backlog: { offset: 1_000_000_000, pageSize: 1 } }],
		['with records', { records: 'x'.repeat(48), values: '[null,["A"]]', valuesName: 'name' }],
		[
			'with all projects read',
			{ filledFor: '[]', triedFor: '[]', conditions: ['dueSoon 7'], day: 20_000 },
		],
	])('%s', (_name, fields) => {
		expect(isKept({ ...SAVED, ...fields })).toBe(true);
	});

	test('when the same expression gives another date', () => {
		const saved = { ...SAVED, startFrom: 'since {{ weekAgo }}' };
		const startFrom = { since: SINCE, entered: '{{ weekAgo }}' };
		expect(isKept(saved, { startFrom })).toBe(true);
	});

	test('when other settings change', () => {
		expect(isKept(SAVED, { events: ['removed'], status: 'active', lookBackMs: 0 })).toBe(true);
	});
});

describe('a saved state gives way to a new one', () => {
	test.each<[string, unknown]>([
		['that is absent', undefined],
		['that is null', null],
		['that is text', 'state'],
		['that is a list', [SAVED]],
		['of another version', { ...SAVED, version: 2 }],
		['of another account', { ...SAVED, account: 'https://other.test/v1' }],
		['of another starting point', { ...SAVED, startFrom: 'all' }],
		['whose high watermark lies far in the future', { ...SAVED, high: LATEST + 1 }],
		['whose low watermark lies far in the future', { ...SAVED, low: LATEST + 1 }],
	])('%s', (_name, saved) => {
		expect(read(saved)).toEqual(SAVED);
	});

	test.each<[string, object]>([
		['a high watermark as text', { high: String(NOW) }],
		['a low watermark that is a fraction', { low: 0.5 }],
		['no beginning of new projects', { newSince: null }],
		['a beginning that is a list', { began: [] }],
		['a day as text', { day: '20000' }],
		['a quiet time that is no number', { quietSinceMs: null }],
		['a negative total', { totalItems: -1 }],
		['a total that is too large', { totalItems: 1_000_000_001 }],
		['a total as text', { totalItems: '7' }],
		['nothing about projects without a stamp', { hasUnstamped: undefined }],
		['records that are cut', { records: 'x'.repeat(47) }],
		['records of other characters', { records: '~'.repeat(24) }],
		['records that are no text', { records: [] }],
		['values that are no text', { values: [] }],
		['no name of its values', { valuesName: undefined }],
		['a purpose that is no text', { filledFor: 7 }],
		['a purpose that was tried and is no text', { triedFor: 7 }],
		['conditions that are no list', { conditions: 'dueSoon 7' }],
		['conditions that are no names', { conditions: [7] }],
		['a backlog that is no object', { backlog: 7 }],
		['a backlog that is null', { backlog: null }],
		['a backlog without an offset', { backlog: { pageSize: 100 } }],
		['a negative offset', { backlog: { ...BACKLOG, offset: -1 } }],
		['too large an offset', { backlog: { ...BACKLOG, offset: 1_000_000_001 } }],
		['pages without rows', { backlog: { ...BACKLOG, pageSize: 0 } }],
		['pages of more than 100 rows', { backlog: { ...BACKLOG, pageSize: 101 } }],
		['pages of half rows', { backlog: { ...BACKLOG, pageSize: 3.5 } }],
		['a backlog whose stamp is text', { backlog: { ...BACKLOG, second: '' } }],
		['a backlog whose end is null', { backlog: { ...BACKLOG, low: null } }],
	])('that has %s', (_name, fields) => {
		expect(read({ ...SAVED, high: NOW, low: NOW, ...fields })).toEqual(SAVED);
	});
});
