/** What the trigger's fields do: Start From, Output and Filters, the last two with the code of List Projects. */
import { testTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { apollo, pass, publish, sandbox, serviceTimeMs } from './harness/apollo';
import { delivered } from './harness/delivered';

describe('Output', () => {
	const outputOf = async (parameters: Parameters<typeof publish>[0]) => {
		const trigger = await publish(parameters);
		pass(1);
		sandbox.projects.update(apollo(), { description: 'Changed' });
		await trigger.tick();
		return trigger.emitted[0]?.[0]?.json ?? {};
	};

	it('Simplified has the ten fields of List Projects, and the event', async () => {
		const item = await outputOf({});
		expect(Object.keys(item)).toHaveLength(11);
		expect(item).toMatchObject({ id: apollo(), event: 'updated' });
		expect(item).not.toHaveProperty('description');
	});

	it('Raw has what the service sends', async () => {
		expect(await outputOf({ output: 'raw' })).toMatchObject({ description: 'Changed' });
	});

	it('Selected Fields has these and the ID; computed fields are added', async () => {
		const parameters = { output: 'selected', fields: ['description'], addComputedFields: true };
		const item = await outputOf(parameters);
		expect(Object.keys(item).sort()).toEqual([
			'days_remaining',
			'days_since_update',
			'description',
			'event',
			'id',
			'is_complete',
			'is_overdue',
			'progress_percent',
		]);
	});
});

describe('Filters', () => {
	it('are those of List Projects: a change is delivered when the project matches after it', async () => {
		const trigger = await publish({ filters: { nameContains: 'gem' } });
		pass(1);
		sandbox.projects.update(apollo(), { description: 'Changed' });
		sandbox.projects.create({ name: 'Gemini' });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created Gemini']]);
		pass(1);
		sandbox.projects.update(apollo(), { name: 'Gem of Apollo' });
		await trigger.tick();
		expect(delivered(trigger)[1]).toEqual(['updated Gem of Apollo']);
	});

	it('that cannot be read are refused in words', async () => {
		const parameters = { filters: { updatedAfter: 'soon' } };
		const { error } = await testTrigger(asSomebody(sandbox, parameters));
		expect(error?.message).toMatch(/Updated After/);
	});
});

describe('Start From', () => {
	it('may be all that exists', async () => {
		pass(1);
		sandbox.projects.create({ name: 'Gemini' });
		pass(60);
		const trigger = await publish({ startFrom: 'all' });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['existing Apollo', 'existing Gemini']]);
		pass(1);
		sandbox.projects.create({ name: 'Mercury' });
		await trigger.tick();
		expect(delivered(trigger)[1]).toEqual(['created Mercury']);
	});

	it('may be what $now gives', async () => {
		const changedSince = '={{ $now.minus({ days: 30 }) }}';
		const trigger = await publish({ startFrom: 'since', changedSince });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created Apollo']]);
	});

	it('may be a date', async () => {
		pass(60);
		const changedSince = new Date(serviceTimeMs).toISOString();
		pass(1);
		sandbox.projects.create({ name: 'Gemini' });
		const trigger = await publish({ startFrom: 'since', changedSince });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created Gemini']]);
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
