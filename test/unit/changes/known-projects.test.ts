/** Which projects exist, for Project Removed. */
import { KnownProjects } from '../../../nodes/Collab/core/changes/knownProjects';
import { projectWith, reloaded } from './projects';
import { START_MS } from './service';
import { OPTIONS } from './testTrigger';
import { SAVED, WATCHED } from './watching';

const opened = (saved: unknown, nowMs = START_MS) => KnownProjects.open(saved, WATCHED, nowMs);

const named = (id: string) => projectWith(id, { name: id.toUpperCase() });

/** The IDs that are gone after a list of these. */
function list(known: KnownProjects, ids: readonly string[], totalItems = ids.length): string[] {
	known.startList();
	for (const id of ids) known.noteListed(named(id));
	return known.endList(totalItems).map(({ project }) => project.id);
}

/** As the next poll finds them. */
const reopened = (known: KnownProjects, nowMs = START_MS) =>
	opened(reloaded(known.toSaved()), nowMs);

test('without the event Project Removed no project is kept', () => {
	const known = KnownProjects.open(undefined, OPTIONS, START_MS);
	expect([known.isNew, known.size, known.isDue(5)]).toEqual([false, 0, false]);
	expect(list(known, ['a'])).toEqual([]);
	expect([known.size, known.toSaved()]).toEqual([0, undefined]);
});

test('the first list makes projects known, without a time at which they appeared', () => {
	const known = opened(undefined);
	expect([known.isNew, known.size]).toEqual([true, 0]);
	expect(list(known, ['a', 'b'])).toEqual([]);
	expect(known.toSaved()).toEqual(SAVED);
	expect([reopened(known).isNew, reopened(known).size]).toEqual([false, 2]);
});

test.each([
	...[undefined, null, 7, 'text', []],
	...Object.keys(SAVED).map((name) => ({ ...SAVED, [name]: null })),
	...['count', 'surplus', 'lastSurplus'].map((name) => ({ ...SAVED, [name]: 0.5 })),
])('%j saved counts as nothing saved', (saved) => {
	expect([opened(saved).isNew, opened(saved).isDue(0)]).toEqual([true, true]);
});

test('entries that are damaged are left out; of the others, those that were included are removed', () => {
	const entries = [
		...[null, 7, {}, []],
		[7, 'N', 'active', 1],
		['x', 'X', 'active', 2],
		['y', 'Y', 'active', 1, 'then'],
		['a', 'A', 'active', 1],
		['z', 'Z', 'active', 0],
	];
	const known = opened({ ...SAVED, projects: JSON.stringify(entries) });
	known.note(named('b'));
	expect(known.size).toBe(3);
	expect(list(known, ['b'])).toEqual(['a']);
});

test.each(['', 'x', '7', '{}', 'null'])('the text %j for a list has no project in it', (text) => {
	const known = opened({ ...SAVED, projects: text, removed: text });
	known.note(named('c'));
	expect(known.toSaved()).toMatchObject({ count: 1, removed: '[]' });
});

test('removals that are damaged are left out, and the others stay', () => {
	const removed = [
		...[null, 7, 'text', []],
		{ 0: 'c', 1: START_MS },
		[7, START_MS],
		['d', String(START_MS)],
		['e', START_MS],
	];
	const known = opened({ ...SAVED, removed: JSON.stringify(removed) });
	for (const id of ['c', 'd', 'e']) known.note(named(id));
	expect(known.size).toBe(4);
	expect(known.toSaved()?.removed).toBe(JSON.stringify([['e', START_MS]]));
});

describe('for as long as Look Back', () => {
	const lateMs = START_MS + WATCHED.lookBackMs;

	test.each([
		['in a list', (known: KnownProjects) => list(known, ['c', 'a', 'b'])],
		['as changed', (known: KnownProjects) => known.note(named('c'))],
	])('a project that appeared %s is not taken for a removed one', (_, appear) => {
		const known = opened(SAVED);
		appear(known);
		expect(list(reopened(known, lateMs), ['a', 'b'])).toEqual([]);
		expect(list(reopened(known, lateMs + 1), ['a', 'b'])).toEqual(['c']);
	});

	test('a project that was removed is not noted again', () => {
		const known = opened(SAVED);
		expect(list(known, ['a'])).toEqual(['b']);
		const sizeAt = (nowMs: number) => {
			const later = reopened(known, nowMs);
			later.note(named('b'));
			return later.size;
		};
		expect([sizeAt(lateMs), sizeAt(lateMs + 1)]).toEqual([1, 2]);
	});

	test('a removal is remembered beyond an empty list', () => {
		const known = opened(SAVED);
		expect(list(known, ['a'])).toEqual(['b']);
		const again = reopened(known);
		expect(list(again, [], 1)).toEqual(['a']);
		const emptied = reopened(again);
		expect(list(emptied, [], 1)).toEqual([]);
		const back = reopened(emptied);
		expect(list(back, ['a', 'b'])).toEqual([]);
		expect(list(reopened(back, lateMs + 1), [])).toEqual([]);
	});

	test('removals are saved, and then no more', () => {
		const known = opened(SAVED);
		list(known, ['a']);
		const savedAt = (nowMs: number) => {
			const later = reopened(known, nowMs);
			later.note(named('a'));
			return later.toSaved()?.removed;
		};
		expect([savedAt(lateMs), savedAt(lateMs + 1)]).toEqual([`[["b",${START_MS}]]`, '[]']);
	});
});

describe('a total that is larger than the list', () => {
	test('gives a reason to read all projects until two lists in a row have it', () => {
		const known = opened(undefined);
		list(known, ['a', 'b'], 3);
		expect([known.isDue(2), known.isDue(3)]).toEqual([false, true]);
		list(known, ['a', 'b'], 3);
		expect([known.isDue(2), known.isDue(3)]).toEqual([true, false]);
		list(known, ['a', 'b'], 4);
		expect([known.isDue(3), known.isDue(4)]).toEqual([true, true]);
	});

	test.each([
		['removed', ['a']],
		['new', ['c', 'a', 'b']],
	])('is not believed after a list in which a project is %s', (_, ids) => {
		const known = opened({ ...SAVED, lastSurplus: 1 });
		list(known, ids, ids.length + 1);
		expect(known.isDue(ids.length + 1)).toBe(true);
		list(known, ids, ids.length + 1);
		expect(known.isDue(ids.length + 1)).toBe(false);
	});
});
