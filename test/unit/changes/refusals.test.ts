/** Services that refuse pages, ignore the order or write times as nobody else: what can be delivered is, and the rest is said. */
import type { Page } from '../../../nodes/Collab/core/contract';
import { HOUR, SECOND, type Service } from '../service';
import {
	changeAnswers,
	eventsIn,
	expectEachOnce,
	MEDIUM,
	numbered,
	withProjects,
} from './testTrigger';

const REFUSAL: Page = {
	rows: [],
	pagination: { perPage: 100, totalItems: 0, hasNext: false },
	isRefused: true,
};

it('steps back where pages past the end are refused, and the list has shrunk to before the place where a snapshot stopped', async () => {
	const trigger = withProjects(1_500, { startFrom: 'all', events: ['created', 'removed'] }, MEDIUM);
	const { service } = trigger;
	changeAnswers(service, (page, { page: number }) =>
		number > 1 && page.rows.length === 0 ? REFUSAL : page,
	);
	const events = await trigger.eventsOf(2);
	const gone = numbered(50, 1_450);
	for (const id of gone) service.delete(id);
	service.create('new');
	events.push(...(await trigger.pollUntilIdle()).flatMap(eventsIn));
	expectEachOnce(
		events.filter((event) => !gone.includes(event.split(' ')[1]!)),
		[...numbered(0, 50), ...numbered(1_450, 1_500), 'new'].map((id) => `existing ${id}`),
	);
	expect(await trigger.events(() => service.create('later'))).toEqual(['created later']);
});

describe('where rows beyond number 1,000 of 1,500 are refused', () => {
	const refusing = (options: Parameters<typeof withProjects>[1], isPublishing = false) => {
		const trigger = Object.assign(withProjects(1_500, options), { isPublishing });
		changeAnswers(trigger.service, (page, request) =>
			request.page * request.perPage > 1_000 ? REFUSAL : page,
		);
		return trigger;
	};

	it.each([
		['a poll', { events: ['created', 'removed'] }, false],
		['publishing', { startFrom: 'all' }, true],
	] as const)('%s says so, if all projects are needed', async (_what, options, isPublishing) => {
		const error = { kind: 'deepPagesRefused', data: { totalItems: 1_500 } };
		await expect(refusing(options, isPublishing).poll()).rejects.toMatchObject(error);
	});

	it('delivers the others, if they are not', async () => {
		const trigger = refusing({ startFrom: 'all' });
		const events = (await trigger.pollUntilIdle()).flatMap(eventsIn);
		expect(events.length).toBeGreaterThanOrEqual(1_000);
		expect(new Set(events).size).toBe(events.length);
		expect(await trigger.events((service) => service.update('p7'))).toEqual(['updated p7']);
	});
});

it('says that the service shows no more, instead of reporting the youngest as removed, where pages and total end at 1,000', async () => {
	const trigger = withProjects(1_000, { events: ['created', 'removed'] });
	const { service } = trigger;
	const { answer } = service;
	service.answer = (query, request) => {
		const { page, perPage } = request;
		const rows = service.list(query).slice(0, 1_000);
		const pagination = { perPage, totalItems: rows.length, hasNext: page * perPage < rows.length };
		const shown = rows.slice((page - 1) * perPage, page * perPage) as Page['rows'];
		return { ...answer(query, request), pagination, rows: shown };
	};
	await trigger.poll();
	expect(await trigger.events(() => service.create('new'))).toEqual(['created new']);
	for (let polls = 0; polls < 3; polls += 1)
		await expect(trigger.poll(HOUR)).rejects.toMatchObject({ kind: 'deepPagesRefused' });
});

it.each([
	['by name', { sortBy: 'name', order: 'asc' }],
	['by creation', { sortBy: 'created_at', order: 'asc' }],
] as const)(
	'says at publishing that the service sorts %s, whatever is asked, and delivers all the same if it begins later',
	async (_how, order) => {
		const trigger = withProjects(250);
		const { service } = trigger;
		await trigger.poll();
		const { answer } = service;
		const unsorted: Service['answer'] = (query, request) => answer({ ...query, ...order }, request);
		Object.assign(service, { answer: unsorted });
		service.updateAll(['p7', 'p249'], {}, SECOND);
		expectEachOnce(await trigger.events(), ['updated p7', 'updated p249']);
		expectEachOnce(await trigger.events(() => service.create('new')), ['created new']);
		expect(await trigger.eventsOf(3)).toEqual([]);
		trigger.isPublishing = true;
		await expect(trigger.poll()).rejects.toMatchObject({ kind: 'notSorted' });
	},
);

it.each([
	['updated_at', 'Thu, 01 Jan 2026 00:00:00 GMT!', 'AAA, 00 AAA 0000 00:00:00 AAA!'],
	['created_at', { $date: 17 }, '{"$AAAA":00}'],
])('quotes the notation of stamps that cannot be read: %s %j', async (label, value, found) => {
	const trigger = withProjects(3);
	trigger.service.updateAll(numbered(0, 3), { [label]: value });
	const error = { kind: 'stampsUnreadable', data: { label, found } };
	await expect(trigger.poll()).rejects.toMatchObject(error);
});

it('refuses too many projects with the first answer, however many share the time of their last change', async () => {
	const trigger = withProjects(250, { events: ['removed'] });
	trigger.service.updateAll(numbered(0, 250), { name: 'Imported' });
	const counted = { perPage: 100, totalItems: 25_001, hasNext: true };
	changeAnswers(trigger.service, (page) => ({ ...page, pagination: counted }));
	await expect(trigger.poll()).rejects.toMatchObject({
		kind: 'tooManyProjects',
		data: { totalItems: 25_001 },
	});
	expect(trigger.service.asked).toHaveLength(1);
});
