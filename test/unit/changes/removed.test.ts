/** Project Removed: exactly the projects that are gone, each once, with what was known of them. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { HOUR, MINUTE, SECOND } from '../service';
import type { Stored } from '../versions';
import * as act from './testTrigger';
import { create, edit, nothing, numbered, remove, story, withProjects } from './testTrigger';

const REMOVED: Partial<ChangeOptions> = { events: ['removed'] };
const ALL: Partial<ChangeOptions> = { events: ['created', 'updated', 'removed'] };
const NO_STAMP = { updated_at: null };

const over =
	(count: number, options = REMOVED) =>
	() =>
		withProjects(count, options);

/** All answers come from a replica that has not seen the last changes. */
const lag =
	(changes: number): act.Act =>
	(service) =>
		service.behave({ lastSeq: service.versions.latestSeq - changes });
const catchUp = act.behave({ lastSeq: Infinity });

test('a removed project is delivered once, with the name and status last known', async () => {
	const trigger = withProjects(250, REMOVED);
	await trigger.poll();
	const known = { name: 'ü'.repeat(300), status: 'archived' };
	expect(await trigger.events(edit('p7', known))).toEqual([]);
	await trigger.poll(6 * MINUTE);
	trigger.service.delete('p7');
	const project = { id: 'p7', name: 'ü'.repeat(250), status: 'archived' };
	expect(await trigger.poll()).toEqual([{ project, event: 'removed', changes: {} }]);
	expect(await trigger.poll()).toEqual([]);
});

test('publishing costs one whole list, and so does each poll that finds another number; others one request', async () => {
	const trigger = withProjects(1_000, { ...REMOVED, lookBackMs: MINUTE });
	const polls: Array<[change: act.Act, events: string[], requests: number, afterMs?: number]> = [
		[nothing, [], 11],
		[nothing, [], 1, HOUR],
		[edit('p3'), [], 1, SECOND],
		[create('x'), [], 1, SECOND],
		[remove('p3', 'p4'), ['removed p4'], 11, SECOND],
		[nothing, [], 11, SECOND],
		[nothing, ['removed p3'], 11, HOUR],
		[nothing, [], 1],
	];
	for (const [change, events, requests, afterMs] of polls) {
		expect(await trigger.events(change, afterMs)).toEqual(events);
		expect(trigger.requests).toBe(requests);
	}
});

story(
	'one created and one removed between two polls, with a stamp and without',
	over(30),
	[nothing, ''],
	[create('new'), '', 0],
	[remove('p12'), 'removed p12'],
	[create('unstamped', NO_STAMP), ''],
	[act.inTurn(create('another', NO_STAMP), remove('p13')), 'removed p13'],
);
story(
	'what an event chosen later needs is read by a later poll where there was no time',
	over(300),
	[
		act.inTurn(
			act.choose({ events: ['removed', 'becameOverdue'] }),
			act.behave({ requestMs: 20_000 }),
		),
		'',
	],
	[act.behave({ requestMs: 0 }), '', 10 * MINUTE],
	[remove('p12'), 'removed p12'],
);
story(
	'one that comes back, and one removed between the same two polls',
	over(30),
	[nothing, '', 10 * MINUTE],
	[remove('p12'), 'removed p12'],
	[act.inTurn(act.restore('p12'), edit('p12'), remove('p13')), 'removed p13'],
);
story(
	'one removed within Look Back after its change, where the next poll has no time to look for it',
	over(300),
	[edit('p12'), ''],
	[remove('p12'), ''],
	[act.behave({ requestMs: 20_000 }), ''],
	[act.behave({ requestMs: 0 }), 'removed p12', 6 * MINUTE],
);
story(
	'one removed, and one that was created long ago appears: the number of projects stays the same',
	over(30),
	[
		(service) => {
			service.create('shared', { created_at: '2020-01-01T00:00:00Z' });
			service.delete('p12');
		},
		'removed p12',
	],
);
const ofSmith = ({ owner_id }: Stored) => owner_id === 'smith';
story(
	'Status and Filters decide by what the project was when it was last read',
	() => {
		const options = { ...REMOVED, status: 'active', inclusion: 'a', matches: ofSmith } as const;
		const trigger = withProjects(5, options);
		trigger.service.updateAll(['p0', 'p1', 'p2'], { owner_id: 'smith' });
		return trigger;
	},
	[edit('p1', { status: 'archived' }), ''],
	[edit('p2', { owner_id: 'jones' }), ''],
	[edit('p3', { owner_id: 'smith' }), ''],
	[nothing, '', 6 * MINUTE],
	// The last one stays: an account that looks empty is not believed.
	[remove(...numbered(0, 4)), 'removed p0, removed p3'],
);
story(
	'other Filters hold from the next poll on',
	over(5),
	[nothing, ''],
	[act.choose({ inclusion: 'none', matches: () => false }), ''],
	[remove('p1'), ''],
	[act.choose({ inclusion: 'all', matches: undefined }), ''],
	[remove('p2'), 'removed p2'],
);
for (const totalOffset of [4, -3]) {
	story(
		`nothing else is removed at a service whose count is off by ${totalOffset}`,
		() => withProjects(300, REMOVED, { totalOffset }),
		[nothing, '', 6 * MINUTE],
		[remove('p7'), 'removed p7'],
	);
}
story(
	'for the length of Look Back, what just appeared or changed is not believed missing, nor what was removed back',
	over(30, ALL),
	[nothing, '', 6 * MINUTE],
	[create('new'), 'created new'],
	[edit('p3', { name: 'x' }), 'updated p3'],
	[lag(2), ''],
	[catchUp, ''],
	[remove('p3'), ''],
	[nothing, 'removed p3', 6 * MINUTE],
	[lag(1), ''],
	[catchUp, ''],
);
story(
	'one that comes back as it was, after Look Back, can be removed again',
	over(30),
	[nothing, '', 6 * MINUTE],
	[remove('p3'), 'removed p3'],
	[(service) => service.put(service.versions.of('p3')[0]!.row!), '', 6 * MINUTE],
	[remove('p3'), 'removed p3', 6 * MINUTE],
);
story(
	'one that comes back with a change is delivered, also where this machine’s clock is hours ahead',
	over(30, ALL),
	[(_, trigger) => (trigger.skewMs = 4 * HOUR), '', 6 * MINUTE],
	[remove('p3'), 'removed p3'],
	[create('p3', { name: 'Restored' }), 'created p3'],
);
