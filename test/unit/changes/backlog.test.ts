import type { ChangedProject, ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { Installation, OPTIONS } from './installation';
import { ListQuery, START_MS } from './listing';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function installed(projectCount: number, options: Partial<ChangeOptions>) {
	const service = new ListQuery();
	const n8n = new Installation('durable');
	for (let number = 0; number < projectCount; number += 1) {
		service.nowMs = START_MS - 2 * DAY_MS + number * 1000;
		service.create(`p${number}`);
	}
	service.nowMs = START_MS;
	const tick = async (timeUsed = () => 0) => {
		service.nowMs += MINUTE_MS;
		const { source, nowMs } = service;
		return await n8n.tick({ source, nowMs, timeUsed, options: { ...OPTIONS, ...options } });
	};
	return { service, n8n, tick };
}

const idsOf = (changes: readonly ChangedProject[]) => changes.map(({ project }) => project.id);
const eventsOf = (changes: readonly ChangedProject[]) => [
	...new Set(changes.map(({ event }) => event)),
];
const numbered = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => `p${from + index}`);

describe('All Existing Projects', () => {
	test('come first, oldest first, whatever the events; then their changes', async () => {
		const { service, tick } = installed(300, { startFrom: 'all', events: ['archived'] });
		const existing = await tick();
		expect(idsOf(existing)).toEqual(numbered(0, 300));
		expect(eventsOf(existing)).toEqual(['existing']);
		service.update('p7', { name: 'x' });
		service.update('p8', { status: 'archived' });
		expect(await tick()).toMatchObject([
			{
				project: { id: 'p8' },
				event: 'archived',
				changes: { status: { from: 'active', to: 'archived' } },
			},
		]);
		expect(await tick()).toEqual([]);
	});

	test('of an empty account: its first project is new', async () => {
		const { service, tick } = installed(0, { startFrom: 'all' });
		expect(await tick()).toEqual([]);
		service.create('p0');
		expect(eventsOf(await tick())).toEqual(['created']);
	});

	test('too many for one poll: the next ones go on, nothing is told twice', async () => {
		const { service, tick } = installed(50_000, { startFrom: 'all' });
		const first = await tick();
		service.update('p49999', { name: 'changed meanwhile' });
		service.delete('p30000');
		const rest = [await tick(), await tick(), await tick()].flat();
		const expected = numbered(0, 49_999).filter((id) => id !== 'p30000');
		expect(idsOf([...first, ...rest])).toEqual([...expected, 'p49999']);
		expect(first.length).toBeGreaterThan(19_999);
		expect(first.length).toBeLessThan(20_101);
	});

	test('archived after it came, while the others still come, a project is told as archived', async () => {
		const options = { startFrom: 'all', status: 'active', events: ['archived'] } as const;
		const { service, tick } = installed(25_000, options);
		const first = await tick();
		service.update('p7', { status: 'archived' });
		const told = [...first, ...(await tick())].filter(({ project }) => project.id === 'p7');
		expect(told.map(({ event }) => event)).toEqual(['existing', 'archived']);
	});
});

describe('Changed Since', () => {
	test('tells what changed since then, the instant included, and goes on from there', async () => {
		const service = new ListQuery();
		const since = service.stamp(START_MS - 2 * DAY_MS + 290_000);
		const { tick, service: filled } = installed(300, { startFrom: { since } });
		filled.update('p3');
		expect(idsOf(await tick())).toEqual([...numbered(290, 300), 'p3']);
		filled.update('p4');
		expect(idsOf(await tick())).toEqual(['p4']);
		expect(await tick()).toEqual([]);
	});
});

describe('more changes than one poll can deliver', () => {
	test('are told oldest first, over several polls, with few requests to find the place', async () => {
		const { service, tick } = installed(60_000, {});
		await tick();
		for (let number = 10_000; number < 60_000; number += 1) {
			service.nowMs += 20;
			service.update(`p${number}`, { name: 'changed' });
		}
		const told = [await tick()];
		service.create('new');
		service.update('p59000', { name: 'changed again' });
		while (told.at(-1)?.length !== 0) told.push(await tick());
		const ids = idsOf(told.flat());
		expect(new Set(ids).size).toBe(ids.length);
		expect(new Set(ids)).toEqual(new Set([...numbered(10_000, 60_000), 'new']));
		service.nowMs += 5 * MINUTE_MS;
		await tick();
		service.requests = 0;
		await tick();
		expect(service.requests).toBe(1);
	});

	test('a poll that runs out of time gets on all the same', async () => {
		const { service, tick } = installed(1000, {});
		await tick();
		for (let number = 0; number < 1000; number += 1) {
			service.nowMs += 1000;
			service.update(`p${number}`, { name: 'changed' });
		}
		const ids: string[] = [];
		for (let round = 0; round < 40; round += 1) ids.push(...idsOf(await tick(() => 1)));
		expect(ids).toEqual(numbered(0, 1000));
	});
});

test('earlier values of more projects than the memory holds: no event is lost', async () => {
	const { service, n8n, tick } = installed(100_000, {
		events: ['archived', 'completed', 'restored'],
	});
	await tick();
	expect(n8n.savedSize).toBeLessThan(1_100_000);
	service.update('p5', { status: 'archived' });
	service.update('p99000', { status: 'archived' });
	expect(await tick()).toMatchObject([
		{ project: { id: 'p5' }, event: 'archived', changes: {} },
		{
			project: { id: 'p99000' },
			event: 'archived',
			changes: { status: { from: 'active', to: 'archived' } },
		},
	]);
});
