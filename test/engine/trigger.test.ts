/** What the trigger delivers in n8n; that each of its fields has an effect is in fields.test.ts. */
import type { INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { SIMPLIFIED_FIELDS } from '../simplifiedFields';
import { asSomebody } from './harness/credentials';
import { activateTrigger, delivered, testTrigger } from './harness/triggers';

const DAY_MS = 86_400_000;

/** The service's clock stands still; an hour after Apollo was created. */
let sandbox: Sandbox;
let serviceTimeMs: number;
let apollo: string;

beforeEach(async () => {
	serviceTimeMs = Date.now() - DAY_MS;
	sandbox = await startSandbox({ projects: 0, now: () => serviceTimeMs });
	const project = { name: 'Apollo', task_count: 4, completed_task_count: 1 };
	apollo = sandbox.projects.create(project).id;
	pass(60);
});
afterEach(async () => await sandbox.close());

const pass = (minutes: number) => (serviceTimeMs += minutes * 60_000);

const publish = async (parameters: INodeParameters = {}) =>
	await activateTrigger(asSomebody(sandbox, parameters));

describe('a published workflow', () => {
	it('emits what was created or changed since, oldest first, once', async () => {
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

	it('an item has, besides event and changes, the fields of List Projects', async () => {
		const options = { includePreviousValues: true };
		const simplified = await publish({ events: ['archived'], options });
		const more = { fields: ['description'], addComputedFields: true };
		const selected = await publish({ events: ['archived'], output: 'selected', ...more });
		pass(1);
		sandbox.projects.archive(apollo);
		await Promise.all([simplified.tick(), selected.tick()]);
		const [item] = simplified.emitted.flat();
		const changes = { status: { from: 'active', to: 'archived' } };
		expect(item?.json).toMatchObject({ id: apollo, event: 'archived', changes });
		const fieldsOf = (json = {}) => Object.keys(json).sort();
		expect(fieldsOf(item?.json)).toEqual([...SIMPLIFIED_FIELDS, 'event', 'changes'].sort());
		expect(fieldsOf(selected.emitted[0]?.[0]?.json)).toEqual([
			...['days_remaining', 'days_since_update', 'description', 'event', 'id', 'is_complete'],
			...['is_overdue', 'progress_percent'],
		]);
	});

	it('a change is delivered when the project matches the filters after it', async () => {
		const trigger = await publish({ filters: { nameContains: 'gem' } });
		pass(1);
		sandbox.projects.update(apollo, { description: 'Changed' });
		sandbox.projects.create({ name: 'Gemini' });
		await trigger.tick();
		pass(1);
		sandbox.projects.update(apollo, { name: 'Gem of Apollo' });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created Gemini'], ['updated Gem of Apollo']]);
	});

	it('may start from an expression that gives another date on every poll: what there is comes once', async () => {
		const changedSince =
			'={{ $now.minus({ seconds: 1e9 + Math.floor(Math.random() * 1e8) }).toISO() }}';
		const trigger = await publish({ startFrom: 'since', changedSince });
		pass(60);
		await trigger.tick();
		await trigger.tick();
		expect(trigger.errors).toEqual([]);
		expect(delivered(trigger)).toEqual([['created Apollo']]);
	});

	it('Project Removed gives the ID, and the name and status last known, whatever Output says', async () => {
		// An hour after Apollo, which Look Back does not hold back then.
		sandbox.projects.create({ name: 'Gemini' });
		const trigger = await publish({ events: ['removed'], output: 'raw', addComputedFields: true });
		sandbox.projects.remove(apollo);
		await trigger.tick();
		await trigger.tick();
		const json = { id: apollo, name: 'Apollo', status: 'active', event: 'removed' };
		expect(trigger.emitted.map((items) => items.map((item) => item.json))).toEqual([[json]]);
	});
});

describe('Fetch Test Event', () => {
	it('shows the project that changed last, and touches no state', async () => {
		const trigger = await publish();
		pass(1);
		sandbox.projects.create({ name: 'Newest' });
		const { items, error } = await testTrigger(asSomebody(sandbox));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ name: 'Newest' });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created Newest']]);
	});
});
