import { SeenVersions } from '../../../nodes/Collab/core/changes/seenVersions';
import { instantKey, justAfter } from '../../../nodes/Collab/core/time';
import { instant, projectWith, reloaded } from './projects';

const NOON = instant('2026-03-01T12:00:00Z');
const ONE = instant('2026-03-01T13:00:00Z');
const TWO = instant('2026-03-01T14:00:00Z');

/** Characters of a version in the saved state. */
const VERSION = 17;

const project = projectWith('a');
const renamed = projectWith('a', { name: 'Renamed' });
const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => `proj_${first + index}`);

function seenWith(at = NOON, ids: readonly string[] = ['a']): SeenVersions {
	const seen = SeenVersions.open({});
	for (const id of ids) seen.add(projectWith(id), at);
	return seen;
}

describe('a version that was added', () => {
	const seen = SeenVersions.open(reloaded(seenWith().toSaved()));

	test('was seen, with its stamp', () => {
		expect(seen.has(project, NOON)).toBe(true);
		expect(seen.has(project, ONE)).toBe(false);
		expect(seen.size).toBe(1);
	});

	test('is not another version, nor another project', () => {
		expect(seen.has(renamed, NOON)).toBe(false);
		expect(seen.has(projectWith('b'), NOON)).toBe(false);
		expect([seen.knowsId('a'), seen.knowsId('b')]).toEqual([true, false]);
	});

	test('is still that version when a signed URL in it changed', () => {
		expect(seen.has(projectWith('a', { logo_url: 'https://cdn.test/?s=2' }), NOON)).toBe(true);
	});
});

describe('adding a version', () => {
	test('forgets those of the project that are not earlier: taken back, it is delivered again', () => {
		const seen = seenWith();
		seen.add(renamed, NOON);
		expect([seen.has(project, NOON), seen.has(renamed, NOON)]).toEqual([false, true]);
		seen.add(project, ONE);
		seen.add(renamed, NOON);
		expect([seen.has(project, ONE), seen.has(renamed, NOON)]).toEqual([false, true]);
		expect(seen.size).toBe(1);
	});

	test('keeps the earlier ones, which a replica that lags may show again', () => {
		const seen = seenWith();
		seen.add(renamed, ONE);
		expect([seen.has(project, NOON), seen.has(renamed, ONE)]).toEqual([true, true]);
		expect(seen.size).toBe(2);
	});

	test('keeps those of other projects', () => {
		const seen = seenWith(ONE, ['a', 'b']);
		seen.add(renamed, NOON);
		expect(seen.has(projectWith('b'), ONE)).toBe(true);
	});
});

describe('forgetting', () => {
	test('what is below a stamp, and nothing that has this stamp or a later one', () => {
		const seen = seenWith(NOON);
		seen.add(projectWith('b'), ONE);
		seen.forgetBelow(NOON);
		expect(seen.size).toBe(2);
		seen.forgetBelow(justAfter(NOON));
		expect([seen.knowsId('a'), seen.knowsId('b'), seen.size]).toEqual([false, true, 1]);
		seen.forgetBelow(instant('2026-03-01T13:00:00.5Z'));
		expect(seen.toSaved()).toEqual({});
	});

	test('within a second, goes by its fraction', () => {
		const early = instant('2026-03-01T12:00:00.25Z');
		const late = instant('2026-03-01T12:00:00.5Z');
		const seen = seenWith(early);
		seen.add(projectWith('b'), late);
		seen.forgetBelow(late);
		expect([seen.has(project, early), seen.has(projectWith('b'), late)]).toEqual([false, true]);
	});

	test('never cuts off the newest stamp; of that one, the versions added last can be kept', () => {
		const seen = seenWith(NOON, idsFrom(0, 100));
		expect(seen.cutFor(10)).toBeUndefined();
		seen.add(projectWith('proj_0'), NOON);
		seen.trim(NOON, 10);
		expect(seen.size).toBe(10);
		const kept = idsFrom(0, 100).filter((id) => seen.has(projectWith(id), NOON));
		expect(kept).toEqual(['proj_0', ...idsFrom(91, 9)]);
		expect([seen.knowsId('proj_90'), seen.knowsId('proj_91')]).toEqual([false, true]);
		seen.trim(NOON, 0);
		expect(seen.toSaved()).toEqual({});
	});
});

describe('the saved form', () => {
	test('takes 17 characters for a version', () => {
		const long = idsFrom(0, 1000).map((id) => id + 'ü'.repeat(1000));
		const text = JSON.stringify(seenWith(NOON, long).toSaved());
		expect(text).toHaveLength(1000 * VERSION + JSON.stringify({ [instantKey(NOON)]: '' }).length);
	});

	test('counts what a stamp takes: where each version has its own, fewer remain', () => {
		const seen = SeenVersions.open({});
		for (const [index, id] of idsFrom(0, 2000).entries()) {
			seen.add(projectWith(id), { seconds: 1_800_000_000 + index, fraction: '123456789012' });
		}
		const cut = seen.cutFor(2000);
		expect(cut).toBeDefined();
		if (cut) seen.forgetBelow(justAfter(cut));
		expect(JSON.stringify(seen.toSaved()).length).toBeLessThanOrEqual(2000 * VERSION);
		expect(seen.size).toBeGreaterThan(600);
		expect(seen.cutFor(2000)).toBeUndefined();
	});

	test('does not grow with the digits of a stamp, and the version is found again', () => {
		const at = instant(`2026-03-01T12:00:00.${'123456789'.repeat(4000)}Z`);
		const seen = seenWith(at);
		expect(JSON.stringify(seen.toSaved()).length).toBeLessThan(60);
		expect(SeenVersions.open(reloaded(seen.toSaved())).has(project, at)).toBe(true);
		seen.forgetBelow(at);
		expect(seen.size).toBe(1);
	});

	test('has the same stamp for the same time, however many zeros follow', () => {
		const seen = seenWith(instant('2026-03-01T12:00:00.0000000000001Z'));
		expect(Object.keys(seen.toSaved())).toEqual([instantKey(NOON)]);
	});

	test('is encoded again for the stamps only whose versions changed', () => {
		const [noon, one] = [seenWith(NOON).toSaved(), seenWith(ONE).toSaved()];
		// A version that stands there twice: decoded and encoded, it would stand there once.
		const twice = (saved: Record<string, string>) =>
			Object.fromEntries(Object.entries(saved).map(([key, packed]) => [key, packed.repeat(2)]));
		const seen = SeenVersions.open({ ...twice(noon), ...twice(one) });
		seen.has(project, NOON);
		seen.add(projectWith('b'), TWO);
		expect(seen.toSaved()).toMatchObject({ ...twice(noon), ...twice(one) });
		seen.add(projectWith('c'), ONE);
		expect(seen.toSaved()[instantKey(ONE)]).toHaveLength(2 * VERSION);
		expect(seen.toSaved()).toMatchObject(twice(noon));
	});
});

describe('what is damaged', () => {
	test('is dropped, and the rest stays', () => {
		const [one, other] = [seenWith(NOON).toSaved(), { '!': 'x'.repeat(VERSION), z: 'cut', y: 1 }];
		expect(SeenVersions.open({ ...one, ...other }).toSaved()).toEqual(one);
	});

	test.each([
		['more seconds than any date has', 'z'.repeat(10)],
		['a fraction of more digits than are saved', `z.${'1'.repeat(13)}`],
	])('is dropped under a key with %s', (_what, key) => {
		const one = seenWith(NOON).toSaved();
		expect(SeenVersions.open({ ...one, [key]: 'x'.repeat(VERSION) }).toSaved()).toEqual(one);
	});
});
