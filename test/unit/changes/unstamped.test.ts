/** Projects that have no `updated_at` until their first update. */
import { NULLS } from '../../../dev/sandbox/listing';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { type Behavior, DAY, HOUR, MINUTE, SECOND } from '../service';
import * as act from './testTrigger';
import { expectEachOnce, eventsIn, nothing, numbered, story, withProjects } from './testTrigger';

const UNSTAMPED = { updated_at: null };

/** First the projects with a stamp, then those without, all created a second apart. */
function mixed(
	stamped: number,
	unstamped: number,
	behavior: Partial<Behavior>,
	options: Partial<ChangeOptions> = {},
) {
	const trigger = withProjects(stamped + unstamped, options, behavior);
	const { service } = trigger;
	service.updateAll(numbered(stamped, stamped + unstamped), UNSTAMPED);
	return trigger;
}

const create = (id: string) => act.create(id, UNSTAMPED);
const rename = (id: string) => act.edit(id, { name: 'renamed' });

describe.each(NULLS)('in the order of "%s"', (nulls) => {
	test('All Existing Projects: what comes or changes meanwhile comes as what it is, and all once', async () => {
		const options = { startFrom: 'all' } as const;
		const trigger = mixed(300, 120, { nulls, maxPerPage: 9, requestMs: 500 }, options);
		const events = await trigger.events();
		expect(trigger.state).toHaveProperty('backlog');
		const left = numbered(0, 420).filter((id) => !events.includes(`existing ${id}`));
		events.push(...(await trigger.events(act.inTurn(create('new'), rename(left[0]!)))));
		const [first = ''] = events[0]?.split(' ').slice(1) ?? [];
		trigger.service.update(first, { name: 'changed after it was read' });
		events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
		const existing = numbered(0, 420).map((id) => `existing ${id}`);
		expectEachOnce(events, [...existing, 'created new', `updated ${first}`]);
	});
});

test('an idle poll reads the list once more', async () => {
	const trigger = mixed(20, 1_000, { nulls: 'last' });
	for (const afterMs of [0, 6 * MINUTE, MINUTE]) await trigger.poll(afterMs);
	expect(await trigger.poll()).toEqual([]);
	expect(trigger.requests).toBe(12);
	expect(trigger.stateSize).toBeLessThan(1_021 * 24 + 600);
});

story(
	'the first of all, where no poll reads, is noticed by the number of projects, also before many new ones',
	() => mixed(400, 0, { nulls: 'last' }),
	[nothing, '', HOUR],
	[
		(service) => {
			service.create('n0', UNSTAMPED);
			service.nowMs += SECOND;
			service.createAll(numbered(1, 15, 'n'), {}, SECOND);
		},
		numbered(0, 15, 'created n').join(', '),
	],
);
for (const nulls of NULLS) {
	story(
		`in the order of "${nulls}", after another one: without a date of creation, too, it counts as updated`,
		() => mixed(30, 1, { nulls }),
		[act.create('new', { ...UNSTAMPED, created_at: null }), 'updated new'],
	);
}
const replaced = act.inTurn(create('new'), act.remove('p3'));
story(
	'one created while another was deleted is found when Became Overdue reads all projects',
	() => mixed(30, 0, { nulls: 'last' }, { events: ['created', 'becameOverdue'] }),
	[nothing, '', HOUR],
	[replaced, ''],
	[nothing, 'created new', DAY],
);
story(
	'one created while another was deleted is found when Removed reads all projects',
	() => mixed(30, 0, { nulls: 'last' }, { events: ['created', 'removed'] }),
	[nothing, '', HOUR],
	[replaced, ''],
	[act.remove('p4'), 'created new, removed p3, removed p4'],
);

describe('of more projects than a poll has time to compare', () => {
	const imported = numbered(1_000, 1_800);
	async function slowAfterImport(nulls: Behavior['nulls']): Promise<act.TestTrigger> {
		const trigger = mixed(20, 0, { nulls }, { lookBackMs: 0 });
		await trigger.poll();
		trigger.service.behave({ maxPerPage: 9, requestMs: SECOND });
		trigger.service.createAll(imported, UNSTAMPED);
		trigger.service.nowMs += MINUTE;
		trigger.service.update('p1', { name: 'stamped' });
		return trigger;
	}
	const created = imported.map((id) => `created ${id}`);

	test('other changes are delivered, and the new ones when there is time', async () => {
		const trigger = await slowAfterImport('last');
		expect(await trigger.events()).toEqual(['updated p1']);
		expect(await trigger.events(rename('p1000'))).toEqual(['created p1000']);
		trigger.service.behave({ requestMs: 0 });
		const rest = (await trigger.pollUntilIdle()).flatMap(eventsIn);
		expectEachOnce(rest, created.slice(1));
	});

	test('where these stand before other changes, polls fail and say so, and nothing is lost', async () => {
		const trigger = await slowAfterImport('first');
		const events = await trigger.events();
		await expect(trigger.events(rename('p1000'))).rejects.toMatchObject({ kind: 'listTooLong' });
		trigger.service.behave({ requestMs: 0 });
		events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
		expectEachOnce(events, ['updated p1', ...created]);
	});
});
