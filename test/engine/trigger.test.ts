/** What the trigger delivers in n8n; that each of its fields has an effect is in fields.test.ts. */
import type { INodeParameters } from 'n8n-workflow';
import { openSandbox, type Sandbox } from '../sandboxes';
import { asSomebody } from './harness/credentials';
import { runCollab } from './harness/runCollab';
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

it('a published workflow emits what was created or changed since, oldest first, once', async () => {
	const trigger = await publish();
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
