/** Which event a change is, and what its item holds. */
import type { TriggerEvent, ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { CHANGE_EVENTS } from '../../../nodes/Collab/core/changes/options';
import { changeOf } from '../../../nodes/Collab/core/changes/events';
import { itemFormatter } from '../../../nodes/Collab/core/query/itemFormat';
import { changeFormatter } from '../../../nodes/Collab/trigger/parameters';
import { ARCHIVED, DONE } from '../edits';
import { HOUR, MINUTE, SECOND } from '../service';
import type { Stored } from '../versions';
import * as act from './testTrigger';
import { type Act, edit, OPTIONS, story, TestTrigger } from './testTrigger';

function watching(options: Partial<ChangeOptions>): TestTrigger {
	const trigger = new TestTrigger(options);
	const { service } = trigger;
	service.create('plain');
	service.create('archived', ARCHIVED);
	service.create('done', DONE);
	service.nowMs += HOUR;
	service.create('newest');
	return trigger;
}

async function itemsAfter(change: Act, options: Partial<ChangeOptions>) {
	const trigger = watching(options);
	await trigger.poll();
	change(trigger.service, trigger);
	const format = changeFormatter(itemFormatter(undefined), trigger.options);
	return (await trigger.poll(MINUTE)).map(format);
}

const createAndThen = (fields: Partial<Stored>) =>
	act.inTurn(act.create('new'), act.wait(2 * SECOND), edit('new', fields));

/** What happened, and each event that it is where that one alone is chosen; the first of them where all are. */
const RULES: Array<[what: string, change: Act, is: TriggerEvent[]]> = [
	['a new project', act.create('new'), ['created']],
	['renamed', edit('plain', { name: 'x' }), ['updated']],
	['archived', edit('plain', ARCHIVED), ['archived', 'updated']],
	['restored', edit('archived', { status: 'active' }), ['restored', 'updated']],
	['completed', edit('plain', DONE), ['completed', 'updated']],
	['reopened', edit('done', { task_count: 3 }), ['reopened', 'updated']],
	['renamed while complete', edit('done', { name: 'x' }), ['updated']],
	['both', edit('plain', { ...ARCHIVED, ...DONE }), ['archived', 'completed', 'updated']],
	['created, then archived', createAndThen(ARCHIVED), ['created', 'archived', 'updated']],
	['created, then completed', createAndThen(DONE), ['created', 'completed', 'updated']],
	['deleted', act.remove('plain'), []],
];

test.each(RULES)('the first chosen event that fits comes: %s', async (_what, change, is) => {
	const eventWith = async (events: readonly TriggerEvent[]) =>
		(await itemsAfter(change, { events })).map(({ event }) => event);
	expect(await eventWith(CHANGE_EVENTS)).toEqual(is.slice(0, 1));
	expect(await eventWith(['created', 'updated'])).toEqual(
		is.includes('created') ? ['created'] : is.slice(-1),
	);
	for (const event of CHANGE_EVENTS) {
		expect(await eventWith([event])).toEqual(is.filter((one) => one === event));
	}
});

const UNDONE = { task_count: null, completed_task_count: null };

test.each<[Partial<Stored>, readonly TriggerEvent[], string]>([
	[ARCHIVED, ['archived'], 'archived'],
	[{}, ['restored'], 'restored'],
	[{}, ['restored', 'updated'], 'updated'],
	[DONE, ['completed', 'restored'], 'completed'],
	[UNDONE, ['completed'], 'nothing'],
	[{}, ['reopened'], 'reopened'],
	[UNDONE, ['reopened'], 'reopened'],
	[{}, ['created', 'updated'], 'updated'],
])('without previous values, %j with %j is %s', (fields, events, expected) => {
	const project = { id: 'a', status: 'active', task_count: 3, completed_task_count: 1, ...fields };
	const [change] = changeOf(project, false, 'unknown', { ...OPTIONS, events });
	expect(change?.event ?? 'nothing').toBe(expected);
});

describe('an item', () => {
	const renamed = edit('plain', { name: 'New', description: 'Newer', status: 'archived' });
	const name = { from: 'Project plain', to: 'New' };
	const description = { from: null, to: 'Newer' };
	const status = { from: 'active', to: 'archived' };
	const tags = ['x', { y: null }];
	const long = 'ü'.repeat(99);
	const PREVIOUS = { includePreviousValues: true };

	test.each<[string, Partial<ChangeOptions>, Act, unknown]>([
		['no changes unless asked for', { fieldsToWatch: ['name'] }, renamed, undefined],
		['all that changed, stamps aside', PREVIOUS, renamed, { name, description, status }],
		[
			'nothing where it is not known',
			{ ...PREVIOUS, fieldsToWatch: ['end_date'] },
			act.inTurn(act.choose({ fieldsToWatch: ['name'] }), renamed),
			{},
		],
		[
			'what is watched, also a field that every object has',
			{ ...PREVIOUS, fieldsToWatch: ['name', 'tags', 'toString', 'constructor'] },
			edit('plain', { name: 'New', tags, toString: 'New', end_date: '2027-01-01' }),
			{ name, tags: { from: null, to: tags }, toString: { from: null, to: 'New' } },
		],
	])('says from what to what: %s', async (_what, options, change, changes) => {
		const [item] = await itemsAfter(change, options);
		expect(item?.['event']).toBe('updated');
		expect(item?.['changes']).toEqual(changes);
	});

	test('of a value over 100 characters says that it changed, and not from what', async () => {
		const trigger = watching({ events: ['updated'], fieldsToWatch: ['name'] });
		await trigger.poll();
		const changesTo = async (name: string) => {
			trigger.service.update('plain', { name });
			return (await trigger.poll()).map(({ changes }) => changes['name']);
		};
		expect(await changesTo(long)).toEqual([{ from: 'Project plain', to: long }]);
		expect(await changesTo(long)).toEqual([]);
		expect(await changesTo(`${long}!`)).toEqual([{ to: `${long}!` }]);
		expect(trigger.stateSize).toBeLessThan(1_000);
	});

	test('of a removed project is what is known of it, whatever Output says; others are as Output says', () => {
		const format = changeFormatter(({ id }) => ({ formatted: id }), {
			includePreviousValues: true,
		});
		const last = { id: 'a', name: 'Last', status: 'archived' };
		const removed = { project: last, event: 'removed', changes: {} } as const;
		expect(format(removed)).toEqual({ ...last, event: 'removed', changes: {} });
		const updated = { formatted: 'a', event: 'updated', changes: {} };
		expect(format({ ...removed, event: 'updated' })).toEqual(updated);
	});
});

const NAME_ONLY = { events: ['updated'], fieldsToWatch: ['name'] } as const;
story(
	'Fields to Watch narrow Updated, also where they are chosen later',
	() => watching({}),
	[act.inTurn(act.choose(NAME_ONLY), edit('plain', { name: 'x' })), 'updated plain'],
	[edit('archived', { task_count: 1 }), ''],
	[edit('archived', { name: 'y' }), 'updated archived'],
);

story(
	'with Removed chosen, whose values stand first, Archived is what was not archived before',
	() => watching({ events: ['archived', 'removed'] }),
	[edit('plain', ARCHIVED), 'archived plain'],
	[edit('plain', { name: 'x' }), ''],
);

story(
	'Status Active leaves out what is archived, and Archived is delivered all the same',
	() => watching({ status: 'active', events: ['created', 'archived', 'updated'] }),
	[edit('archived', { name: 'x' }), ''],
	[edit('newest', { name: 'x' }), 'updated newest'],
	[edit('plain', ARCHIVED), 'archived plain'],
	[createAndThen(ARCHIVED), 'archived new'],
);

story(
	'Status Archived leaves out what is active, and Restored is delivered all the same',
	() => watching({ status: 'archived', events: ['restored', 'updated'] }),
	[edit('plain', { name: 'x' }), ''],
	[edit('archived', { status: 'active' }), 'restored archived'],
);

story(
	'a change is delivered when the project matches Filters after it',
	() => watching(act.OF_SMITH),
	[edit('plain', { name: 'of nobody' }), ''],
	[edit('plain', { owner_id: 'smith' }), 'updated plain'],
	[edit('plain', { owner_id: 'jones' }), ''],
);

test('of All Existing Projects those are delivered that match', async () => {
	const trigger = watching({ startFrom: 'all', ...act.OF_SMITH });
	trigger.service.update('plain', { owner_id: 'smith' });
	expect(await trigger.events()).toEqual(['existing plain']);
});
