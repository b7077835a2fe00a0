/** What was saved: by this release or another, for these settings or others, sound or damaged. */
import { idHash, versionOf } from '../../../nodes/Collab/core/changes/hash';
import { eventsIn, withProjects } from './testTrigger';

test('hashes are the same in every release, or everything would be delivered again', () => {
	const project = { id: 'proj_1', name: 'A', status: 'active', end_date: null, task_count: 3 };
	expect([idHash('proj_1'), versionOf(project)]).toEqual(['PyOuNB-eaMo', 'nwhvbg']);
	// Two IDs that the same 36 bits once stood for.
	expect(idHash('proj_29257')).not.toBe(idHash('proj_33136'));
	expect(idHash('\ud800')).not.toBe(idHash('\ud801'));
});

/** Kept: what changed since is delivered. Otherwise the trigger begins anew, and delivers nothing. */
test.each<[string, object, isKept: boolean]>([
	['as it was', {}, true],
	['of another version', { version: 2 }, false],
	['of another account', { account: 'https://other.test/v1' }, false],
	['of another starting point', { startFrom: 'all' }, false],
	['whose backlog is another', { backlog: { offset: 0, pageSize: 100 } }, false],
])('a state %s: %j', async (_what, fields, isKept) => {
	const trigger = withProjects(3);
	await trigger.poll();
	const { service, state } = trigger;
	trigger.saved = JSON.stringify({ ...(state as object), ...fields });
	service.update('p1', { name: 'x' });
	expect(eventsIn(await trigger.poll())).toEqual(isKept ? ['updated p1'] : []);
	expect(await trigger.events(() => service.update('p2'))).toEqual(['updated p2']);
});
