/** What the trigger delivers in n8n; that each of its fields has an effect is in fields.test.ts. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { INodeParameters } from 'n8n-workflow';
import { openSandbox, type Sandbox } from '../sandboxes';
import { asSomebody } from './harness/credentials';
import { runCollab } from './harness/runCollab';
import { TriggerSession } from '../../nodes/Collab/trigger/session';
import { activateTrigger, delivered, testTrigger } from './harness/triggers';

/** The service's clock stands still; an hour after Apollo was created. */
let sandbox: Sandbox;
let serviceTimeMs: number;
let apollo: string;

beforeEach(async () => {
	serviceTimeMs = Date.now() - 86_400_000;
	sandbox = await openSandbox({ projects: 0, now: () => serviceTimeMs });
	const project = { name: 'Apollo', task_count: 4, completed_task_count: 1 };
	apollo = sandbox.projects.create(project).id;
	pass(60);
});
afterEach(() => jest.restoreAllMocks());

const pass = (minutes: number) => (serviceTimeMs += minutes * 60_000);

const publish = async (parameters: INodeParameters = {}) =>
	await activateTrigger(asSomebody(sandbox, parameters));

it('a published workflow emits what was created or changed since, oldest first, once; each poll writes a line into the log', async () => {
	const trigger = await publish({ events: ['created', 'updated', 'removed'] });
	const debug = jest.spyOn(Container.get(Logger), 'debug');
	await trigger.tick();
	expect(trigger.emitted).toEqual([]);
	for (const act of [
		() => sandbox.projects.create({ name: 'First' }),
		() => sandbox.projects.update(apollo, { name: 'Second' }),
		() => sandbox.projects.create({ name: 'Third' }),
	]) {
		pass(1);
		act();
	}
	await trigger.tick();
	await trigger.tick();
	expect(delivered(trigger)).toEqual([['created First', 'updated Second', 'created Third']]);
	expect(trigger.errors).toEqual([]);
	const lines = debug.mock.calls.filter(([line]) => line.startsWith('Collab Trigger'));
	// At debug level, without names and values.
	const details = { workflowId: expect.any(String) as string };
	expect(lines).toEqual([
		['Collab Trigger: 1 requests, 1 rows of 1 projects; no items', details],
		['Collab Trigger: 2 requests, 6 rows of 3 projects; 2 created, 1 updated', details],
		['Collab Trigger: 1 requests, 3 rows of 3 projects; no items', details],
	]);
});

it('a published workflow may start from an expression that gives another date on every poll: what there is comes once', async () => {
	const changedSince =
		'={{ $now.minus({ seconds: 1e9 + Math.floor(Math.random() * 1e8) }).toISO() }}';
	const trigger = await publish({ startFrom: 'since', changedSince });
	pass(60);
	await trigger.tick();
	await trigger.tick();
	expect(trigger.errors).toEqual([]);
	expect(delivered(trigger)).toEqual([['created Apollo']]);
});

it('Fetch Test Event shows the project that changed last, and touches no state', async () => {
	const trigger = await publish();
	pass(1);
	sandbox.projects.create({ name: 'Newest' });
	const { items, error } = await testTrigger(asSomebody(sandbox));
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ name: 'Newest', event: 'created', is_test: true });
	await trigger.tick();
	expect(delivered(trigger)).toEqual([['created Newest']]);
});

it("dates without a time zone, and today, are those of the workflow's time zone, in lists too", async () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T20:00Z'));
	const stamps = { created_at: '2025-12-31T20:00:00Z', updated_at: '2025-12-31T20:00:00Z' };
	sandbox.projects.create({ name: 'Tokyo', end_date: '2026-03-01', ...stamps });
	const since = '2026-01-01T00:00';
	const filters = { createdAfter: since, nameContains: 'Tokyo' };
	const parameters = { addComputedFields: true, filters };
	const settings = { ...asSomebody(sandbox, parameters), timezone: 'Asia/Tokyo' };
	const { items } = await runCollab(settings);
	const from = { startFrom: 'since', changedSince: since, ...parameters };
	const { emitted } = await activateTrigger({ ...settings, parameters: from });
	const expected = [{ json: { name: 'Tokyo', days_remaining: -1 } }];
	expect([items, ...emitted]).toMatchObject([expected, expected]);
});

describe('settings with which an event can never start the workflow', () => {
	const overdue = { filters: { overdue: 'only' } };
	it.each<[label: string, INodeParameters]>([
		['Project Became Overdue', { events: ['updated', 'becameOverdue'], status: 'archived' }],
		['Project Became Overdue', { events: ['becameOverdue'], filters: { statuses: ['archived'] } }],
		['Project Due Soon', { events: ['dueSoon'], ...overdue }],
		['Project Completed (All Tasks Done)', { events: ['completed'], filters: { maxProgress: 50 } }],
		['Project Archived', { events: ['archived'], filters: { statuses: ['active'] } }],
	])('are refused at publishing and in the test event: %s, %j', async (label, given) => {
		const said = `The event '${label}' can never start this workflow: 'Status' and 'Filters' leave out every such project`;
		const advice = `${said}. Take the event out of 'Trigger On'`;
		await expect(publish(given)).rejects.toThrow(advice);
		const { error } = await testTrigger(asSomebody(sandbox, given));
		expect(error?.message).toBe(said);
		const atStart = await activateTrigger({ ...asSomebody(sandbox, given), mode: 'init' });
		await atStart.tick();
		expect(atStart.errors).toEqual([]);
	});

	it.each<INodeParameters>([
		{ events: ['becameOverdue'], startFrom: 'all', ...overdue },
		{ events: ['archived', 'restored', 'removed', 'updated'], status: 'active' },
		{ events: ['restored'], filters: { statuses: ['on hold'], ownerIds: ['nobody'] } },
		{ events: ['archived'], filters: { statuses: '' } },
		{ events: ['reopened', 'dueSoon'], filters: { maxProgress: 99, dueWithinDays: 2 } },
		{ events: ['becameStale', 'created'], filters: { notUpdatedForDays: 60, overdue: 'exclude' } },
	])('are no others: %j', async (given) => {
		expect((await publish(given)).errors).toEqual([]);
	});
});

it('the log has the warnings of polls once an hour, with the ID of the workflow', () => {
	const warn = jest.fn();
	const session = new TriggerSession();
	const warnedAfter = (minutes: number, ...warnings: string[]) => {
		const now = Date.now() + minutes * 60_000;
		jest.spyOn(Date, 'now').mockReturnValue(now);
		session.warn({ warn } as never, warnings, { workflowId: 'w1' });
		return warn.mock.calls.splice(0) as unknown[];
	};
	expect(warnedAfter(1)).toEqual([]);
	expect(warnedAfter(1, 'one')).toEqual([['Collab Trigger: one.', { workflowId: 'w1' }]]);
	expect(warnedAfter(59, 'one')).toEqual([]);
	expect(warnedAfter(1, 'one', 'two')).toHaveLength(2);
});
