/** Output and Filters of the trigger: the fields and the code of List Projects. */
import { testTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { apollo, pass, publish, sandbox } from './harness/apollo';
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
