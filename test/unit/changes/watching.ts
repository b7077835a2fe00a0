import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { changeFormatter } from '../../../nodes/Collab/core/changes/events';
import { itemFormatter } from '../../../nodes/Collab/core/query/itemFormat';
import { type Service, START_MS } from './service';
import { DAY, HOUR, MINUTE, TestTrigger, withProjects } from './testTrigger';

export const DONE = { task_count: 2, completed_task_count: 2 };
export const ARCHIVED = { status: 'archived' };

/** A published trigger over the projects "plain", "archived" and "done". */
export async function watching(options: Partial<ChangeOptions>) {
	const trigger = new TestTrigger(options);
	const { service } = trigger;
	service.create('plain');
	service.create('archived', ARCHIVED);
	service.create('done', DONE);
	service.nowMs += HOUR;
	service.create('newest');
	await trigger.publish();
	const format = changeFormatter(itemFormatter({ kind: 'raw' }), trigger.options);
	const poll = async () => (await trigger.poll()).map(format);
	return { trigger, service, poll };
}

export async function eventAfter(
	change: (service: Service) => void,
	options: Partial<ChangeOptions>,
) {
	const { service, poll } = await watching(options);
	service.nowMs += MINUTE;
	change(service);
	const items = await poll();
	expect(items.length).toBeLessThan(2);
	return items[0]?.['event'] ?? 'nothing';
}

export const edit = (id: string, fields: Parameters<Service['update']>[1]) => (service: Service) =>
	service.update(id, fields);

export const REMOVED: Partial<ChangeOptions> = { events: ['removed'] };

/** A published trigger over p0 to p{count - 1}. */
export async function publishedOver(count: number, options = REMOVED): Promise<TestTrigger> {
	const trigger = withProjects(count, options);
	await trigger.publish();
	expect(await trigger.poll()).toEqual([]);
	return trigger;
}

export const OVERDUE: Partial<ChangeOptions> = { events: ['becameOverdue'] };

/** A date so many days after the day on which all begins. */
export const dayAfter = (days: number) =>
	new Date(START_MS + days * DAY).toISOString().slice(0, 10);

/** A published trigger over projects that end so many days from now, at noon of the first day. */
export async function publishedWithEnds(
	ends: Readonly<Record<string, number>>,
	options = OVERDUE,
): Promise<TestTrigger> {
	const trigger = new TestTrigger(options);
	for (const [id, days] of Object.entries(ends)) {
		const fields = { end_date: dayAfter(days), task_count: 2, completed_task_count: 1 };
		trigger.service.create(id, fields);
	}
	await trigger.publish();
	return trigger;
}
