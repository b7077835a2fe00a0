import {
	eventsIn,
	expectEachOnce,
	HOUR,
	MINUTE,
	OPTIONS,
	TestTrigger,
	withProjects,
} from './testTrigger';
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

describe('a new baseline instead of a flood', () => {
	test.each([
		['a damaged state', { version: 2, updated: 'x' }],
		['a state of another version', { version: 99 }],
		['a state that is no object', 'nonsense'],
	])('for %s', async (_name, saved) => {
		const trigger = withProjects(3);
		let state: unknown = saved;
		const store = {
			load: () => state,
			save: (next: unknown) => {
				state = next;
			},
		};
		expect(await trigger.pollWith(store)).toEqual([]);
		trigger.service.nowMs += MINUTE;
		trigger.service.update('p1');
		expect(eventsIn(await trigger.pollWith(store))).toEqual(['updated p1']);
	});

	test('for another account', async () => {
		const trigger = withProjects(3);
		await trigger.publish();
		trigger.options = { ...OPTIONS, account: 'https://elsewhere.test/v1' };
		trigger.service.update('p1');
		expect(await trigger.poll()).toEqual([]);
		trigger.service.update('p2');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p2']);
	});
});

test.each([Number.MAX_SAFE_INTEGER, 999_999_999])(
	'a saved position that no account can have (%d) ends no poll',
	async (unplacedFirst) => {
		const trigger = withProjects(3);
		await trigger.publish();
		const saved = trigger.n8n.state as { updated: object };
		let state: unknown = { ...saved, updated: { ...saved.updated, unplacedFirst } };
		const store = { load: () => state, save: (next: unknown) => void (state = next) };
		expect(await trigger.pollWith(store)).toEqual([]);
		trigger.service.nowMs += MINUTE;
		trigger.service.update('p1');
		expect(eventsIn(await trigger.pollWith(store))).toEqual(['updated p1']);
	},
);

test('other settings lose nothing and flood nothing', async () => {
	const trigger = withProjects(3);
	await trigger.publish();
	trigger.service.update('p1', { status: 'archived' });
	trigger.options = { ...OPTIONS, status: 'archived', events: ['archived'], lookBackMs: HOUR };
	expect(eventsIn(await trigger.poll())).toEqual(['archived p1']);
	expect(await trigger.poll()).toEqual([]);
});

describe('the same second', () => {
	test('changes before and after a poll are delivered once each', async () => {
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
});

describe('an idle poll', () => {
	test('of an account of 10,000 projects is one request, 8 kB and a state of 600 characters', async () => {
		const trigger = withProjects(10_000);
		await trigger.publish();
		await trigger.poll(6 * MINUTE);
		await trigger.poll();
		const { service } = trigger;
		service.bytesSent = 0;
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.requests).toBe(1);
		expect(service.bytesSent).toBeLessThanOrEqual(8_000);
		expect(trigger.n8n.savedSize).toBeLessThanOrEqual(600);
	});

	test('is as small after a bulk change', async () => {
		const trigger = withProjects(1000);
		await trigger.publish();
		for (let number = 0; number < 1000; number += 1) trigger.service.update(`p${number}`);
		await trigger.pollUntilIdle();
		await trigger.poll(6 * MINUTE);
		await trigger.poll();
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.requests).toBe(1);
		expect(trigger.n8n.savedSize).toBeLessThanOrEqual(600);
		trigger.service.create('next');
		expect(eventsIn(await trigger.poll())).toEqual(['created next']);
	});
});

test('of several changes between two polls the latest state is delivered, once', async () => {
	const trigger = withProjects(3);
	await trigger.publish();
	for (const name of ['one', 'two', 'three']) {
		trigger.service.nowMs += 10_000;
		trigger.service.update('p1', { name });
	}
	const changes = await trigger.poll();
	expect(changes.map(({ project }) => project['name'])).toEqual(['three']);
	expect(await trigger.poll()).toEqual([]);
});

test('what is deleted, or taken back before the next poll, leaves nothing to see', async () => {
	const trigger = withProjects(3, { events: ['created', 'archived', 'restored'] });
	await trigger.publish();
	trigger.service.create('short-lived');
	trigger.service.delete('short-lived');
	trigger.service.delete('p0');
	trigger.service.update('p1', { status: 'archived' });
	trigger.service.nowMs += 10_000;
	trigger.service.update('p1', { status: 'active' });
	expect(await trigger.poll()).toEqual([]);
});

test('what is deleted while a poll reads hides no other change', async () => {
	const trigger = withProjects(3);
	await trigger.publish();
	trigger.service.update('p0');
	trigger.service.update('p1');
	trigger.service.beforeAnswer = () => trigger.service.delete('p2');
	expectEachOnce(eventsIn(await trigger.poll()), ['updated p0', 'updated p1']);
});

test('a poll that fails has saved nothing, and the next one delivers', async () => {
	const trigger = withProjects(3);
	await trigger.publish();
	const saved = JSON.stringify(trigger.n8n.state);
	trigger.service.update('p1');
	trigger.service.beforeAnswer = () => {
		throw new Error('down');
	};
	await expect(trigger.poll()).rejects.toThrow('down');
	expect(JSON.stringify(trigger.n8n.state)).toBe(saved);
	trigger.service.beforeAnswer = () => {};
	expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
});
