import { pass, publish, sandbox, serviceTimeMs } from './harness/apollo';
import { delivered } from './harness/delivered';

describe('the starting point', () => {
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
