/** Project Removed: exactly the projects that are gone, each once, with what was known of them. */
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { HOUR, MINUTE, SECOND } from '../service';
import type { Stored } from '../versions';
import * as act from './testTrigger';
import {
	create,
	edit,
	expectEachOnce,
	nothing,
	numbered,
	remove,
	story,
	withProjects,
} from './testTrigger';

const REMOVED: Partial<ChangeOptions> = { events: ['removed'] };
const QUICK = { ...REMOVED, lookBackMs: 0 };
const ALL: Partial<ChangeOptions> = { events: ['created', 'updated', 'removed'] };

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
	const known = { name: 'ü'.repeat(98), status: 'archived' };
	expect(await trigger.events(act.inTurn(edit('p7', known), act.wait(SECOND), edit('p8')))).toEqual(
		[],
	);
	await trigger.poll(6 * MINUTE);
	trigger.service.delete('p7');
	expect(await trigger.poll()).toEqual([
		{ project: { id: 'p7', ...known }, event: 'removed', changes: {} },
	]);
	expect(await trigger.poll()).toEqual([]);
});

test('publishing costs one whole list, and so does each poll that finds another number; others one request', async () => {
	const trigger = withProjects(1_000, { ...QUICK, lookBackMs: MINUTE });
	const polls: Array<[change: act.Act, events: string[], requests: number, afterMs?: number]> = [
		[nothing, [], 13],
		[nothing, [], 1, HOUR],
		[edit('p3'), [], 1, SECOND],
		[create('x'), [], 1, SECOND],
		[remove('p3', 'p4'), ['removed p4'], 13, SECOND],
		[nothing, [], 13, SECOND],
		[nothing, ['removed p3'], 13, HOUR],
		[nothing, [], 1],
	];
	for (const [change, events, requests, afterMs] of polls) {
		expect(await trigger.events(change, afterMs)).toEqual(events);
		expect(trigger.requests).toBe(requests);
	}
});

story(
	'delivers both when one project replaces another between two polls',
	over(30, ALL),
	[nothing, ''],
	[act.inTurn(create('new'), remove('p12')), 'created new, removed p12'],
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
test.each<[string, Partial<ChangeOptions>]>([
	['previous values', { includePreviousValues: true }],
	['fields to watch', { fieldsToWatch: ['name'] }],
	['another event', { events: [...ALL.events!, 'archived'] }],
])('a removal is reported although %s were chosen after it', async (_what, chosen) => {
	const trigger = withProjects(30, ALL);
	await trigger.poll();
	const both = act.inTurn(remove('p12'), act.choose(chosen));
	expect(await trigger.events(both, HOUR)).toEqual(['removed p12']);
});

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
	[edit('p4'), ''],
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
test.each([4, -1, -3])(
	'each removal is reported, and no other, where the count is always off by %i',
	async (totalOffset) => {
		const trigger = withProjects(40, QUICK, { totalOffset, maxPerPage: 20 });
		expect(await trigger.eventsOf(4)).toEqual([]);
		remove('p5', 'p6', 'p7')(trigger.service, trigger);
		expectEachOnce(await trigger.eventsOf(60), ['removed p5', 'removed p6', 'removed p7']);
		expect(await trigger.events(remove('p8'))).toEqual(['removed p8']);
		expect(await trigger.events()).toEqual([]);
		expect(trigger.requests).toBe(1);
	},
);
story(
	'for the length of Look Back, what just appeared or changed is not believed missing, nor what was removed back',
	over(30, ALL),
	[nothing, '', 6 * MINUTE],
	[create('new'), 'created new'],
	[edit('p3', { name: 'x' }), 'updated p3'],
	[lag(2), ''],
	[catchUp, ''],
	[act.inTurn(edit('p4'), remove('p3')), 'updated p4'],
	[nothing, 'removed p3', 6 * MINUTE],
	[lag(1), ''],
	[catchUp, ''],
);
story(
	'one removed is reported after Look Back, although a project that comes back evens the total',
	over(30, ALL),
	[remove('p3'), 'removed p3', 6 * MINUTE],
	[act.inTurn(edit('p9'), act.wait(SECOND), edit('p4')), 'updated p9, updated p4'],
	[remove('p9'), ''],
	[(service) => service.put(service.versions.of('p3')[0]!.row!), ''],
	[nothing, 'updated p3', 6 * MINUTE],
	[nothing, 'removed p9'],
);
story(
	'a project dated in the future that a replica hides is not believed missing',
	over(30, ALL),
	[nothing, '', 6 * MINUTE],
	[create('new', { updated_at: '2099-01-01T00:00:00Z' }), 'created new'],
	[lag(1), ''],
	[catchUp, ''],
);
test('one deleted within a long Look Back is reported after it, however many polls find it missing', async () => {
	const trigger = withProjects(30, { ...REMOVED, lookBackMs: 30 * MINUTE });
	await trigger.poll();
	expect(await trigger.events(act.inTurn(edit('p3'), act.wait(SECOND), edit('p4')))).toEqual([]);
	trigger.service.delete('p3');
	expect(await trigger.eventsOf(12)).toEqual([]);
	expect(await trigger.events(nothing, HOUR)).toEqual(['removed p3']);
});
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
