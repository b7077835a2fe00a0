/** More than one poll can read: over several polls, each change once. Large ones are in bulk.large.test.ts. */
import { DAY, HOUR, SECOND, START_MS } from '../service';
import {
	afterBulk,
	type Bulk,
	eventsIn,
	expectEachOnce,
	MEDIUM,
	numbered,
	SLOW,
	type TestTrigger,
	withProjects,
} from './testTrigger';

const FUTURE = '2031-01-01T00:00:00Z';

const hasBacklog = ({ n8n }: TestTrigger) => Boolean((n8n.state as { backlog?: unknown }).backlog);

test.each<[string, number, Bulk]>([
	['of one stamp', 1_000, { behavior: SLOW }],
	['of different stamps', 1_000, { behavior: SLOW, everyMs: SECOND }],
	['on a service with hidden ties', 100, { behavior: { ties: 'hidden', maxPerPage: 12 } }],
	['of the year 2031', 5_000, { fields: { updated_at: FUTURE } }],
	['with a long Look Back', 3_000, { behavior: MEDIUM, everyMs: SECOND, lookBackMs: DAY }],
])(
	'a bulk change %s: %i rows, each once, a later change within two polls',
	async (_name, rows, how) => {
		const trigger = await afterBulk(rows, how);
		const first = await trigger.events();
		const meanwhile = await trigger.events((service) => service.create('meanwhile'));
		const rest = (await trigger.pollUntilIdle()).flatMap(eventsIn);
		const updated = numbered(0, rows).map((id) => `updated ${id}`);
		expectEachOnce([...first, ...meanwhile, ...rest], [...updated, 'created meanwhile']);
		trigger.service.update('p3', { name: 'later' });
		const later = [...(await trigger.poll()), ...(await trigger.poll())];
		expect(eventsIn(later)).toEqual(['updated p3']);
		expect(trigger.stateSize).toBeLessThan(24 * rows + 2_000);
	},
);

describe('a backlog over many polls', () => {
	test('loses nothing while every third answer lags and projects before it are deleted', async () => {
		const trigger = await afterBulk(4_000, { behavior: MEDIUM, everyMs: SECOND });
		const { service } = trigger;
		let lastSeq = Infinity;
		service.beforeAnswer = (number) =>
			service.behave({ lastSeq: number % 3 === 2 ? lastSeq : Infinity });
		const events: string[] = [];
		const expected = numbered(0, 4_000).map((id) => `updated ${id}`);
		for (let round = 0; round < 30; round += 1) {
			lastSeq = service.versions.latestSeq;
			if (round < 5) {
				service.create(`new ${round}`);
				expected.push(`created new ${round}`);
			}
			events.push(...(await trigger.events(undefined, 80 * SECOND)));
			if (round === 1) for (const id of numbered(3_980, 3_990)) service.delete(id);
			if (round < 2) expect(hasBacklog(trigger)).toBe(true);
		}
		expect(hasBacklog(trigger)).toBe(false);
		expectEachOnce(events, expected);
	});
});

describe('Start From', () => {
	test('All Existing Projects: over some polls, each once; what is removed later is removed', async () => {
		const options = { startFrom: 'all', events: ['created', 'removed'], lookBackMs: 0 } as const;
		const trigger = withProjects(400, options, SLOW);
		const events = (await trigger.pollUntilIdle()).flatMap(eventsIn);
		expectEachOnce(
			events,
			numbered(0, 400).map((id) => `existing ${id}`),
		);
		trigger.service.nowMs += HOUR;
		expect(await trigger.events((service) => service.delete('p7'))).toEqual(['removed p7']);
	});

	test('Changed Since: what changed since then, the instant included', async () => {
		const since = new Date(START_MS - 2 * DAY + 290 * SECOND).toISOString();
		const trigger = withProjects(300, { startFrom: { since } });
		const events = await trigger.events((service) => service.update('p3'));
		expect(events.map((event) => event.split(' ')[1])).toEqual([...numbered(290, 300), 'p3']);
		expect(await trigger.events((service) => service.update('p4'))).toEqual(['updated p4']);
	});

	test('From Now, of an account that one poll cannot read: a project that changes is not a new one', async () => {
		const trigger = withProjects(1_000, { lookBackMs: DAY }, SLOW);
		expect(await trigger.poll()).toEqual([]);
		trigger.service.update('p7', { name: 'x' });
		expect(await trigger.events((service) => service.create('new'))).toEqual([
			'updated p7',
			'created new',
		]);
	});
});
