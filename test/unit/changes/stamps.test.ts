import {
	DAY,
	eventsIn,
	expectEachOnce,
	HOUR,
	idsIn,
	MINUTE,
	numbered,
	type TestTrigger,
	withProjects,
} from './testTrigger';

const FUTURE = '2031-01-01T00:00:00Z';

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

	test('in an older version again are not delivered again', async () => {
		const trigger = withProjects(3);
		const { one, two } = await twoVersions(trigger);
		trigger.service.update('p1', one);
		expect(await trigger.poll()).toEqual([]);
		trigger.service.update('p1', two);
		expect(await trigger.poll()).toEqual([]);
	});

	test('in an older version that was not delivered: the current one is delivered again after it', async () => {
		const trigger = withProjects(3);
		await trigger.publish();
		const stale = { name: 'stale', updated_at: trigger.service.stamp() };
		trigger.service.nowMs += 10_000;
		trigger.service.update('p1', { name: 'current' });
		const current = trigger.service.get('p1');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
		trigger.service.update('p1', stale);
		expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
		trigger.service.update('p1', current);
		expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
	});
});

async function twoVersions(trigger: TestTrigger) {
	await trigger.publish();
	trigger.service.update('p1', { name: 'one' });
	const one = trigger.service.get('p1');
	expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
	trigger.service.update('p1', { name: 'two' });
	const two = trigger.service.get('p1');
	expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
	return { one, two };
}

describe('stamps in the future', () => {
	test.each([true, false])(
		'stall nothing and repeat nothing (Date header: %s)',
		async (hasDate) => {
			const trigger = withProjects(3);
			trigger.service.hasDate = hasDate;
			await trigger.publish();
			trigger.service.update('p1', { updated_at: FUTURE });
			expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
			trigger.service.update('p2');
			expect(eventsIn(await trigger.poll())).toEqual(['updated p2']);
			trigger.service.update('p1', { updated_at: FUTURE, name: 'again' });
			expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
			trigger.service.update('p1', { name: 'back in time' });
			expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
			expect(await trigger.poll(HOUR)).toEqual([]);
		},
	);

	test('at the baseline stall nothing', async () => {
		const trigger = withProjects(3);
		trigger.service.update('p1', { updated_at: FUTURE });
		expect(await trigger.publish()).toEqual([]);
		trigger.service.update('p2');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p2']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('at a baseline that has no time to read all of one stamp: they are not delivered later', async () => {
		const trigger = withProjects(0);
		const { service } = trigger;
		for (const id of numbered(0, 2_000)) service.create(id);
		service.update('p7', { updated_at: FUTURE });
		service.requestsPerSecond = 0.5;
		expect(await trigger.publish()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		service.update('p7', { updated_at: FUTURE, name: 'changed' });
		expect(eventsIn(await trigger.poll())).toEqual(['updated p7']);
	});

	test.each([-24, -5, 5, 30_000])(
		'stall nothing where this machine’s clock is %i hours ahead',
		async (hours) => {
			const trigger = withProjects(3);
			trigger.skewMs = hours * HOUR;
			await trigger.publish();
			trigger.service.update('p1', { updated_at: FUTURE });
			expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
			trigger.service.update('p2');
			expect(eventsIn(await trigger.poll())).toEqual(['updated p2']);
			expect(await trigger.poll(HOUR)).toEqual([]);
			trigger.service.update('p0');
			expect(eventsIn(await trigger.poll())).toEqual(['updated p0']);
		},
	);

	test('on more projects than are read again delay no other change', async () => {
		const trigger = withProjects(6_000);
		await trigger.publish();
		for (let number = 0; number < 5_000; number += 1) {
			trigger.service.update(`p${number}`, { updated_at: FUTURE });
		}
		trigger.service.update('p5500');
		const early = await trigger.poll();
		expect(early.length).toBeLessThanOrEqual(2_001);
		trigger.service.update('p5501');
		const next = await trigger.poll();
		expect(eventsIn(next)).toContain('updated p5501');
		expect(trigger.n8n.savedSize).toBeLessThan(50_000);
		trigger.service.nowMs = Date.parse(FUTURE);
		const late = (await trigger.pollUntilIdle()).flat();
		const delivered = idsIn([...early, ...next, ...late]);
		expectEachOnce(delivered, [...numbered(0, 5_000), 'p5500', 'p5501']);
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

describe('projects without a stamp', () => {
	test('without any date are not delivered and hinder no other change', async () => {
		const trigger = withProjects(3);
		trigger.service.create('undated', { created_at: null, updated_at: null });
		expect(await trigger.publish()).toEqual([]);
		trigger.service.update('undated', { updated_at: null, name: 'changed' });
		trigger.service.update('p1');
		expect(eventsIn(await trigger.poll())).toEqual(['updated p1']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('that were created before the baseline are not delivered', async () => {
		const trigger = withProjects(3);
		trigger.service.create('untouched', { updated_at: null });
		await trigger.publish();
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});
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
