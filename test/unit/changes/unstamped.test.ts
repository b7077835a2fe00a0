/** Projects that have no `updated_at` until their first update. */
import { NULLS, STRICT } from '../../../dev/sandbox/projects/looseListing';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { START_MS } from './service';
import {
	DAY,
	eventsIn,
	expectEachOnce,
	HOUR,
	idsIn,
	MINUTE,
	numbered,
	SECOND,
	Story,
} from './story';

const UNSTAMPED = { updated_at: null };

interface Mix {
	readonly nulls: (typeof NULLS)[number];
	readonly stamped: number;
	readonly unstamped: number;
}

/** First the projects with a stamp, then those without, all created a second apart. */
function mixed({ nulls, stamped, unstamped }: Mix, options: Partial<ChangeOptions> = {}): Story {
	const story = new Story(options);
	const { service } = story;
	service.looseness = { ...STRICT, nulls };
	numbered(0, stamped + unstamped).forEach((id, number) => {
		service.nowMs = START_MS - 2 * DAY + number * SECOND;
		service.create(id, number < stamped ? {} : UNSTAMPED);
	});
	service.nowMs = START_MS;
	return story;
}

describe.each(NULLS)('without a stamp, in the order of "%s"', (nulls) => {
	test('25,000 of them, From Now: each change is delivered once', async () => {
		const story = mixed({ nulls, stamped: 20, unstamped: 25_000 });
		const { service } = story;
		expect(await story.publish()).toEqual([]);
		// Their end is looked for, not read to.
		expect(story.requests).toBeLessThan(50);
		expect(await story.poll()).toEqual([]);
		service.create('new', UNSTAMPED);
		expect(eventsIn(await story.poll())).toEqual(['created new']);
		service.update('p3', { name: 'with a stamp' });
		expect(eventsIn(await story.poll())).toEqual(['updated p3']);
		service.update('p777', { name: 'first stamp' });
		expect(eventsIn(await story.poll())).toEqual(['updated p777']);
		service.update('new', { name: 'first stamp' });
		expect(eventsIn(await story.poll())).toEqual(['updated new']);
		expect(await story.poll()).toEqual([]);
	});

	test('25,000 of them: an idle poll is two requests and a small state', async () => {
		const story = mixed({ nulls, stamped: 20, unstamped: 25_000 });
		await story.publish();
		for (const afterMs of [6 * MINUTE, MINUTE, MINUTE]) await story.poll(afterMs);
		story.service.bytesSent = 0;
		expect(await story.poll()).toEqual([]);
		expect(story.requests).toBe(2);
		expect(story.service.bytesSent).toBeLessThanOrEqual(8_000);
		expect(story.n8n.savedSize).toBeLessThanOrEqual(600);
	});

	test('and none with one, From Now: the first stamp is delivered as updated', async () => {
		const story = mixed({ nulls, stamped: 0, unstamped: 300 });
		expect(await story.publish()).toEqual([]);
		expect(await story.poll()).toEqual([]);
		story.service.update('p7');
		expect(eventsIn(await story.poll())).toEqual(['updated p7']);
		story.service.create('new', UNSTAMPED);
		expect(eventsIn(await story.poll())).toEqual(['created new']);
		expect(await story.poll()).toEqual([]);
	});

	test('2,000 with a stamp and 2,000 without, All Existing Projects: each is delivered once', async () => {
		const story = mixed({ nulls, stamped: 2_000, unstamped: 2_000 }, { startFrom: 'all' });
		const changes = (await story.pollUntilIdle()).flat();
		expectEachOnce(idsIn(changes), numbered(0, 4_000));
		expect([...new Set(changes.map(({ event }) => event))]).toEqual(['existing']);
		story.service.update('p3000');
		story.service.nowMs += SECOND;
		story.service.create('new', UNSTAMPED);
		expect(eventsIn(await story.poll())).toEqual(['updated p3000', 'created new']);
		expect(await story.poll()).toEqual([]);
	});
});

test('20,000 with a stamp and 20,000 without, All Existing Projects at 10 requests/s: each is delivered once', async () => {
	const mix = { nulls: 'postgresql', stamped: 20_000, unstamped: 20_000 } as const;
	const story = mixed(mix, { startFrom: 'all' });
	story.service.requestsPerSecond = 10;
	const changes = (await story.pollUntilIdle()).flat();
	expectEachOnce(idsIn(changes), numbered(0, 40_000));
	story.service.create('new', UNSTAMPED);
	expect(eventsIn(await story.poll())).toEqual(['created new']);
}, 300_000);

test.each([5, 500])(
	'%d new projects without a stamp between two polls are created, once',
	async (count) => {
		const story = mixed({ nulls: 'postgresql', stamped: 50, unstamped: 50 });
		await story.publish();
		for (const id of numbered(1_000, 1_000 + count)) {
			story.service.nowMs += 10;
			story.service.create(id, UNSTAMPED);
		}
		const created = numbered(1_000, 1_000 + count).map((id) => `created ${id}`);
		expectEachOnce(eventsIn(await story.poll()), created);
		expect(await story.poll()).toEqual([]);
	},
);

test.each(NULLS)(
	'All Existing Projects: one that appears when the first poll has read no other is delivered ("%s")',
	async (nulls) => {
		const story = mixed({ nulls, stamped: 0, unstamped: 0 }, { startFrom: 'all' });
		const { service } = story;
		let isThere = false;
		service.beforeAnswer = () => {
			if (isThere || service.lastQuery?.sortBy !== 'created_at') return;
			isThere = true;
			service.create('new', UNSTAMPED);
		};
		const changes = [...(await story.poll()), ...(await story.poll())];
		expect(isThere).toBe(true);
		expect(idsIn(changes)).toEqual(['new']);
	},
);

test('All Existing Projects: the first stamp of one that is still to be delivered does not make it a new one', async () => {
	const mix = { nulls: 'postgresql', stamped: 10, unstamped: 6_000 } as const;
	const story = mixed(mix, { startFrom: 'all' });
	const { service } = story;
	service.requestsPerSecond = 2;
	const before = await story.poll();
	const last = numbered(10, 6_010).at(-1) ?? '';
	expect(idsIn(before)).not.toContain(last);
	service.update(last, { name: 'first stamp' });
	const changes = [...before, ...(await story.pollUntilIdle()).flat()];
	expect(eventsIn(changes).filter((event) => !event.startsWith('existing'))).toEqual([]);
	expectEachOnce(idsIn(changes), numbered(0, 6_010));
}, 60_000);

test('a new project without a stamp does not wait until a bulk change is older than Look Back', async () => {
	const mix = { nulls: 'postgresql', stamped: 3_000, unstamped: 50 } as const;
	const story = mixed(mix, { lookBackMs: 6 * HOUR });
	await story.publish();
	const { service } = story;
	service.requestsPerSecond = 2;
	for (const id of numbered(0, 3_000)) {
		service.nowMs += SECOND;
		service.update(id, { name: 'bulk' });
	}
	await story.pollUntilIdle();
	service.create('new', UNSTAMPED);
	const polls = [await story.poll(), await story.poll(), await story.poll(), await story.poll()];
	expect(eventsIn(polls.flat())).toEqual(['created new']);
});

test('new ones that get their first stamp before a slow service has shown them are created all the same', async () => {
	const story = mixed({ nulls: 'last', stamped: 20, unstamped: 0 }, { lookBackMs: 0 });
	const { service } = story;
	await story.publish();
	service.requestsPerSecond = 1;
	const imported = numbered(1_000, 9_000);
	for (const id of imported) service.create(id, UNSTAMPED);
	const changes = [];
	for (const id of ['p1', 'p2', imported.at(-1) ?? '']) {
		service.nowMs += MINUTE;
		service.update(id, { name: 'stamped' });
		changes.push(...(await story.poll()));
	}
	changes.push(...(await story.pollUntilIdle()).flat());
	const created = imported.map((id) => `created ${id}`);
	expectEachOnce(eventsIn(changes), ['updated p1', 'updated p2', ...created]);
});

test('a new one that gets its first stamp just before a poll comes to read it is created all the same', async () => {
	const story = mixed({ nulls: 'last', stamped: 3_000, unstamped: 0 }, { lookBackMs: 0 });
	const { service } = story;
	await story.publish();
	service.requestsPerSecond = 1;
	service.create('new', UNSTAMPED);
	for (const id of numbered(0, 600)) {
		service.nowMs += SECOND;
		service.update(id, { name: 'bulk' });
	}
	const bulk = await story.poll();
	expectEachOnce(idsIn(bulk), numbered(0, 600));
	service.beforeAnswer = () => {
		const isUntouched = service.get('new')?.['updated_at'] === null;
		if (isUntouched && service.lastQuery?.sortBy === 'created_at') service.update('new');
	};
	expect(await story.poll()).toEqual([]);
	expect(eventsIn(await story.poll())).toEqual(['created new']);
});

test('one that appears while another project is deleted is delivered when the number of projects shows it', async () => {
	const story = mixed({ nulls: 'last', stamped: 400, unstamped: 0 });
	const { service } = story;
	await story.publish();
	service.delete('p3');
	service.create('hidden', UNSTAMPED);
	expect(await story.poll()).toEqual([]);
	service.create('with a stamp');
	expect(eventsIn(await story.poll())).toEqual(['created with a stamp']);
	service.delete('p4');
	expect(eventsIn(await story.poll())).toEqual(['created hidden']);
	expect(await story.poll()).toEqual([]);
});
