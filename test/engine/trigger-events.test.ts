/** What the trigger delivers, by its fields; that each field has an effect is in declared-trigger-fields.test.ts. */
import { SIMPLIFIED_FIELDS } from '../simplifiedFields';
import { testTrigger } from './harness/activateTrigger';
import { apollo, pass, publish, sandbox } from './harness/apollo';
import { asSomebody } from './harness/asSomebody';
import { delivered } from './harness/executions';

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('an item', () => {
	it('is the project, the event, and with Include Previous Values what changed', async () => {
		const options = { includePreviousValues: true };
		const trigger = await publish({ events: ['archived', 'completed'], options });
		pass(1);
		sandbox.projects.archive(apollo());
		await trigger.tick();
		const changes = { status: { from: 'active', to: 'archived' } };
		const json = { id: apollo(), name: 'Apollo', status: 'archived', event: 'archived', changes };
		expect(trigger.emitted).toMatchObject([[{ json }]]);
	});

	it.each([
		[{}, [...SIMPLIFIED_FIELDS, 'event']],
		[
			{ output: 'selected', fields: ['description'], addComputedFields: true },
			[
				...['id', 'description', 'progress_percent', 'is_complete', 'is_overdue'],
				...['days_remaining', 'days_since_update', 'event'],
			],
		],
	])('has with %j the fields of List Projects, and the event', async (parameters, fields) => {
		const trigger = await publish(parameters);
		pass(1);
		sandbox.projects.update(apollo(), { description: 'Changed' });
		await trigger.tick();
		expect(Object.keys(trigger.emitted[0]?.[0]?.json ?? {}).sort()).toEqual([...fields].sort());
	});
});

describe('Filters', () => {
	it('are those of List Projects: a change is delivered when the project matches after it', async () => {
		const trigger = await publish({ filters: { nameContains: 'gem' } });
		pass(1);
		sandbox.projects.update(apollo(), { description: 'Changed' });
		sandbox.projects.create({ name: 'Gemini' });
		await trigger.tick();
		pass(1);
		sandbox.projects.update(apollo(), { name: 'Gem of Apollo' });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created Gemini'], ['updated Gem of Apollo']]);
	});
});

describe('Start From', () => {
	it('may be all that exists', async () => {
		pass(1);
		sandbox.projects.create({ name: 'Gemini' });
		const trigger = await publish({ startFrom: 'all' });
		await trigger.tick();
		pass(1);
		sandbox.projects.create({ name: 'Mercury' });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([
			['existing Apollo', 'existing Gemini'],
			['created Mercury'],
		]);
	});

	it('may be an expression that gives another date on every poll: what there is comes once', async () => {
		const changedSince =
			'={{ $now.minus({ seconds: 1e9 + Math.floor(Math.random() * 1e8) }).toISO() }}';
		const trigger = await publish({ startFrom: 'since', changedSince });
		pass(60);
		await trigger.tick();
		await trigger.tick();
		expect(trigger.errors).toEqual([]);
		expect(delivered(trigger)).toEqual([['created Apollo']]);
	});
});

describe('the events that are about all projects', () => {
	it('Project Removed gives the ID, and the name and status last known, whatever Output says', async () => {
		// An hour after Apollo, which Look Back does not hold back then.
		sandbox.projects.create({ name: 'Gemini' });
		const trigger = await publish({ events: ['removed'], output: 'raw', addComputedFields: true });
		const id = apollo();
		sandbox.projects.remove(id);
		await trigger.tick();
		await trigger.tick();
		const json = { id, name: 'Apollo', status: 'active', event: 'removed' };
		expect(trigger.emitted.map((items) => items.map((item) => item.json))).toEqual([[json]]);
	});

	it('Became Overdue and Due Soon follow the end date, formatted as Output says', async () => {
		const options = { dueSoonDays: 3 };
		const events = ['becameOverdue', 'dueSoon'];
		const trigger = await publish({ events, options, addComputedFields: true });
		sandbox.projects.update(apollo(), { end_date: day(2) });
		await trigger.tick();
		sandbox.projects.update(apollo(), { end_date: day(-2) });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['dueSoon Apollo'], ['becameOverdue Apollo']]);
		expect(trigger.emitted[1]?.[0]?.json).toMatchObject({ is_overdue: true, days_remaining: -2 });
		expect(trigger.emitted[1]?.[0]?.json).not.toHaveProperty('description');
	});

	it.each([
		['removed', { name: 'Apollo', status: 'active' }],
		['becameOverdue', { end_date: day(-1), is_overdue: true }],
		['dueSoon', { end_date: day(5), days_remaining: 5 }],
		['becameStale', { days_since_update: 30 }],
	])('Fetch Test Event shows what looks like %s', async (event, fields) => {
		sandbox.projects.update(apollo(), {
			end_date: day(5),
			task_count: 3,
			updated_at: new Date(Date.now() - 30 * DAY_MS).toISOString(),
		});
		const parameters = { events: [event], addComputedFields: true };
		const { items, error } = await testTrigger(asSomebody(sandbox, parameters));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ event, ...fields });
	});
});

it.each([
	[{ options: { dueSoonDays: -1 } }, /Due Soon \(Days\)/],
	[{ options: { staleDays: 0.5 } }, /Stale After \(Days\)/],
	[{ filters: { updatedAfter: 'soon' } }, /Updated After/],
])('%j is refused in words', async (parameters, message) => {
	const { error } = await testTrigger(asSomebody(sandbox, parameters));
	expect(error?.message).toMatch(message);
});
