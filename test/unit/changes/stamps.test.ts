import {
	DAY,
	eventsIn,
	expectEachOnce,
	HOUR,
	idsIn,
	MINUTE,
	numbered,
	type Story,
	withProjects,
} from './story';

const FUTURE = '2031-01-01T00:00:00Z';

describe('rows that become visible late', () => {
	test('are delivered within Look Back, though their stamp is older than others that were', async () => {
		const story = withProjects(3);
		await story.publish();
		story.service.showLater(3 * MINUTE, 'late');
		story.service.nowMs += 30_000;
		story.service.update('p1');
		expect(eventsIn(await story.poll())).toEqual(['updated p1']);
		expect(eventsIn(await story.poll(3 * MINUTE))).toEqual(['created late']);
		expect(await story.poll()).toEqual([]);
	});

	test('in an older version again are not delivered again', async () => {
		const story = withProjects(3);
		const { one, two } = await twoVersions(story);
		story.service.update('p1', one);
		expect(await story.poll()).toEqual([]);
		story.service.update('p1', two);
		expect(await story.poll()).toEqual([]);
	});

	test('in an older version that was not delivered: the current one is delivered again after it', async () => {
		const story = withProjects(3);
		await story.publish();
		const stale = { name: 'stale', updated_at: story.service.stamp() };
		story.service.nowMs += 10_000;
		story.service.update('p1', { name: 'current' });
		const current = story.service.get('p1');
		expect(eventsIn(await story.poll())).toEqual(['updated p1']);
		story.service.update('p1', stale);
		expect(eventsIn(await story.poll())).toEqual(['updated p1']);
		story.service.update('p1', current);
		expect(eventsIn(await story.poll())).toEqual(['updated p1']);
	});
});

async function twoVersions(story: Story) {
	await story.publish();
	story.service.update('p1', { name: 'one' });
	const one = story.service.get('p1');
	expect(eventsIn(await story.poll())).toEqual(['updated p1']);
	story.service.update('p1', { name: 'two' });
	const two = story.service.get('p1');
	expect(eventsIn(await story.poll())).toEqual(['updated p1']);
	return { one, two };
}

describe('stamps in the future', () => {
	test.each([true, false])(
		'stall nothing and repeat nothing (Date header: %s)',
		async (hasDate) => {
			const story = withProjects(3);
			story.service.hasDate = hasDate;
			await story.publish();
			story.service.update('p1', { updated_at: FUTURE });
			expect(eventsIn(await story.poll())).toEqual(['updated p1']);
			story.service.update('p2');
			expect(eventsIn(await story.poll())).toEqual(['updated p2']);
			story.service.update('p1', { updated_at: FUTURE, name: 'again' });
			expect(eventsIn(await story.poll())).toEqual(['updated p1']);
			story.service.update('p1', { name: 'back in time' });
			expect(eventsIn(await story.poll())).toEqual(['updated p1']);
			expect(await story.poll(HOUR)).toEqual([]);
		},
	);

	test('at the baseline stall nothing', async () => {
		const story = withProjects(3);
		story.service.update('p1', { updated_at: FUTURE });
		expect(await story.publish()).toEqual([]);
		story.service.update('p2');
		expect(eventsIn(await story.poll())).toEqual(['updated p2']);
		expect(await story.poll()).toEqual([]);
	});

	test('at a baseline that has no time to read all of one stamp: they are not delivered later', async () => {
		const story = withProjects(0);
		const { service } = story;
		for (const id of numbered(0, 2_000)) service.create(id);
		service.update('p7', { updated_at: FUTURE });
		service.requestsPerSecond = 0.5;
		expect(await story.publish()).toEqual([]);
		expect(await story.poll()).toEqual([]);
		service.update('p7', { updated_at: FUTURE, name: 'changed' });
		expect(eventsIn(await story.poll())).toEqual(['updated p7']);
	});

	test.each([-24, -5, 5, 30_000])(
		'stall nothing where this machine’s clock is %i hours ahead',
		async (hours) => {
			const story = withProjects(3);
			story.skewMs = hours * HOUR;
			await story.publish();
			story.service.update('p1', { updated_at: FUTURE });
			expect(eventsIn(await story.poll())).toEqual(['updated p1']);
			story.service.update('p2');
			expect(eventsIn(await story.poll())).toEqual(['updated p2']);
			expect(await story.poll(HOUR)).toEqual([]);
			story.service.update('p0');
			expect(eventsIn(await story.poll())).toEqual(['updated p0']);
		},
	);

	test('on more projects than are read again delay no other change', async () => {
		const story = withProjects(6_000);
		await story.publish();
		for (let number = 0; number < 5_000; number += 1) {
			story.service.update(`p${number}`, { updated_at: FUTURE });
		}
		story.service.update('p5500');
		const early = await story.poll();
		expect(early.length).toBeLessThanOrEqual(2_001);
		story.service.update('p5501');
		const next = await story.poll();
		expect(eventsIn(next)).toContain('updated p5501');
		expect(story.n8n.savedSize).toBeLessThan(50_000);
		story.service.nowMs = Date.parse(FUTURE);
		const late = (await story.pollUntilIdle()).flat();
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
		const story = withProjects(20);
		await story.publish();
		const { service } = story;
		if (stamp !== undefined) service.update('p3', { updated_at: stamp });
		service.dateSkewMs = dateMs - service.nowMs;
		await story.poll();
		service.dateSkewMs = 0;
		service.update('p4');
		expect(eventsIn(await story.poll())).toEqual(['updated p4']);
		service.update('p5');
		expect(eventsIn(await story.poll())).toEqual(['updated p5']);
		service.update('p6');
		expect(eventsIn(await story.poll(DAY))).toEqual(['updated p6']);
	});
});

describe('projects without a stamp', () => {
	test('without any date are not delivered and hinder no other change', async () => {
		const story = withProjects(3);
		story.service.create('undated', { created_at: null, updated_at: null });
		expect(await story.publish()).toEqual([]);
		story.service.update('undated', { updated_at: null, name: 'changed' });
		story.service.update('p1');
		expect(eventsIn(await story.poll())).toEqual(['updated p1']);
		expect(await story.poll()).toEqual([]);
	});

	test('that were created before the baseline are not delivered', async () => {
		const story = withProjects(3);
		story.service.create('untouched', { updated_at: null });
		await story.publish();
		expect(await story.poll()).toEqual([]);
		expect(await story.poll()).toEqual([]);
	});
});

test('stamps of 30,000 digits in answers of 36 kB: the state stays small, and each change is delivered once', async () => {
	const story = withProjects(10);
	const { service } = story;
	const longStamp = (seed: number) =>
		`${service.stamp().slice(0, 19)}.${`${seed}`.padStart(12, '7').padEnd(30_000, '3')}Z`;
	await story.publish();
	for (let number = 0; number < 10; number += 1) {
		service.update(`p${number}`, { updated_at: longStamp(number) });
		expect(eventsIn(await story.poll(10_000))).toEqual([`updated p${number}`]);
	}
	expect(await story.poll(10_000)).toEqual([]);
	expect(story.largestState).toBeLessThan(2_000);
});

test('a field with another value in each answer is no change', async () => {
	const story = withProjects(200);
	let answers = 0;
	story.service.extraFields = () => ({
		picture_url: `https://service.test/signed/${(answers += 1)}`,
	});
	for (let number = 0; number < 200; number += 1) story.service.update(`p${number}`);
	await story.publish();
	expect(await story.poll()).toEqual([]);
	story.service.update('p7');
	expect(eventsIn(await story.poll())).toEqual(['updated p7']);
	for (let round = 0; round < 7; round += 1) expect(await story.poll()).toEqual([]);
});
