/** What was saved: by this release or another, for these settings or others. */
import { versionOf } from '../../../nodes/Collab/core/changes/hash';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { SECOND, START_MS } from '../service';
import { choose, eventsIn, withProjects } from './testTrigger';

test('hashes are the same in every release, or everything would be delivered again', () => {
	const project = { id: 'proj_1', name: 'A', status: 'active', end_date: null, task_count: 3 };
	expect(versionOf(project)).toBe('nwhvbg');
	expect(versionOf({ id: '\ud800' })).not.toBe(versionOf({ id: '\ud801' }));
});

const LATER = { since: new Date(START_MS + 90 * SECOND).toISOString() };

test.each<[string, Partial<ChangeOptions>, isKept: boolean]>([
	['as it was goes on', {}, true],
	['of another account begins anew', { account: 'https://other.test/v1' }, false],
	['of another starting point begins anew', { startFrom: LATER }, false],
])('a state %s', async (_what, options, isKept) => {
	const trigger = withProjects(3);
	await trigger.poll();
	const { service } = trigger;
	choose(options)(service, trigger);
	service.update('p1', { name: 'x' });
	expect(eventsIn(await trigger.poll())).toEqual(isKept ? ['updated p1'] : []);
	expect(await trigger.events(() => service.update('p2'))).toEqual(['updated p2']);
});

type Damage = (value: unknown) => unknown;
const DAMAGES: Damage[] = [() => undefined, () => null, () => 'text', () => [7], () => ({})];

/** Each copy of a value in which one part is damaged. */
function damaged(value: unknown, damage: Damage): unknown[] {
	if (typeof value !== 'object' || value === null) return [damage(value)];
	const parts = Object.entries(value).flatMap(([name, part]) =>
		damaged(part, damage).map((other) => {
			return Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
		}),
	);
	return [damage(value), ...parts];
}

test('a state that is damaged anywhere ends the poll with an error that says how to begin anew', async () => {
	const options = { events: ['removed', 'dueSoon'], startFrom: 'all' } as const;
	const trigger = withProjects(3, options, { maxPerPage: 2, requestMs: 15 * SECOND });
	await trigger.poll();
	expect(trigger.isReadingAll).toBe(true);
	const { saved } = trigger;
	const states = DAMAGES.flatMap((damage) => damaged(JSON.parse(saved), damage).slice(1));
	const outcomes = new Set<unknown>();
	for (const state of [...states, { version: 4 }, 'text', 7]) {
		trigger.saved = JSON.stringify(state);
		if (trigger.saved === saved) continue;
		outcomes.add(
			await trigger.poll().then(
				() => 'read',
				(error: { kind?: string }) => error.kind,
			),
		);
	}
	// Null is a value of some fields, and a list may be empty.
	expect([...outcomes].sort()).toEqual(['read', 'stateUnreadable']);
});
