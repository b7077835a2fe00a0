import { startSandbox } from '../../dev/sandbox';
import { activateTrigger, testTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { apollo, pass, publish, sandbox } from './harness/apollo';
import { delivered, text } from './harness/delivered';

describe('an item', () => {
	it('is the project, the event, and with Include Previous Values what changed', async () => {
		const options = { includePreviousValues: true };
		const trigger = await publish({ events: ['archived', 'completed'], options });
		pass(1);
		sandbox.projects.archive(apollo());
		await trigger.tick();
		expect(trigger.emitted).toMatchObject([
			[
				{
					json: {
						id: apollo(),
						name: 'Apollo',
						status: 'archived',
						event: 'archived',
						changes: { status: { from: 'active', to: 'archived' } },
					},
				},
			],
		]);
	});

	it('comes once for a change, with the most specific event that was chosen', async () => {
		const trigger = await publish({ events: ['created', 'updated', 'completed'] });
		pass(1);
		sandbox.projects.update(apollo(), { completed_task_count: 4 });
		pass(1);
		sandbox.projects.create({ name: 'Gemini' });
		await trigger.tick();
		pass(1);
		sandbox.projects.update(apollo(), { description: 'Landed' });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([
			['completed Apollo', 'created Gemini'],
			['updated Apollo'],
		]);
	});

	it('comes only for the watched fields', async () => {
		const options = { fieldsToWatch: ['end_date'] };
		const trigger = await publish({ events: ['updated'], options });
		pass(1);
		sandbox.projects.update(apollo(), { description: 'Not watched' });
		await trigger.tick();
		pass(1);
		sandbox.projects.update(apollo(), { end_date: '2030-01-31' });
		await trigger.tick();
		expect(trigger.emitted).toHaveLength(1);
		expect(trigger.emitted[0]?.[0]?.json).toMatchObject({ end_date: '2030-01-31' });
		expect(trigger.emitted[0]?.[0]?.json).not.toHaveProperty('changes');
	});
});

describe('the state', () => {
	it('of another account is not used, and floods nobody', async () => {
		const trigger = await publish();
		const other = await startSandbox({ projects: 30, seed: 5 });
		const moved = await activateTrigger({
			...asSomebody(other),
			mode: 'init',
			savedState: trigger.savedState,
		});
		await moved.tick();
		expect(moved.emitted).toEqual([]);
		other.projects.create({ name: 'First of the other account' });
		await moved.tick();
		await other.close();
		expect(delivered(moved)).toEqual([['created First of the other account']]);
	});

	it.each([
		{ state: 'damaged' },
		{ state: { version: 99, phase: 'watching' }, revision: 7 },
		{ state: { version: 1, delivered: [7] } },
		{ state: null },
	])('%j is replaced by a new baseline', async (damaged) => {
		const savedState = { 'node:Collab Trigger': damaged };
		const trigger = await activateTrigger({ ...asSomebody(sandbox), mode: 'init', savedState });
		await trigger.tick();
		expect(trigger.emitted).toEqual([]);
		pass(1);
		sandbox.projects.update(apollo(), { name: 'Apollo 11' });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['updated Apollo 11']]);
	});

	it('of a renamed node is gone with the old name: a new baseline, and no flood', async () => {
		const trigger = await publish();
		const old = trigger.savedState['node:Collab Trigger'];
		const savedState = { 'node:Projects, before it was renamed': old };
		const renamed = await activateTrigger({ ...asSomebody(sandbox), mode: 'update', savedState });
		await renamed.tick();
		expect(renamed.emitted).toEqual([]);
		pass(1);
		sandbox.projects.create({ name: 'Gemini' });
		await renamed.tick();
		expect(delivered(renamed)).toEqual([['created Gemini']]);
	});

	it('stays small however many projects there are', async () => {
		const large = await startSandbox({ projects: 100_000, seed: 2 });
		const trigger = await activateTrigger(asSomebody(large));
		await trigger.tick();
		await large.close();
		expect(large.requests).toHaveLength(3);
		expect(JSON.stringify(trigger.state).length).toBeLessThan(2_000);
	});

	it('is not touched by a test in the editor, which says when there is nothing to show', async () => {
		const { error } = await testTrigger(asSomebody(sandbox, { status: 'archived' }));
		expect(error?.message).toBe('No project to show yet');
		expect(error?.description).toMatch(/Create or change one/);
	});
});

describe('polls', () => {
	it('that overlap deliver a change once', async () => {
		const trigger = await publish();
		pass(1);
		sandbox.projects.create({ name: 'Gemini' });
		sandbox.configure({ latencyMs: 50 });
		sandbox.clearRequests();
		await Promise.all([trigger.tick(), trigger.tick(), trigger.tick()]);
		expect(sandbox.requests).toHaveLength(1);
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created Gemini']]);
	});

	it('of a quiet account cost one request each', async () => {
		const trigger = await publish();
		pass(60);
		sandbox.clearRequests();
		for (let poll = 0; poll < 5; poll++) await trigger.tick();
		expect(sandbox.requests).toHaveLength(5);
		expect(JSON.stringify(trigger.state).length).toBeLessThan(2_000);
	});

	it('deliver a burst of 10,000 changes at once, in order', async () => {
		const trigger = await publish();
		const names = Array.from({ length: 10_000 }, (_name, number) => `Project ${number}`);
		for (const [number, name] of names.entries()) {
			if (number % 7 === 0) pass(1 / 60);
			sandbox.projects.create({ name });
		}
		sandbox.configure({ latencyMs: 5 });
		await trigger.tick();
		const [items = []] = trigger.emitted;
		const stamps = items.map((item) => text(item, 'updated_at'));
		expect(items.map((item) => text(item, 'name')).sort()).toEqual(names.sort());
		expect(stamps).toEqual([...stamps].sort());
		await trigger.tick();
		expect(trigger.emitted).toHaveLength(1);
	});
});
