import { OPTIONS, poll } from './installation';
import { HOUR, MINUTE, Story, told, withProjects } from './story';

describe('where watching begins', () => {
	test('publishing emits nothing, and later changes are told, oldest first', async () => {
		const story = withProjects(3);
		expect(await story.publish()).toEqual([]);
		story.service.nowMs += 5000;
		story.service.update('old-2', { name: 'Moved' });
		story.service.nowMs += 5000;
		story.service.create('new');
		expect(await story.poll()).toEqual(['updated old-2', 'created new']);
		expect(await story.poll()).toEqual([]);
	});

	test('an empty account: its first project is told', async () => {
		const story = new Story();
		expect(await story.publish()).toEqual([]);
		story.service.create('first', {
			created_at: '2001-01-01T00:00:00Z',
			updated_at: '2001-01-01T00:00:00Z',
		});
		expect(await story.poll()).toEqual(['created first']);
		expect(await story.poll()).toEqual([]);
	});

	test.each([
		['damaged state', { version: 1, turn: 'x' }],
		['state of another version', { version: 99 }],
		['state that is no object', 'nonsense'],
	])('%s: a new baseline and no flood', async (_name, cursor) => {
		const { service } = withProjects(3);
		const data = { cursor: cursor as unknown };
		const context = { source: service.source, options: OPTIONS, nowMs: service.nowMs };
		expect(await poll(data, context)).toEqual([]);
		service.nowMs += MINUTE;
		service.update('old-1');
		expect(told(await poll(data, context))).toEqual(['updated old-1']);
	});

	test('another base URL: a new baseline and no flood', async () => {
		const story = withProjects(3);
		await story.publish();
		story.options = { ...OPTIONS, account: 'https://elsewhere.test/v1' };
		story.service.update('old-1');
		expect(await story.poll()).toEqual([]);
		story.service.update('old-2');
		expect(await story.poll()).toEqual(['updated old-2']);
	});

	test('changed settings lose nothing and flood nothing', async () => {
		const story = withProjects(3);
		await story.publish();
		story.service.update('old-1', { status: 'archived' });
		story.options = { ...OPTIONS, status: 'archived', events: ['archived'], lookBackMs: HOUR };
		expect(await story.poll()).toEqual(['archived old-1']);
		expect(await story.poll()).toEqual([]);
	});
});

describe('the same second', () => {
	test('changes before and after a poll are each told once', async () => {
		const story = withProjects(3);
		await story.publish();
		story.service.nowMs += MINUTE;
		story.service.update('old-1', { name: 'one' });
		expect(await story.poll(100)).toEqual(['updated old-1']);
		story.service.update('old-2', { name: 'two' });
		expect(await story.poll(100)).toEqual(['updated old-2']);
		story.service.update('old-1', { name: 'three' });
		expect(await story.poll(100)).toEqual(['updated old-1']);
		expect(await story.poll()).toEqual([]);
	});

	test.each([0, 300_000])(
		'10,000 changes with one stamp are told by one poll, look-back %i ms',
		async (lookBackMs) => {
			const story = withProjects(0);
			story.options = { ...OPTIONS, lookBackMs };
			story.service.create('first');
			await story.publish();
			story.service.nowMs += MINUTE;
			for (let number = 0; number < 10_000; number += 1) story.service.create(`p-${number}`);
			expect(await story.poll()).toHaveLength(10_000);
			expect(story.n8n.savedSize).toBeLessThan(130_000);
			story.service.create('later');
			expect(await story.poll()).toEqual(['created later']);
			expect(await story.poll()).toEqual([]);
		},
	);
});

describe('what it costs', () => {
	test('an idle poll is one request and a small state, also after a burst with one stamp', async () => {
		const story = withProjects(0);
		await story.publish();
		for (let number = 0; number < 1000; number += 1) story.service.create(`p-${number}`);
		await story.poll();
		await story.poll(6 * MINUTE);
		story.service.requests = 0;
		expect(await story.poll()).toEqual([]);
		expect(story.service.requests).toBe(1);
		story.service.create('next');
		expect(await story.poll()).toEqual(['created next']);
		expect(story.n8n.savedSize).toBeLessThan(500);
	});

	test('what is deleted during the poll is not missed by anything else', async () => {
		const story = withProjects(3);
		await story.publish();
		story.service.update('old-1');
		story.service.update('old-2');
		story.service.beforeAnswer = () => story.service.delete('old-3');
		expect(await story.poll()).toEqual(['updated old-1', 'updated old-2']);
	});
});

describe('polls that fail or overlap', () => {
	test('a failed poll changes nothing and emits nothing', async () => {
		const story = withProjects(3);
		await story.publish();
		story.service.update('old-1');
		story.service.beforeAnswer = () => {
			throw new Error('down');
		};
		await expect(story.poll()).rejects.toThrow('down');
		story.service.beforeAnswer = () => {};
		expect(await story.poll()).toEqual(['updated old-1']);
	});

	test('of two polls at once, one tells', async () => {
		const story = withProjects(3);
		await story.publish();
		story.service.update('old-1');
		const both = await Promise.all([story.poll(), story.poll()]);
		expect(both.flat()).toEqual(['updated old-1']);
	});

	test('a slow poll that a quicker one overtakes does not bring back what it read before', async () => {
		const story = withProjects(3);
		await story.publish();
		story.service.nowMs += MINUTE;
		story.service.update('old-1', { name: 'first' });
		const { source } = story.service;
		const data = { cursor: story.n8n.cursor };
		const context = { options: OPTIONS, nowMs: story.service.nowMs };
		let overtake: Promise<readonly unknown[]> | undefined;
		const slow = {
			...source,
			async *walk(order: 'asc' | 'desc', firstRow: number) {
				for await (const batch of source.walk(order, firstRow)) {
					story.service.update('old-1', { name: 'second' });
					overtake ??= poll(data, { ...context, source });
					await overtake;
					yield batch;
				}
			},
		};
		expect(await poll(data, { ...context, source: slow })).toEqual([]);
		expect(await overtake).toMatchObject([{ project: { id: 'old-1', name: 'second' } }]);
	});
});
