/** Which of the rows that a poll reads are news. */
import { KnownProjects } from '../../../nodes/Collab/core/changes/known';
import { readState } from '../../../nodes/Collab/core/changes/state';
import type { JsonValue } from '../../../nodes/Collab/core/contract';
import { projectWith } from './projects';
import { FUTURE, START_MS } from './service';
import { OPTIONS } from './testTrigger';

type Fields = Record<string, JsonValue>;

const at = (updated_at: string | null, fields: Fields = {}) =>
	projectWith('a', { updated_at, ...fields });

/** Of a project that is known as `seen`, whether `read` is known as well. */
function isKnown(seen: Fields, read: Fields): boolean {
	const known = new KnownProjects(readState(undefined, OPTIONS, Infinity), OPTIONS, START_MS);
	known.learn(known.rowOf(projectWith('a', seen)));
	return known.isKnown(known.rowOf(projectWith('a', read)));
}

const stamped = (updated_at: string | null, name = 'A') => at(updated_at, { name });

const [NINE, TEN] = ['2026-05-01T09:00:00Z', '2026-05-01T10:00:00Z'];

test('a project that was never read is not known', () => {
	const known = new KnownProjects(readState(undefined, OPTIONS, Infinity), OPTIONS, START_MS);
	expect(known.isKnown(known.rowOf(stamped(NINE)))).toBe(false);
});

test('of a stamp after the year 36812, the last second that a record holds is known', () => {
	const known = new KnownProjects(readState(undefined, OPTIONS, Infinity), OPTIONS, START_MS);
	expect(known.rowOf(stamped('+99999-12-31T00:00:00Z')).second).toBe(2 ** 40 - 1);
	expect(known.rowOf(stamped('1960-01-01T00:00:00Z')).second).toBe(0);
});

test.each<[string, Fields, Fields, boolean]>([
	['the same version', stamped(NINE), stamped(NINE), true],
	['a later one', stamped(NINE), stamped(TEN), false],
	['another one of the same second', stamped(NINE), stamped(NINE, 'B'), false],
	['an earlier one, which a replica that lags still shows', stamped(TEN), stamped(NINE, 'B'), true],
	['the first stamp of one that had none', stamped(null), stamped(NINE), false],
	['one that was changed and has no stamp', stamped(null), stamped(null, 'B'), false],
	['the present one after a stamp far ahead', stamped(FUTURE), stamped(NINE), false],
	['the same one far ahead', stamped(FUTURE), stamped(FUTURE), true],
])('%s', (_what, seen, read, expected) => {
	expect(isKnown(seen, read)).toBe(expected);
});
