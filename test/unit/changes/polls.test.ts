import {
	eventsIn,
	expectEachOnce,
	HOUR,
	idsIn,
	MINUTE,
	OPTIONS,
	Story,
	withProjects,
} from './story';
import type { Scheduler } from './n8n';

const SCHEDULERS: Scheduler[] = ['classic', 'durable'];

describe.each(SCHEDULERS)('the baseline, with the %s scheduler', (scheduler) => {
	test('delivers nothing; later changes are delivered, oldest first', async () => {
		const story = withProjects(3, {}, scheduler);
		expect(await story.publish()).toEqual([]);
		story.service.nowMs += 5000;
		story.service.update('p2', { name: 'Renamed' });
		story.service.nowMs += 5000;
		story.service.create('new');
		expect(eventsIn(await story.poll())).toEqual(['updated p2', 'created new']);
		expect(await story.poll()).toEqual([]);
	});

	test('of an empty account: its first project is delivered', async () => {
		const story = new Story({}, scheduler);
		const longAgo = '2001-01-01T00:00:00Z';
		expect(await story.publish()).toEqual([]);
		story.service.create('first', { created_at: longAgo, updated_at: longAgo });
		expect(eventsIn(await story.poll())).toEqual(['created first']);
		expect(await story.poll()).toEqual([]);
	});

	test('after a restart is not needed again', async () => {
		const story = withProjects(3, {}, scheduler);
		await story.publish();
		story.n8n.restart();
		story.service.update('p1');
		expect(eventsIn(await story.poll())).toEqual(['updated p1']);
		story.n8n.restart();
		expect(await story.poll()).toEqual([]);
	});
});

describe('a new baseline instead of a flood', () => {
	test.each([
		['a damaged state', { version: 2, updated: 'x' }],
		['a state of another version', { version: 99 }],
		['a state that is no object', 'nonsense'],
	])('for %s', async (_name, saved) => {
		const story = withProjects(3);
		let state: unknown = saved;
		const store = {
			load: () => state,
			save: (next: unknown) => {
				state = next;
			},
		};
		expect(await story.pollWith(store)).toEqual([]);
		story.service.nowMs += MINUTE;
		story.service.update('p1');
		expect(eventsIn(await story.pollWith(store))).toEqual(['updated p1']);
	});

	test('for another account', async () => {
		const story = withProjects(3);
		await story.publish();
		story.options = { ...OPTIONS, account: 'https://elsewhere.test/v1' };
		story.service.update('p1');
		expect(await story.poll()).toEqual([]);
		story.service.update('p2');
		expect(eventsIn(await story.poll())).toEqual(['updated p2']);
	});
});

test.each([Number.MAX_SAFE_INTEGER, 999_999_999])(
	'a saved position that no account can have (%d) ends no poll',
	async (unplacedFirst) => {
		const story = withProjects(3);
		await story.publish();
		const saved = story.n8n.state as { updated: object };
		let state: unknown = { ...saved, updated: { ...saved.updated, unplacedFirst } };
		const store = { load: () => state, save: (next: unknown) => void (state = next) };
		expect(await story.pollWith(store)).toEqual([]);
		story.service.nowMs += MINUTE;
		story.service.update('p1');
		expect(eventsIn(await story.pollWith(store))).toEqual(['updated p1']);
	},
);

test('other settings lose nothing and flood nothing', async () => {
	const story = withProjects(3);
	await story.publish();
	story.service.update('p1', { status: 'archived' });
	story.options = { ...OPTIONS, status: 'archived', events: ['archived'], lookBackMs: HOUR };
	expect(eventsIn(await story.poll())).toEqual(['archived p1']);
	expect(await story.poll()).toEqual([]);
});

describe('the same second', () => {
	test('changes before and after a poll are delivered once each', async () => {
		const story = withProjects(3);
		await story.publish();
		story.service.nowMs += MINUTE;
		story.service.update('p1', { name: 'one' });
		expect(eventsIn(await story.poll(100))).toEqual(['updated p1']);
		story.service.update('p2', { name: 'two' });
		expect(eventsIn(await story.poll(100))).toEqual(['updated p2']);
		story.service.update('p1', { name: 'three' });
		expect(eventsIn(await story.poll(100))).toEqual(['updated p1']);
		expect(await story.poll()).toEqual([]);
	});

	test.each([0, 300_000])(
		'10,000 new projects with one stamp are delivered by one poll, with %i ms of Look Back',
		async (lookBackMs) => {
			const story = new Story({ lookBackMs });
			story.service.create('first');
			await story.publish();
			story.service.nowMs += MINUTE;
			for (let number = 0; number < 10_000; number += 1) story.service.create(`p${number}`);
			const changes = await story.poll();
			expect(new Set(idsIn(changes)).size).toBe(10_000);
			expect(changes).toHaveLength(10_000);
			expect(story.n8n.savedSize).toBeLessThan(175_000);
			story.service.create('later');
			expect(eventsIn(await story.poll())).toEqual(['created later']);
			expect(await story.poll()).toEqual([]);
		},
	);
});

describe('an idle poll', () => {
	test('of an account of 10,000 projects is one request, 8 kB and a state of 600 characters', async () => {
		const story = withProjects(10_000);
		await story.publish();
		await story.poll(6 * MINUTE);
		await story.poll();
		const { service } = story;
		service.bytesSent = 0;
		expect(await story.poll()).toEqual([]);
		expect(story.requests).toBe(1);
		expect(service.bytesSent).toBeLessThanOrEqual(8_000);
		expect(story.n8n.savedSize).toBeLessThanOrEqual(600);
	});

	test('is as small after a bulk change', async () => {
		const story = withProjects(1000);
		await story.publish();
		for (let number = 0; number < 1000; number += 1) story.service.update(`p${number}`);
		await story.pollUntilIdle();
		await story.poll(6 * MINUTE);
		await story.poll();
		expect(await story.poll()).toEqual([]);
		expect(story.requests).toBe(1);
		expect(story.n8n.savedSize).toBeLessThanOrEqual(600);
		story.service.create('next');
		expect(eventsIn(await story.poll())).toEqual(['created next']);
	});
});

test('of several changes between two polls the latest state is delivered, once', async () => {
	const story = withProjects(3);
	await story.publish();
	for (const name of ['one', 'two', 'three']) {
		story.service.nowMs += 10_000;
		story.service.update('p1', { name });
	}
	const changes = await story.poll();
	expect(changes.map(({ project }) => project['name'])).toEqual(['three']);
	expect(await story.poll()).toEqual([]);
});

test('what is deleted, or taken back before the next poll, leaves nothing to see', async () => {
	const story = withProjects(3, { events: ['created', 'archived', 'restored'] });
	await story.publish();
	story.service.create('short-lived');
	story.service.delete('short-lived');
	story.service.delete('p0');
	story.service.update('p1', { status: 'archived' });
	story.service.nowMs += 10_000;
	story.service.update('p1', { status: 'active' });
	expect(await story.poll()).toEqual([]);
});

test('what is deleted while a poll reads hides no other change', async () => {
	const story = withProjects(3);
	await story.publish();
	story.service.update('p0');
	story.service.update('p1');
	story.service.beforeAnswer = () => story.service.delete('p2');
	expectEachOnce(eventsIn(await story.poll()), ['updated p0', 'updated p1']);
});

test('a poll that fails has saved nothing, and the next one delivers', async () => {
	const story = withProjects(3);
	await story.publish();
	const saved = JSON.stringify(story.n8n.state);
	story.service.update('p1');
	story.service.beforeAnswer = () => {
		throw new Error('down');
	};
	await expect(story.poll()).rejects.toThrow('down');
	expect(JSON.stringify(story.n8n.state)).toBe(saved);
	story.service.beforeAnswer = () => {};
	expect(eventsIn(await story.poll())).toEqual(['updated p1']);
});
