/** Became Overdue and Due Soon over days, among changes and restarts. */
import fc from 'fast-check';
import type { ConditionEvent } from '../../../nodes/Collab/core/changes/options';
import { cases } from '../../random';
import { ARCHIVED, DONE } from '../edits';
import { DAY, HOUR, MINUTE, START_MS } from '../service';
import { textOf } from '../versions';
import { dayAfter, expectEachOnce, nothing, numbered, TestTrigger } from './testTrigger';

test('over days, changes and restarts, each crossing is delivered once', async () => {
	const hour = fc.record({
		project: fc.nat(9),
		action: fc.constantFrom('end date', 'complete', 'archive', 'restore', 'restart', 'create'),
		days: fc.integer({ min: -3, max: 3 }),
		hours: fc.integer({ min: 0, max: 40 }),
	});
	const property = fc.asyncProperty(fc.array(hour, { maxLength: 30 }), async (steps) => {
		const events = ['becameOverdue', 'dueSoon'] as const;
		const zone = { timeZone: 'Europe/Berlin' };
		const trigger = new TestTrigger({ events, dueSoonDays: 2, ...zone });
		const { service } = trigger;
		for (const [index, id] of numbered(0, 10).entries()) {
			service.create(id, { end_date: dayAfter(index - 4) });
		}
		await trigger.poll();
		// Independent of the code: what holds now, by the calendar of the workflow.
		const calendar = new Intl.DateTimeFormat('sv-SE', zone);
		const holds = (event: ConditionEvent, id: string) => {
			const { end_date, status, task_count, completed_task_count } = service.get(id)!;
			const isDone = Number(task_count) > 0 && task_count === completed_task_count;
			if (isDone || status === 'archived') return false;
			const [today, last] = [0, 2].map((days) => calendar.format(service.nowMs + days * DAY));
			const end = textOf(end_date);
			return event === 'becameOverdue' ? end < today! : end >= today! && end <= last!;
		};
		const all = () =>
			events.flatMap((event) =>
				service.ids.filter((id) => holds(event, id)).map((id) => `${event} ${id}`),
			);
		const actions = {
			'end date': (id: string, days: number) => {
				const passed = Math.round((service.nowMs - START_MS) / DAY);
				service.update(id, { end_date: dayAfter(days + passed) });
			},
			create: (_: string, days: number) =>
				service.create(`p${service.ids.length}`, { end_date: dayAfter(days) }),
			complete: (id: string) => service.update(id, DONE),
			archive: (id: string) => service.update(id, ARCHIVED),
			restore: (id: string) => service.update(id, { status: 'active' }),
			restart: () => trigger.n8n.restart(),
		};
		let before = all();
		for (const { project, action, days, hours } of steps) {
			actions[action](service.ids[project % service.ids.length]!, days);
			const delivered = await trigger.events(nothing, hours * HOUR + MINUTE);
			const began = all().filter((one) => !before.includes(one));
			expectEachOnce(delivered, began);
			before = all();
		}
	});
	await fc.assert(property, cases(5));
});
