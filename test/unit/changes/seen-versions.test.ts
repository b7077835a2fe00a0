import { isCreatedSince } from '../../../nodes/Collab/core/changes/feeds';
import { SeenVersions } from '../../../nodes/Collab/core/changes/seenVersions';
import type { TriggerState } from '../../../nodes/Collab/core/changes/state';
import { type Instant, instantKey, justAfter } from '../../../nodes/Collab/core/time';
import { instant, projectWith, reloaded } from './projects';
import { MINUTE, withProjects } from './testTrigger';

const stamp = (hour: number) => instant(`2026-03-01T${hour}:00:00Z`);
const [NOON, ONE, TWO] = [stamp(12), stamp(13), stamp(14)] as const;

/** Characters of a version in the saved state. */
const VERSION = 17;

const project = projectWith('a');
const renamed = projectWith('a', { name: 'Renamed' });
const other = projectWith('b');

function seenAt(at: Instant, ...ids: readonly string[]): SeenVersions {
	const seen = SeenVersions.open({});
	for (const id of ids) seen.add(projectWith(id), at);
	return seen;
}

/** With one project each, seen at these hours. */
function seenAtHours(...hours: readonly number[]): SeenVersions {
	const seen = SeenVersions.open({});
	for (const hour of hours) seen.add(projectWith(`at ${hour}`), stamp(hour));
	return seen;
}

test('a version that was added was seen with its stamp, no other version, and no other project', () => {
	const seen = SeenVersions.open(reloaded(seenAt(NOON, 'a').toSaved()));
	expect([seen.has(project, NOON), seen.knowsId('a'), seen.size]).toEqual([true, true, 1]);
	expect(seen.has(projectWith('a', { logo_url: 'https://cdn.test/?s=2' }), NOON)).toBe(true);
	expect([seen.has(project, ONE), seen.has(renamed, NOON), seen.has(other, NOON)]).toEqual(
		Array(3).fill(false),
	);
	expect(seen.knowsId('b')).toBe(false);
});

describe('adding a version', () => {
	test('forgets those of the project that are not earlier: taken back, it is delivered again', () => {
		const seen = seenAt(NOON, 'a');
		seen.add(renamed, NOON);
		expect([seen.has(project, NOON), seen.has(renamed, NOON)]).toEqual([false, true]);
		seen.add(project, ONE);
		seen.add(renamed, NOON);
		expect([seen.has(project, ONE), seen.has(renamed, NOON), seen.size]).toEqual([false, true, 1]);
	});

	test('keeps the earlier ones, which a replica that lags may show again, and those of other projects', () => {
		const seen = seenAt(NOON, 'a', 'b');
		seen.add(renamed, ONE);
		const has = [seen.has(project, NOON), seen.has(renamed, ONE), seen.has(other, NOON)];
		expect([has, seen.size]).toEqual([[true, true, true], 3]);
	});

	test('under an earlier stamp replaces all later ones of the project alone, also after reloading', () => {
		const before = seenAt(NOON, 'a', 'b');
		before.add(renamed, ONE);
		const seen = SeenVersions.open(reloaded(before.toSaved()));
		seen.add(project, stamp(11));
		expect(Object.keys(seen.toSaved()).sort()).toEqual([stamp(11), NOON].map(instantKey));
		expect([seen.has(other, NOON), seen.size]).toEqual([true, 2]);
	});
});

test('the number of seen versions counts from a stamp on, that one included', () => {
	const seen = seenAtHours(12, 13);
	seen.add(other, ONE);
	const lows = [undefined, NOON, ONE, justAfter(ONE)];
	expect(lows.map((low) => seen.sizeFrom(low))).toEqual([3, 3, 2, 0]);
});

describe('forgetting', () => {
	test('what is below a stamp leaves what has this stamp or a later one, by fractions of seconds', () => {
		const late = instant('2026-03-01T13:00:00.25Z');
		const seen = seenAtHours(12, 13);
		seen.add(other, late);
		seen.forgetBelow(NOON);
		expect(seen.size).toBe(3);
		seen.forgetBelow(justAfter(NOON));
		expect([seen.knowsId('at 12'), seen.knowsId('at 13'), seen.size]).toEqual([false, true, 2]);
		seen.forgetBelow(late);
		expect(seen.size).toBe(1);
		seen.forgetBelow(instant('2026-03-01T13:00:00.5Z'));
		expect(seen.toSaved()).toEqual({});
	});

	test('is remembered by the latest of the stamps', () => {
		const seen = seenAtHours(12);
		expect(seen.forgottenBelow).toBeUndefined();
		seen.forgetBelow(ONE);
		seen.forgetBelow(stamp(11));
		expect(seen.forgottenBelow).toEqual(ONE);
	});

	test('for the sake of space begins with the oldest stamps, and never comes to the newest', () => {
		// Each takes the space of two versions: its own and its stamp's.
		const seen = seenAtHours(13, 12, 14);
		const cuts = [6, 5, 4, 3].map((most) => seen.cutFor(most));
		expect(cuts).toEqual([undefined, NOON, NOON, ONE]);
		expect(seenAtHours(13, 12).cutFor(0)).toEqual(NOON);
		expect(seenAtHours(12).cutFor(0)).toBeUndefined();
	});

	test.each([
		[2, true, ['c', 'a']],
		[0, true, []],
		[3, false, ['b', 'c', 'a']],
		[4, false, ['b', 'c', 'a']],
	])('all but %i of the three versions of a stamp keeps those added last', (keep, is, left) => {
		const seen = seenAt(NOON, 'a', 'b', 'c', 'a');
		expect(seen.trim(ONE, 0)).toBe(false);
		expect(seen.trim(NOON, keep)).toBe(is);
		expect(['b', 'c', 'a'].filter((id) => seen.knowsId(id))).toEqual(left);
		expect(left.every((id) => seen.has(projectWith(id), NOON))).toBe(true);
		expect(Object.keys(seen.toSaved())).toEqual(left.length > 0 ? [instantKey(NOON)] : []);
	});
});

describe('the saved form', () => {
	const idsWith = (count: number, more: string) =>
		Array.from({ length: count }, (_, index) => `proj_${index}${more}`);

	test('takes 17 characters for a version', () => {
		const saved = seenAt(NOON, ...idsWith(1000, 'ü'.repeat(1000))).toSaved();
		const frame = JSON.stringify({ [instantKey(NOON)]: '' });
		expect(JSON.stringify(saved)).toHaveLength(1000 * VERSION + frame.length);
	});

	test('counts what a stamp takes: where each version has its own, fewer remain', () => {
		const seen = SeenVersions.open({});
		for (const [index, id] of idsWith(2000, '').entries()) {
			seen.add(projectWith(id), { seconds: 1_800_000_000 + index, fraction: '123456789012' });
		}
		seen.forgetBelow(justAfter(seen.cutFor(2000)!));
		expect(JSON.stringify(seen.toSaved()).length).toBeLessThanOrEqual(2000 * VERSION);
		expect(seen.size).toBeGreaterThan(600);
		expect(seen.cutFor(2000)).toBeUndefined();
	});

	test('does not grow with the digits of a stamp, and the version is found again', () => {
		const at = instant(`2026-03-01T12:00:00.${'123456789'.repeat(4000)}Z`);
		const seen = seenAt(at, 'a');
		expect(JSON.stringify(seen.toSaved()).length).toBeLessThan(60);
		expect(SeenVersions.open(reloaded(seen.toSaved())).has(project, at)).toBe(true);
		seen.forgetBelow(at);
		expect(seen.size).toBe(1);
	});

	test('has the same stamp for the same time, however many zeros follow', () => {
		const seen = seenAt(instant('2026-03-01T12:00:00.0000000000001Z'), 'a');
		expect(Object.keys(seen.toSaved())).toEqual([instantKey(NOON)]);
	});

	test('is encoded again for the stamps only whose versions changed', () => {
		// A version that stands there twice: decoded and encoded, it would stand there once.
		const twice = (saved: Record<string, string>) =>
			Object.fromEntries(Object.entries(saved).map(([key, packed]) => [key, packed.repeat(2)]));
		const [noon, one] = [NOON, ONE].map((at) => twice(seenAt(at, 'a').toSaved()));
		const seen = SeenVersions.open({ ...noon, ...one });
		seen.has(project, NOON);
		seen.add(other, TWO);
		expect(seen.toSaved()).toMatchObject({ ...noon, ...one });
		seen.add(projectWith('c'), ONE);
		expect(seen.toSaved()[instantKey(ONE)]).toHaveLength(2 * VERSION);
		expect(seen.toSaved()).toMatchObject(noon!);
	});

	test.each([undefined, null, 7, 'saved'])('%p has no versions', (saved) => {
		expect(SeenVersions.open(saved).size).toBe(0);
	});

	test.each<[string, unknown]>([
		['!', 'x'.repeat(VERSION)],
		['z', 'cut'],
		['y', 1],
		// More seconds than any date has, and a fraction of more digits than are saved.
		['z'.repeat(10), 'x'.repeat(VERSION)],
		[`z.${'1'.repeat(13)}`, 'x'.repeat(VERSION)],
	])('is without what is damaged, and keeps the rest: %s, %j', (key, packed) => {
		const one = seenAt(NOON, 'a').toSaved();
		expect(SeenVersions.open({ ...one, [key]: packed }).toSaved()).toEqual(one);
	});
});

describe('from when on projects are new', () => {
	test.each([
		['later', '2026-03-01T12:00:00.1Z', true],
		['then', '2026-03-01T12:00:00Z', true],
		['before', '2026-03-01T11:59:59Z', false],
		['at an unknown time', null, false],
	])('one created %s is new: %p, %p', (_name, created_at, expected) => {
		const created = projectWith('a', { created_at });
		expect(isCreatedSince(instantKey(NOON), created)).toBe(expected);
		expect(isCreatedSince(undefined, created)).toBe(true);
	});

	test('stays while created ones are caught up with', async () => {
		const trigger = withProjects(3);
		const { n8n } = trigger;
		await trigger.publish();
		await trigger.poll(6 * MINUTE);
		const state = n8n.state as TriggerState;
		n8n.state = { ...state, created: { ...state.created, phase: 'catchUp' } };
		await trigger.poll(0);
		expect(n8n.state).toMatchObject({
			created: { phase: 'incremental' },
			newSince: state.newSince,
		});
		n8n.state = state;
		await trigger.poll(0);
		expect((n8n.state as TriggerState).newSince).not.toBe(state.newSince);
	});
});
