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

test('the same time in another notation is no change', () => {
	const at = (updated_at: string) => versionOf({ id: 'a', updated_at });
	expect(at('2026-06-01T14:00:00.000+02:00')).toBe(at('2026-06-01T12:00:00Z'));
});

const LATER = { since: new Date(START_MS + 90 * SECOND).toISOString() };

test.each<[string, Partial<ChangeOptions>, isKept: boolean]>([
	['as it was goes on', {}, true],
	[
		'of another account or starting point begins anew',
		{ origin: 'other', startFrom: LATER },
		false,
	],
])('a state %s', async (_what, options, isKept) => {
	const trigger = withProjects(3);
	await trigger.poll();
	const { service } = trigger;
	choose(options)(service, trigger);
	service.update('p1', { name: 'x' });
	expect(eventsIn(await trigger.poll())).toEqual(isKept ? ['updated p1'] : []);
	expect(await trigger.events(() => service.update('p2'))).toEqual(['updated p2']);
});

test('a state that lacks a field, or one of another version, ends the poll with an error that says how to begin anew', async () => {
	const trigger = withProjects(3, { events: ['removed', 'dueSoon'], startFrom: 'all' });
	await trigger.poll();
	const state = trigger.state as Readonly<Record<string, unknown>>;
	const damaged = Object.keys(state).map((name) => ({ ...state, [name]: undefined }));
	for (const saved of [...damaged, { ...state, version: 2 }, [], 'text', 7]) {
		trigger.saved = JSON.stringify(saved);
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'stateUnreadable' });
	}
});
