/** What is new from one poll to the next: whatever clocks, stamps and settings say. */
import type { Scheduler } from './n8n';
import { DAY, HOUR, MINUTE, SECOND } from '../service';
import { nothing, story, TestTrigger, withProjects } from './testTrigger';

const FUTURE = '2031-01-01T00:00:00Z';
const LONG_AGO = '2001-01-01T00:00:00Z';

const three = () => withProjects(3);

test.each<Scheduler>(['classic', 'durable'])(
	'the baseline delivers nothing, and is not needed again after a restart (%s)',
	async (scheduler) => {
		const trigger = new TestTrigger({}, scheduler);
		trigger.service.createAll(['p0', 'p1'], {}, SECOND);
		expect(await trigger.poll(HOUR, true)).toEqual([]);
		expect(await trigger.events((service) => service.create('new'))).toEqual(['created new']);
		for (const events of [['updated p1'], []]) {
			trigger.n8n.restart();
			if (events.length > 0) trigger.service.update('p1');
			expect(await trigger.events()).toEqual(events);
		}
	},
);

story('changes are delivered oldest first', three, [
	(service) => {
		service.update('p2', { name: 'Renamed' });
		service.nowMs += SECOND;
		service.create('new');
	},
	'updated p2, created new',
]);

story('the first project of an empty account is delivered, however old', () => new TestTrigger(), [
	(service) => service.create('a', { created_at: LONG_AGO, updated_at: LONG_AGO }),
	'created a',
]);

story(
	'another account gives a new baseline instead of a flood',
	three,
	[
		(service, trigger) => {
			trigger.choose({ account: 'https://elsewhere.test/v1' });
			service.update('p1');
		},
		'',
	],
	[(service) => service.update('p2'), 'updated p2'],
);

story('other settings lose nothing and flood nothing', three, [
	(service, trigger) => {
		service.update('p1', { status: 'archived' });
		trigger.choose({ status: 'archived', events: ['archived'], lookBackMs: HOUR });
	},
	'archived p1',
]);

story(
	'changes of one second, before and after a poll, are delivered once each',
	three,
	[(service) => service.update('p1', { name: 'one' }), 'updated p1', 100],
	[(service) => service.update('p2', { name: 'two' }), 'updated p2', 100],
	[(service) => service.update('p1', { name: 'three' }), 'updated p1', 100],
);

story(
	'what becomes visible late is delivered within Look Back, though others with later stamps were',
	three,
	[
		(service) => {
			service.create('late', {}, service.nowMs + 3 * MINUTE);
			service.nowMs += 30 * SECOND;
			service.update('p1');
		},
		'updated p1',
	],
	[nothing, 'created late', 3 * MINUTE],
);

describe('a stamp in the future stalls nothing and repeats nothing', () => {
	test.each([
		['with a Date header', 0, 0],
		['where this machine’s clock is a day behind', 0, -24],
		['where it is years ahead', 0, 30_000],
	])('%s', async (_name, dateSkewMs, hoursAhead) => {
		const trigger = withProjects(3, {}, { dateSkewMs });
		const { service } = trigger;
		trigger.skewMs = hoursAhead * HOUR;
		await trigger.poll();
		const steps: Array<Parameters<typeof service.update>> = [
			['p1', { updated_at: FUTURE }],
			['p2'],
			['p1', { updated_at: FUTURE, name: 'again' }],
			['p1', { name: 'back in time' }],
			['p0'],
		];
		for (const step of steps) {
			expect(await trigger.events(() => service.update(...step))).toEqual([`updated ${step[0]}`]);
			if (step[0] === 'p2') expect(await trigger.poll(HOUR)).toEqual([]);
		}
	});
});

test.each([
	['of the year 9999, with a row of 9998', Date.UTC(9999, 0), '9998-06-01T00:00:00Z'],
	['of the year 9999', Date.UTC(9999, 0), undefined],
	['of 1970', 0, undefined],
	['of 1970, with a row of 1970', 0, '1970-01-01T00:00:00Z'],
	['of a year later', Date.UTC(2027, 5), undefined],
])('one answer with a date %s hides no later change', async (_name, dateMs, stamp) => {
	const trigger = withProjects(20);
	await trigger.poll();
	const { service } = trigger;
	if (stamp !== undefined) service.update('p3', { updated_at: stamp });
	service.behave({ dateSkewMs: dateMs - service.nowMs });
	await trigger.poll();
	service.behave({ dateSkewMs: 0 });
	for (const [id, afterMs] of [
		['p4', MINUTE] as const,
		['p5', MINUTE] as const,
		['p6', DAY] as const,
	]) {
		expect(await trigger.events(() => service.update(id), afterMs)).toEqual([`updated ${id}`]);
	}
});

story(
	'a field with another value in each answer is no change',
	() => withProjects(200, {}, { isVolatile: true }),
	[nothing, ''],
	[(service) => service.update('p7'), 'updated p7'],
);

test('stamps of 30,000 digits leave the state small, and each change is delivered once', async () => {
	const trigger = withProjects(10);
	const { service } = trigger;
	await trigger.poll();
	for (let number = 0; number < 10; number += 1) {
		const digits = `${number}`.padStart(12, '7').padEnd(30_000, '3');
		const updated_at = `${service.stamp().slice(0, 19)}.${digits}Z`;
		const events = await trigger.events(() => service.update(`p${number}`, { updated_at }), 10_000);
		expect(events).toEqual([`updated p${number}`]);
	}
	expect(trigger.stateSize).toBeLessThan(2_000);
});

test('an idle poll of an account of 10,000 projects is one request of ten rows and a state of 600 characters', async () => {
	const trigger = withProjects(10_000);
	for (const afterMs of [0, 6 * MINUTE, MINUTE]) await trigger.poll(afterMs);
	trigger.service.rowsSent = 0;
	expect(await trigger.poll()).toEqual([]);
	expect([trigger.requests, trigger.service.rowsSent]).toEqual([1, 10]);
	expect(trigger.stateSize).toBeLessThanOrEqual(600);
});
