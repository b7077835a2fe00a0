import { eventsIn, HOUR, MINUTE, OPTIONS, TestTrigger, withProjects } from './testTrigger';
import type { Scheduler } from './n8n';

const SCHEDULERS: Scheduler[] = ['classic', 'durable'];

describe.each(SCHEDULERS)('the baseline, with the %s scheduler', (scheduler) => {
	test('delivers nothing; later changes are delivered, oldest first', async () => {
		const trigger = withProjects(3, {}, scheduler);
		expect(await trigger.publish()).toEqual([]);
		trigger.service.nowMs += 5000;
		trigger.service.update('p2', { name: 'Renamed' });
		trigger.service.nowMs += 5000;
		trigger.service.create('new');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p2', 'created new']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('of an empty account: its first project is delivered', async () => {
		const trigger = new TestTrigger({}, scheduler);
		const longAgo = '2001-01-01T00:00:00Z';
		expect(await trigger.publish()).toEqual([]);
		trigger.service.create('first', { created_at: longAgo, updated_at: longAgo });
		expect(eventsIn(await trigger.poll())).toEqual(['created first']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('after a restart is not needed again', async () => {
		const trigger = withProjects(3, {}, scheduler);
		await trigger.publish();
		trigger.n8n.restart();
		trigger.service.update('p1');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
		trigger.n8n.restart();
		expect(await trigger.poll()).toEqual([]);
	});
});

test('another account gives a new baseline instead of a flood', async () => {
	const trigger = withProjects(3);
	await trigger.publish();
	trigger.options = { ...OPTIONS, account: 'https://elsewhere.test/v1' };
	trigger.service.update('p1');
	expect(await trigger.poll()).toEqual([]);
	trigger.service.update('p2');
	expect(eventsIn(await trigger.poll())).toEqual(['updated p2']);
});

test('a saved position that no account can have ends no poll', async () => {
	const trigger = withProjects(3, { startFrom: 'all' });
	await trigger.publish();
	const saved = trigger.n8n.state as object;
	trigger.n8n.state = { ...saved, backlog: { offset: 999_999_999, pageSize: 100 } };
	await trigger.poll();
	expect(trigger.n8n.state).not.toHaveProperty('backlog');
	trigger.service.update('p1');
	expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
});

test('other settings lose nothing and flood nothing', async () => {
	const trigger = withProjects(3);
	await trigger.publish();
	trigger.service.update('p1', { status: 'archived' });
	trigger.options = { ...OPTIONS, status: 'archived', events: ['archived'], lookBackMs: HOUR };
	expect(eventsIn(await trigger.poll())).toEqual(['archived p1']);
	expect(await trigger.poll()).toEqual([]);
});

test('changes of one second, before and after a poll, are delivered once each', async () => {
	const trigger = withProjects(3);
	await trigger.publish();
	trigger.service.nowMs += MINUTE;
	trigger.service.update('p1', { name: 'one' });
	expect(eventsIn(await trigger.poll(100))).toEqual(['updated p1']);
	trigger.service.update('p2', { name: 'two' });
	expect(eventsIn(await trigger.poll(100))).toEqual(['updated p2']);
	trigger.service.update('p1', { name: 'three' });
	expect(eventsIn(await trigger.poll(100))).toEqual(['updated p1']);
	expect(await trigger.poll()).toEqual([]);
});

test('an idle poll of an account of 10,000 projects is one request of ten rows and a state of 600 characters', async () => {
	const trigger = withProjects(10_000);
	await trigger.publish();
	await trigger.poll(6 * MINUTE);
	await trigger.poll();
	const { service } = trigger;
	service.rowsSent = 0;
	expect(await trigger.poll()).toEqual([]);
	expect(trigger.requests).toBe(1);
	expect(service.rowsSent).toBe(10);
	expect(trigger.n8n.savedSize).toBeLessThanOrEqual(600);
});
