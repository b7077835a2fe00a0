/** Became Overdue and Due Soon over days, among changes and restarts. */
import fc from 'fast-check';
import type { ConditionEvent } from '../../../nodes/Collab/core/changes/options';
import { cases } from '../../random';
import { START_MS } from './service';
import { DAY, eventsIn, expectEachOnce, HOUR, MINUTE, numbered, TestTrigger } from './testTrigger';
import { dayAfter, DONE } from './watching';

test('over days, changes and restarts, each crossing is delivered once', async () => {
	const hour = fc.record({
		project: fc.nat(9),
		action: fc.constantFrom('end date', 'complete', 'archive', 'restore', 'restart', 'create'),
		days: fc.integer({ min: -3, max: 3 }),
		hours: fc.integer({ min: 0, max: 40 }),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(hour, { maxLength: 30 }), async (steps) => {
			const trigger = new TestTrigger({
				events: ['becameOverdue', 'dueSoon'],
				dueSoonDays: 2,
				timeZone: 'Europe/Berlin',
			});
			const { service } = trigger;
			const ids = numbered(0, 10);
			for (const id of ids) {
				service.create(id, { end_date: dayAfter(Number(id.slice(1)) - 4) });
			}
			await trigger.publish();
			// Independent of the code: what holds now, by the calendar of the workflow.
			const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
			const holds = (event: ConditionEvent, id: string) => {
				const { end_date, status, task_count, completed_task_count } = service.get(id)!;
				const isDone = Number(task_count) > 0 && task_count === completed_task_count;
				if (isDone || status === 'archived') return false;
				const [today, last] = [0, 2].map((days) => calendar.format(service.nowMs + days * DAY));
				const end = typeof end_date === 'string' ? end_date : '';
				return event === 'becameOverdue' ? end < today! : end >= today! && end <= last!;
			};
			const all = () =>
				(['becameOverdue', 'dueSoon'] as const).flatMap((event) =>
					ids.filter((id) => holds(event, id)).map((id) => `${event} ${id}`),
				);
			let before = all();
			for (const { project, action, days, hours } of steps) {
				const id = ids[project % ids.length]!;
				if (action === 'restart') trigger.n8n.restart();
				else if (action === 'create') {
					ids.push(`p${ids.length}`);
					service.create(ids.at(-1)!, { end_date: dayAfter(days) });
				} else if (action === 'end date') {
					service.update(id, {
						end_date: dayAfter(days + Math.round((service.nowMs - START_MS) / DAY)),
					});
				} else if (action === 'complete') service.update(id, DONE);
				else service.update(id, { status: action === 'archive' ? 'archived' : 'active' });
				const delivered = eventsIn(await trigger.poll(hours * HOUR + MINUTE));
				const now = all();
				expectEachOnce(
					delivered,
					now.filter((one) => !before.includes(one)),
				);
				before = now;
			}
		}),
		cases(5),
	);
});
