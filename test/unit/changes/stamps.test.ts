import { FUTURE } from './service';
import { DAY, eventsIn, HOUR, MINUTE, withProjects } from './testTrigger';

describe('rows that become visible late', () => {
	test('are delivered within Look Back, though their stamp is older than others that were', async () => {
		const trigger = withProjects(3);
		await trigger.publish();
		trigger.service.showLater(3 * MINUTE, 'late');
		trigger.service.nowMs += 30_000;
		trigger.service.update('p1');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
		expect(eventsIn(await trigger.poll(3 * MINUTE))).toEqual(['created late']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('in an older version than the one that was delivered are no change', async () => {
		const trigger = withProjects(3);
		await trigger.publish();
		const stale = { name: 'stale', updated_at: trigger.service.stamp() };
		trigger.service.nowMs += 10_000;
		trigger.service.update('p1', { name: 'current' });
		const current = trigger.service.get('p1');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
		trigger.service.update('p1', stale);
		expect(await trigger.poll()).toEqual([]);
		trigger.service.update('p1', current);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('stamps in the future', () => {
	test.each([
		['with a Date header', true, 0],
		['without a Date header', false, 0],
		['where this machine’s clock is a day behind', true, -24],
		['where it is five hours behind', true, -5],
		['where it is five hours ahead', true, 5],
		['where it is years ahead', true, 30_000],
	])('stall nothing and repeat nothing %s', async (_name, hasDate, hoursAhead) => {
		const trigger = withProjects(3);
		const { service } = trigger;
		const eventsAfter = async (...update: Parameters<typeof service.update>) => {
			service.update(...update);
			return eventsIn(await trigger.poll());
		};
		service.hasDate = hasDate;
		trigger.skewMs = hoursAhead * HOUR;
		await trigger.publish();
		expect(await eventsAfter('p1', { updated_at: FUTURE })).toEqual(['updated p1']);
		expect(await eventsAfter('p2')).toEqual(['updated p2']);
		expect(await eventsAfter('p1', { updated_at: FUTURE, name: 'again' })).toEqual(['updated p1']);
		expect(await eventsAfter('p1', { name: 'back in time' })).toEqual(['updated p1']);
		expect(await trigger.poll(HOUR)).toEqual([]);
		expect(await eventsAfter('p0')).toEqual(['updated p0']);
	});

	test('at the baseline stall nothing', async () => {
		const trigger = withProjects(3);
		trigger.service.update('p1', { updated_at: FUTURE });
		expect(await trigger.publish()).toEqual([]);
		trigger.service.update('p2');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p2']);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('one answer with an absurd date hides no later change', () => {
	test.each([
		['of the year 9999, with a row of 9998', Date.UTC(9999, 0), '9998-06-01T00:00:00Z'],
		['of the year 9999', Date.UTC(9999, 0), undefined],
		['of 1970', 0, undefined],
		['of 1970, with a row of 1970', 0, '1970-01-01T00:00:00Z'],
		['of a year later', Date.UTC(2027, 5), undefined],
	])('%s', async (_name, dateMs, stamp) => {
		const trigger = withProjects(20);
		await trigger.publish();
		const { service } = trigger;
		if (stamp !== undefined) service.update('p3', { updated_at: stamp });
		service.dateSkewMs = dateMs - service.nowMs;
		await trigger.poll();
		service.dateSkewMs = 0;
		service.update('p4');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p4']);
		service.update('p5');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p5']);
		service.update('p6');
		expect(eventsIn(await trigger.poll(DAY))).toEqual(['updated p6']);
	});
});

test('projects without any date: each change is delivered as updated, and hinders no other', async () => {
	const trigger = withProjects(3);
	trigger.service.create('undated', { created_at: null, updated_at: null });
	expect(await trigger.publish()).toEqual([]);
	trigger.service.update('undated', { updated_at: null, name: 'changed' });
	trigger.service.update('p1');
	expect(eventsIn(await trigger.poll())).toEqual(['updated p1', 'updated undated']);
	trigger.service.create('new', { created_at: null, updated_at: null });
	expect(eventsIn(await trigger.poll())).toEqual(['updated new']);
	expect(await trigger.poll()).toEqual([]);
});

test('stamps of 30,000 digits in answers of 36 kB: the state stays small, and each change is delivered once', async () => {
	const trigger = withProjects(10);
	const { service } = trigger;
	const longStamp = (seed: number) =>
		`${service.stamp().slice(0, 19)}.${`${seed}`.padStart(12, '7').padEnd(30_000, '3')}Z`;
	await trigger.publish();
	for (let number = 0; number < 10; number += 1) {
		service.update(`p${number}`, { updated_at: longStamp(number) });
		expect(eventsIn(await trigger.poll(10_000))).toEqual([`updated p${number}`]);
	}
	expect(await trigger.poll(10_000)).toEqual([]);
	expect(trigger.largestState).toBeLessThan(2_000);
});

test('a field with another value in each answer is no change', async () => {
	const trigger = withProjects(200);
	let answers = 0;
	trigger.service.extraFields = () => ({
		picture_url: `https://service.test/signed/${(answers += 1)}`,
	});
	for (let number = 0; number < 200; number += 1) trigger.service.update(`p${number}`);
	await trigger.publish();
	expect(await trigger.poll()).toEqual([]);
	trigger.service.update('p7');
	expect(eventsIn(await trigger.poll())).toEqual(['updated p7']);
	for (let round = 0; round < 7; round += 1) expect(await trigger.poll()).toEqual([]);
});
