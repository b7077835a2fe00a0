/** More than one poll can read: over several polls, each change once. Large ones are in bulk.large.test.ts. */
import { CollabError } from '../../../nodes/Collab/core/errors';
import { ARCHIVED } from '../edits';
import { DAY, HOUR, SECOND, START_MS } from '../service';
import * as act from './testTrigger';
import { afterBulk, eventsIn, expectEachOnce, numbered, SLOW, withProjects } from './testTrigger';

const failAfter = (last: number) => (number: number) => {
	if (number > last) throw new CollabError('unavailable', { httpStatus: 503 });
};

const changeThirty: act.Act = (service) => service.updateAll(numbered(10, 40));

const of = (event: string, count: number) => numbered(0, count, `${event} p`);

test('a bulk change of one stamp delivers 1,000 rows once each, and a later one within two polls', async () => {
	const trigger = await afterBulk(1_000, { behavior: SLOW });
	const events = [...(await trigger.events()), ...(await trigger.events(act.create('meanwhile')))];
	events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
	expectEachOnce(events, [...of('updated', 1_000), 'created meanwhile']);
	trigger.service.update('p3', { name: 'later' });
	expect(await trigger.eventsOf(2)).toEqual(['updated p3']);
	expect(trigger.stateSize).toBeLessThan(49_000);
});

test('a bulk change of one stamp is delivered whole where each page has its rows in another order', async () => {
	const trigger = await afterBulk(150, {});
	const { service } = trigger;
	service.beforeAnswer = (number) => service.behave({ ties: number % 2 ? 'stable' : 'reverse' });
	expectEachOnce((await trigger.pollUntilIdle()).flatMap(eventsIn), of('updated', 150));
});

test('an import between the counting and the selecting of rows hides no change', async () => {
	const trigger = withProjects(3, {}, { countsFirst: true, maxPerPage: 9 });
	const { service } = trigger;
	await trigger.poll();
	service.update('p1');
	service.nowMs += HOUR;
	service.meanwhile = () => service.ids.length < 30 && service.createAll(numbered(3, 30));
	const events = (await trigger.pollUntilIdle()).flatMap(eventsIn);
	expectEachOnce(events, ['updated p1', ...numbered(3, 30, 'created p')]);
});

test('nothing is lost while every third answer lags and 200 projects before the backlog are deleted', async () => {
	const trigger = await afterBulk(4_500, { behavior: act.MEDIUM, everyMs: SECOND });
	const { service } = trigger;
	service.beforeAnswer = (number) => service.behave({ lagMs: number % 3 === 2 ? 100 * SECOND : 0 });
	const events: string[] = [];
	for (let round = 0; round < 30; round += 1) {
		if (round < 5) service.create(`new${round}`);
		events.push(...(await trigger.events(act.nothing, 80 * SECOND)));
		if (round === 1) act.remove(...numbered(4_300, 4_500))(service, trigger);
		if (round === 1) expect(trigger.isReadingAll).toBe(true);
	}
	const left = [...of('updated', 4_300), ...numbered(0, 5, 'created new')];
	expectEachOnce(events, [...left, ...numbered(4_300, 4_500, 'updated p')]);
});

test.each<[string, readonly number[]]>([
	['30 imports of 20', Array<number>(30).fill(20)],
	['three imports of 200', [200, 200, 200]],
	['an import of 600', [600]],
	['an import of 200, and 400 others', [200, ...Array<number>(400).fill(1)]],
])(
	'All Existing Projects delivers each once after %s, which come in another order with each request or poll',
	async (_what, imports) => {
		for (const requestMs of [0, 2_000, 3_150, 5_250]) {
			const behavior = { ties: 'random', maxPerPage: 50, requestMs } as const;
			for (const ties of [['random'], ['topN'], ['stable', 'reverse']] as const) {
				const trigger = withProjects(0, { startFrom: 'all', events: ['removed'] }, behavior);
				const { service } = trigger;
				for (const count of imports) {
					service.nowMs += 60 * SECOND;
					service.createAll(numbered(service.ids.length, service.ids.length + count));
				}
				service.nowMs += HOUR;
				const events: string[] = [];
				for (let poll = 0; poll < 20; poll += 1) {
					service.behave({ ties: ties[poll % ties.length]! });
					events.push(...(await trigger.events()));
				}
				expectEachOnce(events, of('existing', 600));
			}
		}
	},
);

test('All Existing Projects ends where a poll has time for few pages, of fewer rows than it asks for', async () => {
	const trigger = withProjects(150, { startFrom: 'all' }, { maxPerPage: 8, requestMs: 5_000 });
	expectEachOnce(await trigger.eventsOf(40), of('existing', 150));
});

test('All Existing Projects ends although each poll breaks off among hundreds of one time and one name, as a bulk import leaves them', async () => {
	const trigger = withProjects(0, { startFrom: 'all' }, act.MEDIUM);
	for (let from = 0; from < 2_500; from += 250) {
		trigger.service.nowMs += SECOND;
		trigger.service.createAll(numbered(from, from + 250), { name: 'Untitled' });
	}
	expectEachOnce((await trigger.pollUntilIdle(20)).flatMap(eventsIn), of('existing', 2_500));
});

test('All Existing Projects ends although more changes in each poll than it can read', async () => {
	const trigger = withProjects(1_200, { startFrom: 'all' }, { maxPerPage: 20, requestMs: 600 });
	const events: string[] = [];
	for (let poll = 0; poll < 8; poll += 1) {
		trigger.service.updateAll(numbered(0, 1_200), { name: `${poll}` });
		events.push(...(await trigger.events()));
	}
	const existing = events.filter((event) => event.startsWith('existing'));
	expectEachOnce(existing, of('existing', 1_200));
});

test('what a snapshot has not read when another event is chosen is delivered all the same', async () => {
	const bulk = { fields: ARCHIVED, behavior: SLOW, everyMs: SECOND, lookBackMs: 30 * SECOND };
	const trigger = await afterBulk(1_500, bulk);
	const events = await trigger.eventsOf(3);
	act.choose({ events: ['created', 'updated', 'restored'] })(trigger.service, trigger);
	events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
	expectEachOnce(events, of('updated', 1_500));
	expect(await trigger.events(act.edit('p0', { status: 'active' }))).toEqual(['restored p0']);
});

test.each([Infinity, 2])(
	'a project that moves past a poll while it reads comes once, as a new one, though only %d requests are answered',
	async (answers) => {
		const trigger = withProjects(40, {}, { maxPerPage: 10 });
		await trigger.poll();
		const { service } = trigger;
		service.create('new');
		service.nowMs += HOUR;
		const first = service.asked.length + 1;
		const fail = failAfter(first - 1 + answers);
		service.beforeAnswer = (number) => {
			fail(number);
			if (number === first + 1) service.update('new');
		};
		const events = await trigger.events(changeThirty);
		service.beforeAnswer = () => {};
		events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
		expectEachOnce(events, [...numbered(10, 40, 'updated p'), 'created new']);
	},
);

test('while a snapshot is under way, what polls did not reach is kept from the first of them on', async () => {
	const trigger = withProjects(40, {}, { maxPerPage: 10 });
	for (const afterMs of [0, HOUR, HOUR]) await trigger.poll(afterMs);
	const { service } = trigger;
	const left = { updated_at: 0, created_at: 2, name: 0 };
	service.beforeAnswer = (_number, { sortBy }) => {
		if (left[sortBy]-- <= 0) throw new CollabError('unavailable');
	};
	const events: string[] = [];
	for (let poll = 0; poll < 5; poll += 1) {
		// The snapshot has passed it by then.
		if (poll === 1) service.update('p0');
		if (poll === 1) service.createAll(numbered(40, 70), {}, SECOND);
		left.updated_at = 1;
		events.push(...(await trigger.events(changeThirty, HOUR)));
	}
	service.beforeAnswer = () => {};
	events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
	expect(events.filter((event) => event.endsWith(' p0'))).toEqual(['updated p0']);
});

describe('Start From', () => {
	test('From Now begins although the service stops to answer after its first page, and fails where there is no answer', async () => {
		const trigger = withProjects(1_000, { lookBackMs: DAY }, SLOW);
		// No time on the first page is in the past.
		trigger.service.updateAll(numbered(0, 9), { updated_at: '2999-01-01T00:00:00Z' });
		trigger.service.beforeAnswer = failAfter(1);
		expect(await trigger.events()).toEqual([]);
		trigger.service.beforeAnswer = () => {};
		expect(await trigger.events(act.edit('p707'))).toEqual(['updated p707']);
		trigger.service.beforeAnswer = failAfter(1);
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'unavailable' });
	});

	test('Changed Since delivers what changed since then, the instant included', async () => {
		const since = new Date(START_MS).toISOString();
		const trigger = withProjects(280, { startFrom: { since } }, { maxPerPage: 9 });
		trigger.service.createAll(numbered(280, 300));
		expectEachOnce(await trigger.events(), numbered(280, 300, 'created p'));
		expect(await trigger.events(act.edit('p4'))).toEqual(['updated p4']);
	});
});
