/** A service that answers wrongly for a while: nothing that exists is reported as removed, and nothing is delivered again. */
import type { Project } from '../../../nodes/Collab/core/contract';
import { changeAnswers, HOUR, MINUTE, SECOND } from '../service';
import { expectEachOnce, numbered, withProjects } from './testTrigger';

const REMOVED = { events: ['created', 'removed'] } as const;

it.each([
	['empty', 'all requests', 6],
	['empty account', 'all requests', 6],
	['old', 'all requests', 5],
	['old', 'snapshots', 5],
	['part', 'all requests', 1],
	['part', 'all requests', 4],
] as const)(
	'reports one removed project, and no other, after answers that are %s, to %s of %i polls',
	async (falseAnswers, to, polls) => {
		const trigger = withProjects(300, REMOVED);
		const { service } = trigger;
		await trigger.poll();
		service.nowMs += HOUR;
		expect(await trigger.events(() => service.create('new'))).toEqual(['created new']);
		// The first answer of a quiet poll does not list it.
		service.updateAll(numbered(100, 250));
		for (const afterMs of [HOUR / 4, HOUR / 4]) await trigger.poll(afterMs);
		service.delete('p7');
		let isWrong = true;
		service.beforeAnswer = (_number, { sortBy }) => {
			const isFalse = isWrong && (to === 'all requests' || sortBy === 'created_at');
			service.behave({ falseAnswers: isFalse ? falseAnswers : 'none' });
		};
		expect(await trigger.eventsOf(polls)).toEqual([]);
		isWrong = false;
		expect(await trigger.eventsOf(24)).toEqual(['removed p7']);
		expect(await trigger.pollUntilIdle()).toEqual([]);
	},
);

it('asks once in each poll while the account looks empty', async () => {
	const trigger = withProjects(300, REMOVED);
	for (const afterMs of [0, HOUR]) await trigger.poll(afterMs);
	trigger.service.behave({ falseAnswers: 'empty account' });
	for (const afterMs of [HOUR / 4, HOUR / 4]) {
		expect(await trigger.poll(afterMs)).toEqual([]);
		expect(trigger.requests).toBe(1);
	}
});

it('loses nothing where the clock of this machine is set back by hours', async () => {
	const trigger = withProjects(30, REMOVED);
	for (const afterMs of [0, 6 * MINUTE]) await trigger.poll(afterMs);
	expect(await trigger.events((service) => service.delete('p3'))).toEqual([]);
	trigger.skewMs = -3 * HOUR;
	trigger.service.create('new');
	expect(await trigger.eventsOf(18)).toEqual(['created new', 'removed p3']);
});

it.each([
	['as stamps', 0],
	['three minutes behind stamps', -3 * MINUTE],
])(
	'delivers two changes once each where every second answer is a moment old, with dates %s',
	async (_what, dateSkewMs) => {
		const trigger = withProjects(30, {}, { dateSkewMs });
		const { service } = trigger;
		await trigger.poll();
		service.update('p3', { name: 'one' });
		const { nowMs } = service;
		service.nowMs += 100;
		service.update('p3', { name: 'two' });
		service.beforeAnswer = (number) =>
			service.behave({ lagMs: number % 2 === 0 ? service.nowMs - nowMs : 0 });
		const changes = [];
		for (let poll = 0; poll < 4; poll += 1) changes.push(...(await trigger.poll()));
		const names = changes.map(({ project }) => project['name']);
		expect(names).toEqual([...new Set(names)]);
		expect(names.at(-1)).toBe('two');
	},
);

it('reports no project as removed that is missed twice, if the reading in between shows it, though an old version', async () => {
	const trigger = withProjects(30, REMOVED);
	const { service } = trigger;
	for (const afterMs of [0, HOUR]) await trigger.poll(afterMs);
	const old = service.get('p3')!;
	service.update('p3', { name: 'newer' });
	service.nowMs += SECOND;
	service.update('p5');
	await trigger.poll();
	let shown: readonly Project[] = [];
	changeAnswers(service, ({ rows, pagination }) => ({
		rows: rows.flatMap((row) => (row.id === 'p3' ? shown : row)),
		pagination: { ...pagination, totalItems: pagination.totalItems - 1 + shown.length },
	}));
	expect(await trigger.events(() => {}, HOUR)).toEqual([]);
	shown = [old];
	expect(await trigger.events(() => service.delete('p9'), 6 * MINUTE)).toEqual([]);
	shown = [];
	expect(await trigger.events(() => {}, 6 * MINUTE)).toEqual(['removed p9']);
	shown = [old];
	expect(await trigger.eventsOf(20)).toEqual([]);
});

it('reads on behind a page that is empty once', async () => {
	const trigger = withProjects(1_500, REMOVED);
	const { service } = trigger;
	service.beforeAnswer = (at) => service.behave({ falseAnswers: at === 8 ? 'empty' : 'none' });
	await trigger.poll();
	expect(trigger.requests).toBeLessThanOrEqual(30);
});

it('reports nothing while the list shows one project twice, in place of another', async () => {
	const trigger = withProjects(300, REMOVED);
	await trigger.poll();
	const { service } = trigger;
	const doubled = (row: Project) => (row.id === 'p3' ? service.get('p4')! : row);
	changeAnswers(service, (page) => ({ ...page, rows: page.rows.map(doubled) }));
	service.delete('p9');
	expect(await trigger.events(() => {}, HOUR)).toEqual([]);
	expect(await trigger.eventsOf(20)).toEqual([]);
});

it('delivers what became visible while the list was an old one', async () => {
	const trigger = withProjects(30);
	for (const afterMs of [0, 2 * HOUR]) await trigger.poll(afterMs);
	const { service } = trigger;
	service.update('p4', {}, 4 * MINUTE);
	service.nowMs += SECOND;
	expect(await trigger.events(() => service.update('p3'))).toEqual(['updated p3']);
	service.behave({ falseAnswers: 'old' });
	expect(await trigger.eventsOf(9)).toEqual([]);
	service.behave({ falseAnswers: 'none' });
	expect(await trigger.events()).toEqual(['updated p4']);
});

it('does not take the first page of a cache for all projects', async () => {
	const trigger = withProjects(230, { startFrom: 'all' });
	trigger.isPublishing = false;
	const { answer } = trigger.service;
	trigger.service.answer = (query, request) => answer(query, { ...request, page: 1 });
	const events = await trigger.eventsOf(12);
	trigger.service.answer = answer;
	events.push(...(await trigger.eventsOf(12)));
	expectEachOnce(events, numbered(0, 230, 'existing p'));
});
