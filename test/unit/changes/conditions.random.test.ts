/** Became Overdue and Due Soon over days, among changes. */
import fc from 'fast-check';
import type { ConditionEvent } from '../../../nodes/Collab/core/changes/options';
import { cases } from '../../random';
import { ARCHIVED, DONE } from '../edits';
import { DAY, HOUR, MINUTE, START_MS } from '../service';
import { textOf } from '../versions';
import { dayAfter, expectEachOnce, nothing, numbered, TestTrigger } from './testTrigger';

const EVENTS: ConditionEvent[] = ['becameOverdue', 'dueSoon'];
const ZONE = { timeZone: 'Europe/Berlin' };
const calendar = new Intl.DateTimeFormat('sv-SE', ZONE);

/** Independent of the code: what holds now, by the calendar of the workflow. */
function holding({ service }: TestTrigger): string[] {
	const [today = '', last = ''] = [0, 2].map((days) => calendar.format(service.nowMs + days * DAY));
	return service.ids.flatMap((id) => {
		const { end_date, status, task_count, completed_task_count } = service.get(id)!;
		const isDone = Number(task_count) > 0 && task_count === completed_task_count;
		const end = textOf(end_date);
		if (isDone || status === 'archived' || end > last) return [];
		return end < today ? `becameOverdue ${id}` : `dueSoon ${id}`;
	});
}

const ACTIONS: Record<string, (trigger: TestTrigger, id: string, days: number) => void> = {
	'end date': ({ service }, id, days) => {
		const passed = Math.round((service.nowMs - START_MS) / DAY);
		service.update(id, { end_date: dayAfter(days + passed) });
	},
	create: ({ service }, _id, days) =>
		service.create(`p${service.ids.length}`, { end_date: dayAfter(days) }),
	complete: ({ service }, id) => service.update(id, DONE),
	archive: ({ service }, id) => service.update(id, ARCHIVED),
	restore: ({ service }, id) => service.update(id, { status: 'active' }),
	nothing: () => {},
};

test('over days and changes, each crossing is delivered once', async () => {
	const hour = fc.record({
		project: fc.nat(9),
		act: fc.constantFrom(...Object.values(ACTIONS)),
		days: fc.integer({ min: -3, max: 3 }),
		hours: fc.integer({ min: 0, max: 40 }),
	});
	const property = fc.asyncProperty(fc.array(hour, { maxLength: 30 }), async (steps) => {
		const trigger = new TestTrigger({ events: EVENTS, dueSoonDays: 2, ...ZONE });
		const { service } = trigger;
		for (const [index, id] of numbered(0, 10).entries()) {
			service.create(id, { end_date: dayAfter(index - 4) });
		}
		await trigger.poll();
		let before = holding(trigger);
		for (const { project, act, days, hours } of steps) {
			act(trigger, service.ids[project % service.ids.length]!, days);
			const delivered = await trigger.events(nothing, hours * HOUR + MINUTE);
			const now = holding(trigger);
			expectEachOnce(
				delivered,
				now.filter((one) => !before.includes(one)),
			);
			before = now;
		}
	});
	await fc.assert(property, cases(5));
});
