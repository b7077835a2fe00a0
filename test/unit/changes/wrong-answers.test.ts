/** A service that answers wrongly for a while: nothing that exists is reported as removed, and nothing is delivered again. */
import type { ListQuery } from '../../../nodes/Collab/core/contract';
import { HOUR } from '../service';
import { eventsIn, numbered, withProjects } from './testTrigger';

const REMOVED = { events: ['created', 'removed'] } as const;

it.each(['empty', 'cut', 'empty account'] as const)(
	'reports one removed project, and no other, after six polls with answers that are %s',
	async (falseAnswers) => {
		const trigger = withProjects(300, REMOVED);
		await trigger.poll();
		trigger.service.nowMs += HOUR;
		trigger.service.delete('p7');
		trigger.service.behave({ falseAnswers });
		for (let poll = 0; poll < 6; poll++) expect(eventsIn(await trigger.poll())).toEqual([]);
		trigger.service.behave({ falseAnswers: 'none' });
		expect(eventsIn(await trigger.poll())).toEqual(['removed p7']);
		expect(await trigger.pollUntilIdle()).toEqual([]);
	},
);

it('reads the whole list once, and not in every poll, where the total is one too low', async () => {
	const trigger = withProjects(300, REMOVED, { totalOffset: -1 });
	await trigger.poll();
	await trigger.poll(HOUR);
	await trigger.poll();
	expect(trigger.requests).toBeLessThanOrEqual(2);
});

it('takes the same times in another notation for no change', async () => {
	const trigger = withProjects(50, { events: ['updated', 'becameOverdue'] });
	await trigger.poll();
	const byId: ListQuery = { status: 'all', sortBy: 'created_at', order: 'asc' };
	for (const row of [...trigger.service.list(byId)]) {
		const inZone = (stamp: unknown) => String(stamp).replace('Z', '+00:00');
		const times = { created_at: inZone(row.created_at), updated_at: inZone(row.updated_at) };
		trigger.service.put({ ...row, ...times });
	}
	expect(numbered(0, 50)).toEqual(trigger.service.ids);
	// A day later all projects are read, for the conditions.
	expect(await trigger.poll(24 * HOUR)).toEqual([]);
});
