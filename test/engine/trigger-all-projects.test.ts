/** The events that are about all projects: Removed, Became Overdue, Due Soon and Became Stale. */
import type { INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { activateTrigger, testTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { delivered } from './harness/delivered';

const DAY_MS = 86_400_000;
const NOT_BEGUN = new Error('The execution could not be created');

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ projects: 0, now: () => Date.now() - 30 * DAY_MS });
	sandbox.projects.create({ name: 'Apollo', end_date: day(5), task_count: 3, description: 'Moon' });
});
afterEach(async () => await sandbox.close());

const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const apollo = () => sandbox.projects.all().find(({ name }) => name === 'Apollo')?.id ?? '';
const publish = async (parameters: INodeParameters) =>
	await activateTrigger(asSomebody(sandbox, parameters));

it('Project Removed gives the ID, and the name and status last known, whatever Output says', async () => {
	const trigger = await publish({ events: ['removed'], output: 'raw', addComputedFields: true });
	const id = apollo();
	sandbox.projects.remove(id);
	await trigger.tick();
	await trigger.tick();
	expect(trigger.emitted).toMatchObject([[{ json: {} }]]);
	expect(trigger.emitted[0]?.[0]?.json).toEqual({
		id,
		name: 'Apollo',
		status: 'active',
		event: 'removed',
	});
});

it('a removal whose execution did not begin is delivered again, beside the last change', async () => {
	const trigger = await publish({ events: ['removed', 'updated'] });
	sandbox.projects.update(apollo(), { name: 'Apollo 11' });
	await trigger.tick();
	await trigger.executionRefused(NOT_BEGUN);
	sandbox.projects.remove(sandbox.projects.all()[0]?.id ?? '');
	await trigger.tick();
	await trigger.tick();
	expect(delivered(trigger).at(-1)).toEqual(['updated Apollo 11', 'removed Apollo 11']);
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

it('Became Stale follows the last change: a project that arrives unchanged for long is delivered', async () => {
	const trigger = await publish({ events: ['becameStale'], options: { staleDays: 20 } });
	sandbox.projects.create({ name: 'Imported' });
	await trigger.tick();
	expect(delivered(trigger)).toEqual([['becameStale Imported']]);
});

it.each([
	['removed', { name: 'Apollo', status: 'active' }],
	['becameOverdue', { end_date: day(-1), is_overdue: true }],
	['dueSoon', { end_date: day(5), days_remaining: 5 }],
	['becameStale', { days_since_update: 30 }],
])('Fetch Test Event shows what looks like %s', async (event, fields) => {
	const parameters = { events: [event], addComputedFields: true };
	const { items, error } = await testTrigger(asSomebody(sandbox, parameters));
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ event, ...fields });
});

it.each([
	[{ dueSoonDays: -1 }, /Due Soon \(Days\)/],
	[{ staleDays: 0.5 }, /Stale After \(Days\)/],
])('%j is refused in words', async (options, message) => {
	const { error } = await testTrigger(asSomebody(sandbox, { options }));
	expect(error?.message).toMatch(message);
});
