import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { Installation, OPTIONS } from './installation';
import { ListQuery } from './listing';
import { ARCHIVED, edit, eventAfter, MINUTE_MS, watching } from './watching';

describe('Fields to Watch', () => {
	const options = { events: ['updated'], fieldsToWatch: ['name', 'end_date'] } as const;

	test('narrow Updated, and the item says from what to what', async () => {
		const { service, poll } = await watching(options);
		service.update('plain', { task_count: 5 });
		expect(await poll()).toEqual([]);
		service.update('plain', { name: 'Renamed', end_date: '2027-01-01' });
		const [item] = await poll();
		expect(item).toMatchObject({ id: 'plain', name: 'Renamed', event: 'updated' });
		expect(item?.['changes']).toEqual({
			name: { from: 'Project plain', to: 'Renamed' },
			end_date: { from: null, to: '2027-01-01' },
		});
	});

	test('of a long text the change is told, not the text before', async () => {
		const { service, poll } = await watching(options);
		service.update('plain', { name: 'long '.repeat(100) });
		await poll();
		service.update('plain', { name: 'short' });
		const [item] = await poll();
		expect(item?.['changes']).toEqual({ name: { to: 'short' } });
	});

	test('chosen later: the next change is told, and the memory fills itself', async () => {
		const service = new ListQuery();
		const n8n = new Installation('durable');
		const tick = async (chosen: Partial<ChangeOptions>) => {
			service.nowMs += MINUTE_MS;
			const { source, nowMs } = service;
			return await n8n.tick({ source, options: { ...OPTIONS, ...chosen }, nowMs });
		};
		service.create('a');
		service.create('b');
		service.nowMs += 60 * MINUTE_MS;
		service.create('c');
		await tick({});
		service.update('a', { name: 'x' });
		expect(await tick(options)).toMatchObject([
			{ project: { id: 'a' }, event: 'updated', changes: {} },
		]);
		service.update('b', { task_count: 1 });
		expect(await tick(options)).toEqual([]);
		service.update('b', { name: 'y' });
		expect(await tick(options)).toMatchObject([
			{ changes: { name: { from: 'Project b', to: 'y' } } },
		]);
	});
});

describe('the status filter', () => {
	test.each([
		['active', [], 'newest'],
		['archived', ['archived'], 'plain'],
	] as const)('%s tells projects that have this status now', async (status, expected, other) => {
		const { service, poll } = await watching({ status });
		service.update('archived', { name: 'x' });
		expect((await poll()).map(({ id }) => id)).toEqual(expected);
		service.update(other, { name: 'x' });
		expect(await poll()).toHaveLength(status === 'active' ? 1 : 0);
	});

	test('Archived is told of active projects too, and Restored of archived ones', async () => {
		expect(
			await eventAfter(edit('plain', ARCHIVED), { status: 'active', events: ['archived'] }),
		).toBe('archived');
		expect(
			await eventAfter(edit('archived', { status: 'active' }), {
				status: 'archived',
				events: ['restored'],
			}),
		).toBe('restored');
	});
});

test('the plain trigger remembers no values', async () => {
	const { n8n } = await watching({});
	expect(n8n.savedSize).toBeLessThan(300);
});
