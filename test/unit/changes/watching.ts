import { type NULLS, STRICT } from '../looseListing';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { changeFormatter } from '../../../nodes/Collab/core/changes/events';
import { itemFormatter } from '../../../nodes/Collab/core/query/itemFormat';
import { type Service, START_MS } from './service';
import {
	DAY,
	eventsIn,
	expectEachOnce,
	HOUR,
	idsIn,
	MINUTE,
	numbered,
	TestTrigger,
	withProjects,
} from './testTrigger';

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

export const UNSTAMPED = { updated_at: null };

interface Mix {
	readonly nulls: (typeof NULLS)[number];
	readonly stamped: number;
	readonly unstamped: number;
}

/** First the projects with a stamp, then those without, all created a second apart. */
export function mixed(
	{ nulls, stamped, unstamped }: Mix,
	options: Partial<ChangeOptions> = {},
): TestTrigger {
	const trigger = withProjects(stamped + unstamped, options);
	const { service } = trigger;
	service.looseness = { ...STRICT, nulls };
	for (const id of numbered(stamped, stamped + unstamped)) {
		service.create(id, { ...service.get(id), ...UNSTAMPED });
	}
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

/** p0 to p{rows - 1} of ten more projects have just been changed, at once unless `everyMs` says otherwise. */
export async function afterBulk(
	rows: number,
	requestsPerSecond: number,
	{ everyMs = 0, ...options }: Partial<ChangeOptions> & { readonly everyMs?: number } = {},
): Promise<TestTrigger> {
	const trigger = withProjects(rows + 10, options);
	const { service } = trigger;
	await trigger.publish();
	service.requestsPerSecond = requestsPerSecond;
	service.nowMs += HOUR;
	service.updateAll(numbered(0, rows), { name: 'bulk' }, everyMs);
	return trigger;
}

/** The bulk is delivered once, and a later change within two polls. */
export async function expectDelivered(trigger: TestTrigger, rows: number): Promise<void> {
	const polls = await trigger.pollUntilIdle();
	expectEachOnce(idsIn(polls.flat()), numbered(0, rows));
	trigger.service.update('p3', { name: 'later' });
	const changes = [...(await trigger.poll()), ...(await trigger.poll())];
	expect(eventsIn(changes)).toEqual(['updated p3']);
}
