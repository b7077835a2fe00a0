import { isCreatedSince } from '../../../nodes/Collab/core/changes/feeds';
import { SeenVersions } from '../../../nodes/Collab/core/changes/seenVersions';
import type { TriggerState } from '../../../nodes/Collab/core/changes/state';
import { instantKey, justAfter } from '../../../nodes/Collab/core/time';
import { instant, projectWith, reloaded } from './projects';
import { MINUTE, type TestTrigger, withProjects } from './testTrigger';

const stamp = (hour: number) => instant(`2026-03-01T${hour}:00:00Z`);
const key = (hour: number) => instantKey(stamp(hour));

/** With one project each, seen at these hours. */
function seenAt(...hours: readonly number[]): SeenVersions {
	const seen = SeenVersions.open({});
	for (const hour of hours) seen.add(projectWith(`at ${hour}`), stamp(hour));
	return seen;
}

/** With one project, seen in one version an hour. */
function oneProjectAt(...hours: readonly number[]): SeenVersions {
	const seen = SeenVersions.open({});
	for (const hour of hours) seen.add(projectWith('a', { task_count: hour }), stamp(hour));
	return seen;
}

test.each([undefined, null, 7, 'saved'])('seen versions saved as %p are none', (saved) => {
	expect(SeenVersions.open(saved).size).toBe(0);
});

test('the number of seen versions counts from a stamp on, that one included', () => {
	const seen = seenAt(12, 13);
	seen.add(projectWith('b'), stamp(13));
	expect(seen.sizeFrom(undefined)).toBe(3);
	expect(seen.sizeFrom(stamp(12))).toBe(3);
	expect(seen.sizeFrom(stamp(13))).toBe(2);
	expect(seen.sizeFrom(justAfter(stamp(13)))).toBe(0);
});

test('a version under an earlier stamp replaces all later ones of the project, also after reloading', () => {
	const seen = SeenVersions.open(reloaded(oneProjectAt(12, 13).toSaved()));
	seen.add(projectWith('a'), stamp(11));
	expect(Object.keys(seen.toSaved())).toEqual([key(11)]);
});

test('the stamps to forget for the sake of space are the oldest, whatever was added first, and no more than needed', () => {
	// Each takes the space of two versions: its own and its stamp's.
	const seen = seenAt(13, 12, 14);
	expect([6, 5, 4, 3].map((most) => seen.cutFor(most))).toEqual([
		undefined,
		...[stamp(12), stamp(12), stamp(13)],
	]);
	expect(seenAt(13, 12).cutFor(0)).toEqual(stamp(12));
	expect(seenAt(12).cutFor(0)).toBeUndefined();
});

test('forgetting what has an earlier stamp is remembered by the latest of the stamps', () => {
	const seen = seenAt(12);
	expect(seen.forgottenBelow).toBeUndefined();
	seen.forgetBelow(stamp(13));
	seen.forgetBelow(stamp(11));
	expect(seen.forgottenBelow).toEqual(stamp(13));
});

describe('of one stamp, keeping', () => {
	const threeAtNoon = () => {
		const seen = SeenVersions.open({});
		for (const id of ['a', 'b', 'c']) seen.add(projectWith(id), stamp(12));
		return seen;
	};
	const known = (seen: SeenVersions) => ['a', 'b', 'c'].filter((id) => seen.knowsId(id));

	test.each([
		[2, true, ['b', 'c']],
		[0, true, []],
		[3, false, ['a', 'b', 'c']],
		[4, false, ['a', 'b', 'c']],
	])('%i of three versions keeps the last ones', (keep, hasForgotten, expected) => {
		const seen = threeAtNoon();
		expect(seen.trim(stamp(12), keep)).toBe(hasForgotten);
		expect(known(seen)).toEqual(expected);
		expect(Object.keys(seen.toSaved())).toEqual(expected.length > 0 ? [key(12)] : []);
	});

	test('none of a stamp that was not seen forgets nothing', () => {
		const seen = threeAtNoon();
		expect(seen.trim(stamp(13), 0)).toBe(false);
		expect(seen.size).toBe(3);
	});
});

test.each([
	['later', '2026-03-01T12:00:00.1Z', true],
	['then', '2026-03-01T12:00:00Z', true],
	['before', '2026-03-01T11:59:59Z', false],
	['at an unknown time', null, false],
])('a project created %s is new since then: %p, %p', (_name, created_at, expected) => {
	const project = projectWith('a', { created_at });
	expect(isCreatedSince(key(12), project)).toBe(expected);
	expect(isCreatedSince(undefined, project)).toBe(true);
});

/** Polls from this state on, and gives the next. */
async function stateAfter(trigger: TestTrigger, state: unknown): Promise<TriggerState> {
	const saved: TriggerState[] = [];
	await trigger.pollWith({ load: () => state, save: (next) => saved.push(next) });
	expect(saved).toHaveLength(1);
	return saved[0]!;
}

test('from when on projects are new stays while created ones are caught up with', async () => {
	const trigger = withProjects(3);
	await trigger.publish();
	await trigger.poll(6 * MINUTE);
	const state = trigger.n8n.state as TriggerState;
	const catchingUp = { ...state, created: { ...state.created, phase: 'catchUp' } };
	const next = await stateAfter(trigger, catchingUp);
	expect([next.created.phase, next.newSince]).toEqual(['incremental', state.newSince]);
	expect((await stateAfter(trigger, state)).newSince).not.toBe(state.newSince);
});
