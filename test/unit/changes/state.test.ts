/** What was saved: by this release or another, for these settings or others. */
import { hash64, versionOf } from '../../../nodes/Collab/core/changes/hash';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { SECOND, START_MS } from '../service';
import { choose, eventsIn, withProjects } from './testTrigger';

test('hashes are the same in every release, or everything would be delivered again', () => {
	const project = { id: 'proj_1', name: 'A', status: 'active', end_date: null, task_count: 3 };
	expect([hash64('proj_1'), versionOf(project)]).toEqual(['PyOuNB-eaMo', 'nwhvbg']);
	// Two IDs that the same 36 bits once stood for.
	expect(hash64('proj_29257')).not.toBe(hash64('proj_33136'));
	expect(hash64('\ud800')).not.toBe(hash64('\ud801'));
});

const LATER = { since: new Date(START_MS + 90 * SECOND).toISOString() };

/** Kept: what changed since is delivered. Otherwise the trigger begins anew, and delivers nothing. */
test.each<[string, Partial<ChangeOptions>, fields: object, isKept: boolean]>([
	['as it was goes on', {}, {}, true],
	['of another version begins anew', {}, { version: 3 }, false],
	['of another account begins anew', { account: 'https://other.test/v1' }, {}, false],
	['of another starting point begins anew', { startFrom: LATER }, {}, false],
])('a state %s', async (_what, options, fields, isKept) => {
	const trigger = withProjects(3);
	await trigger.poll();
	const { service, state } = trigger;
	trigger.saved = JSON.stringify({ ...(state as object), ...fields });
	choose(options)(service, trigger);
	service.update('p1', { name: 'x' });
	expect(eventsIn(await trigger.poll())).toEqual(isKept ? ['updated p1'] : []);
	expect(await trigger.events(() => service.update('p2'))).toEqual(['updated p2']);
});
