import { HOUR, MINUTE, withProjects } from './story';

describe('rows that come late', () => {
	test('a row with an older stamp is told when it becomes visible within the look-back', async () => {
		const story = withProjects(3);
		await story.publish();
		story.service.showLater(3 * MINUTE, 'late');
		story.service.nowMs += 30_000;
		story.service.update('old-1');
		expect(await story.poll()).toEqual(['updated old-1']);
		expect(await story.poll(3 * MINUTE)).toEqual(['created late']);
		expect(await story.poll()).toEqual([]);
	});

	test('a replica that shows an older version again causes no repetition', async () => {
		const story = withProjects(3);
		await story.publish();
		story.service.update('old-1', { name: 'one' });
		const one = story.service.visible().find(({ id }) => id === 'old-1');
		expect(await story.poll()).toEqual(['updated old-1']);
		story.service.update('old-1', { name: 'two' });
		const two = story.service.visible().find(({ id }) => id === 'old-1');
		expect(await story.poll()).toEqual(['updated old-1']);
		story.service.update('old-1', one);
		expect(await story.poll()).toEqual([]);
		story.service.update('old-1', two);
		expect(await story.poll()).toEqual([]);
	});

	test('after a version that is out of date, the current one is told again', async () => {
		const story = withProjects(3);
		await story.publish();
		const stale = { name: 'stale', updated_at: story.service.stamp() };
		story.service.nowMs += 10_000;
		story.service.update('old-1', { name: 'current' });
		const current = story.service.visible().find(({ id }) => id === 'old-1');
		expect(await story.poll()).toEqual(['updated old-1']);
		story.service.update('old-1', stale);
		expect(await story.poll()).toEqual(['updated old-1']);
		story.service.update('old-1', current);
		expect(await story.poll()).toEqual(['updated old-1']);
	});
});

describe('dates in the future', () => {
	const FUTURE = '2031-01-01T00:00:00Z';

	test.each([true, false])(
		'stall nothing and repeat nothing (Date header: %s)',
		async (tellsTime) => {
			const story = withProjects(3);
			story.service.tellsTime = tellsTime;
			await story.publish();
			story.service.update('old-1', { updated_at: FUTURE });
			expect(await story.poll()).toEqual(['updated old-1']);
			story.service.update('old-2');
			expect(await story.poll()).toEqual(['updated old-2']);
			story.service.update('old-1', { updated_at: FUTURE, name: 'again' });
			expect(await story.poll()).toEqual(['updated old-1']);
			story.service.update('old-1', { name: 'back in time' });
			expect(await story.poll()).toEqual(['updated old-1']);
			expect(await story.poll(HOUR)).toEqual([]);
		},
	);

	test('an account that begins with one is watched all the same', async () => {
		const story = withProjects(3);
		story.service.update('old-1', { updated_at: FUTURE });
		expect(await story.publish()).toEqual([]);
		story.service.update('old-2');
		expect(await story.poll()).toEqual(['updated old-2']);
		expect(await story.poll()).toEqual([]);
	});

	test.each([-24, -5, 5, 30_000])(
		'do not hang on this machine’s clock, %i hours off',
		async (hours) => {
			const story = withProjects(3);
			story.skewMs = hours * HOUR;
			await story.publish();
			story.service.update('old-1', { updated_at: FUTURE });
			expect(await story.poll()).toEqual(['updated old-1']);
			story.service.update('old-2');
			expect(await story.poll()).toEqual(['updated old-2']);
		},
	);
});

describe('rows without a date', () => {
	test('are told once, and again when they change', async () => {
		const story = withProjects(3);
		story.service.create('undated', { created_at: '', updated_at: 'yesterday' });
		expect(await story.publish()).toEqual([]);
		expect(await story.poll()).toEqual([]);
		story.service.update('undated', { updated_at: 'yesterday', name: 'changed' });
		story.service.update('old-1');
		expect(await story.poll()).toEqual(['updated undated', 'updated old-1']);
		expect(await story.poll()).toEqual([]);
	});

	test('never updated: the date of creation counts', async () => {
		const story = withProjects(3);
		story.service.create('untouched', { updated_at: '' });
		await story.publish();
		expect(await story.poll()).toEqual([]);
	});
});

test('a Date header that is once a year ahead loses nothing', async () => {
	const story = withProjects(3);
	await story.publish();
	story.service.headerSkewMs = 365 * 24 * HOUR;
	expect(await story.poll()).toEqual([]);
	story.service.headerSkewMs = 0;
	story.service.update('old-1');
	expect(await story.poll()).toEqual(['updated old-1']);
});
