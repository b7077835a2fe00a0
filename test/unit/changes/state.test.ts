import type { ChangeOptions, StartFrom } from '../../../nodes/Collab/core/changes/options';
import { nameOf, readState, type TriggerState } from '../../../nodes/Collab/core/changes/state';
import { instantFromMs, instantKey } from '../../../nodes/Collab/core/time';
import { START_MS } from './service';
import { DAY, eventsIn, MINUTE, OPTIONS, type TestTrigger, withProjects } from './testTrigger';
import { ARCHIVED } from './watching';

const keyAt = (ms: number) => instantKey(instantFromMs(ms));

const KEY = keyAt(START_MS);
const SINCE = '2026-05-01T00:00:00Z';
const SINCE_KEY = keyAt(Date.parse(SINCE));

const FEED = { phase: 'incremental', seen: {} };
const SAVED = {
	version: 2,
	account: OPTIONS.account,
	startFrom: 'now',
	updated: FEED,
	created: FEED,
	hasUnstamped: false,
};

const isKept = (saved: unknown, options: Partial<ChangeOptions> = {}) =>
	readState(saved, { ...OPTIONS, ...options }, START_MS) === saved;

describe('a new state', () => {
	const baseline = { phase: 'baseline', seen: {} };
	const since = { phase: 'incremental', low: SINCE_KEY, seen: {} };

	test.each<[string, StartFrom, object]>([
		['From Now', 'now', { startFrom: 'now', updated: baseline, created: baseline }],
		[
			'All Existing Projects',
			'all',
			{ startFrom: 'all', updated: { phase: 'backfill', seen: {} }, created: baseline },
		],
		[
			'a date',
			{ since: SINCE },
			{ startFrom: `since ${SINCE}`, updated: since, created: since, newSince: SINCE_KEY },
		],
		[
			'what is no date',
			{ since: 'never' },
			{ startFrom: 'since never', updated: baseline, created: baseline },
		],
	])('of %s', (_name, startFrom, expected) => {
		const state = readState(undefined, { ...OPTIONS, startFrom }, START_MS);
		expect(state).toEqual({
			version: 2,
			account: OPTIONS.account,
			hasUnstamped: false,
			...expected,
		});
	});
});

test('a starting point is named as it was entered', () => {
	expect([nameOf('now'), nameOf('all')]).toEqual(['now', 'all']);
	expect(nameOf({ since: SINCE })).toBe(`since ${SINCE}`);
	expect(nameOf({ since: SINCE, entered: '{{ weekAgo }}' })).toBe('since {{ weekAgo }}');
});

describe('a saved state is kept', () => {
	test.each<[string, object]>([
		['with the least that it needs', {}],
		['with projects that have no stamp', { hasUnstamped: true }],
		['with the beginning of new projects', { newSince: KEY }],
		['of an empty account', { totalItems: 0 }],
		['with the largest count', { totalItems: 1_000_000_000 }],
		['while previous values are read', { seeding: { pass: 0, offset: 0 } }],
		['when previous values were read', { seeding: 'finished' }],
	])('%s', (_name, fields) => {
		expect(isKept({ ...SAVED, ...fields })).toBe(true);
	});

	test('when the same expression gives another date', () => {
		const saved = { ...SAVED, startFrom: 'since {{ weekAgo }}' };
		const startFrom = { since: SINCE, entered: '{{ weekAgo }}' };
		expect(isKept(saved, { startFrom })).toBe(true);
	});
});

describe('a saved state gives way to a new one', () => {
	test.each<[string, unknown]>([
		['that is absent', undefined],
		['that is null', null],
		['that is text', 'state'],
		['that is a list', [SAVED]],
		['of another version', { ...SAVED, version: 1 }],
		['of another account', { ...SAVED, account: 'https://other.test/v1' }],
		['of another starting point', { ...SAVED, startFrom: 'all' }],
		['whose beginning of new projects is no instant', { ...SAVED, newSince: '12:00' }],
		['whose beginning of new projects is a number', { ...SAVED, newSince: 5 }],
		['whose total is negative', { ...SAVED, totalItems: -1 }],
		['whose total is too large', { ...SAVED, totalItems: 1_000_000_001 }],
		['whose total is text', { ...SAVED, totalItems: '7' }],
		['whose total is a fraction', { ...SAVED, totalItems: 1.5 }],
		['that leaves open whether projects have stamps', { ...SAVED, hasUnstamped: undefined }],
		['whose reading of previous values is unknown', { ...SAVED, seeding: 'begun' }],
		['whose reading of previous values is null', { ...SAVED, seeding: null }],
		['without a pass', { ...SAVED, seeding: { offset: 0 } }],
		['without a place in the pass', { ...SAVED, seeding: { pass: 0 } }],
	])('%s', (_name, saved) => {
		const fresh = readState(undefined, OPTIONS, START_MS);
		expect(readState(saved, OPTIONS, START_MS)).toEqual(fresh);
	});
});

describe.each(['updated', 'created'])('a saved state whose feed "%s"', (name) => {
	const withFeed = (feed: unknown) => ({ ...SAVED, [name]: feed });

	test.each<[string, object]>([
		['is in its baseline', { phase: 'baseline' }],
		['delivers what exists', { phase: 'backfill', offset: 0 }],
		['catches up', { phase: 'catchUp', offset: 1_000_000_000 }],
		['has watermarks', { high: KEY, low: KEY, trimmed: KEY }],
		['has been quiet', { quietSinceMs: START_MS + 0.5 }],
		['has the smallest pages', { maxPerPage: 3 }],
		['has the largest pages', { maxPerPage: 100 }],
		['has rows without a place', { unplacedFirst: 3, rowsPerPoll: 4_000 }],
		['was put off', { isPutOff: true }],
		['is a day ahead', { high: keyAt(START_MS + DAY), low: keyAt(START_MS + DAY) }],
	])('%s is kept', (_name, fields) => {
		expect(isKept(withFeed({ ...FEED, ...fields }))).toBe(true);
	});

	test.each<[string, object]>([
		['has no phase', { phase: undefined }],
		['has an unknown phase', { phase: 'later' }],
		['has a high watermark that is no instant', { high: '12:00' }],
		['has a low watermark that is a number', { low: 5 }],
		['is trimmed at no instant', { trimmed: '' }],
		['has been quiet since no number', { quietSinceMs: null }],
		['has pages of less than 3 rows', { maxPerPage: 2 }],
		['has pages of more than 100 rows', { maxPerPage: 101 }],
		['has pages of half rows', { maxPerPage: 3.5 }],
		['has a negative offset', { offset: -1 }],
		['has too large an offset', { offset: 1_000_000_001 }],
		['has an offset as text', { offset: '0' }],
		['has no count of rows without a place', { unplacedFirst: null }],
		['has no count of rows in a poll', { rowsPerPoll: '' }],
		['was put off somehow', { isPutOff: 1 }],
		['has a high watermark far in the future', { high: keyAt(START_MS + DAY + 1) }],
		['has a low watermark far in the future', { low: keyAt(START_MS + DAY + 1) }],
	])('%s gives way to a new one', (_name, fields) => {
		expect(isKept(withFeed({ ...FEED, ...fields }))).toBe(false);
	});

	test.each([undefined, null, 'feed', 7])('is %p gives way to a new one', (feed) => {
		expect(isKept(withFeed(feed))).toBe(false);
	});
});

describe('after a poll', () => {
	const UNSTAMPED = { updated_at: null };
	/** Milliseconds of half of the time that a poll may take. */
	const HALF_MS = 18_000;
	const stateOf = ({ n8n }: TestTrigger) => n8n.state as TriggerState;

	test.each([
		[0, false, 1],
		[2, true, 2],
	])('with %i projects without a stamp, that is known: %p', async (count, expected, requests) => {
		const trigger = withProjects(3);
		for (const id of ['x', 'y'].slice(0, count)) trigger.service.create(id, UNSTAMPED);
		await trigger.publish();
		expect(await trigger.poll(6 * MINUTE)).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		expect([stateOf(trigger).hasUnstamped, trigger.requests]).toEqual([expected, requests]);
	});

	test.each([
		[0, 5],
		[2, 8],
	])('of All Existing Projects, %i without a stamp, requests were %i', async (count, requests) => {
		const trigger = withProjects(3, { startFrom: 'all' });
		const unstamped = ['x', 'y'].slice(0, count);
		for (const id of unstamped) trigger.service.create(id, UNSTAMPED);
		const expected = ['p0', 'p1', 'p2', ...unstamped].map((id) => `existing ${id}`);
		expect(eventsIn(await trigger.poll())).toEqual(expected);
		expect(trigger.requests).toBe(requests);
	});

	test('that took half of its time for one list, the other one waits, except for its baseline', async () => {
		const trigger = withProjects(3);
		trigger.service.requestsPerSecond = 1000 / HALF_MS;
		await trigger.publish();
		expect(stateOf(trigger).created.phase).toBe('incremental');
		trigger.service.create('new', UNSTAMPED);
		expect(await trigger.poll()).toEqual([]);
		expect(stateOf(trigger)).toMatchObject({ created: { isPutOff: true } });
		trigger.service.requestsPerSecond = Infinity;
		expect(eventsIn(await trigger.poll())).toEqual(['created new']);
		expect(stateOf(trigger).created.isPutOff).toBeUndefined();
	});

	test.each(['p0', 'x'])(
		'that read previous values while %s changed, that is delivered',
		async (id) => {
			const trigger = withProjects(3, { events: ['archived'], lookBackMs: 0 });
			const { service } = trigger;
			service.create('x', UNSTAMPED);
			service.beforeAnswer = () => {
				const { sortBy, order } = service.lastQuery ?? {};
				if (sortBy !== 'created_at' || order !== 'asc') return;
				service.beforeAnswer = () => {};
				service.update(id, ARCHIVED);
			};
			expect(await trigger.publish()).toEqual([]);
			expect(eventsIn(await trigger.poll())).toEqual([`archived ${id}`]);
			expect(stateOf(trigger).seeding).toBe('finished');
		},
	);
});
