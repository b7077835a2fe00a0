import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { toItem } from '../../../nodes/Collab/core/changes/advance';
import { Installation, OPTIONS } from './installation';
import type { Stored } from './listing';
import { ListQuery } from './listing';

export const MINUTE_MS = 60_000;
export const DONE = { task_count: 2, completed_task_count: 2 };
export const ARCHIVED = { status: 'archived' };

/** A published trigger over the projects "plain", "archived" and "done". */
export async function watching(options: Partial<ChangeOptions>) {
	const service = new ListQuery();
	const n8n = new Installation('durable');
	const context = () => ({
		source: service.source,
		options: { ...OPTIONS, ...options },
		nowMs: service.nowMs,
	});
	service.create('plain');
	service.create('archived', ARCHIVED);
	service.create('done', DONE);
	service.nowMs += 60 * MINUTE_MS;
	service.create('newest');
	await n8n.tick(context());
	const poll = async () => {
		service.nowMs += MINUTE_MS;
		return (await n8n.tick(context())).map(toItem);
	};
	return { service, n8n, poll };
}

export async function eventAfter(
	change: (service: ListQuery) => void,
	options: Partial<ChangeOptions>,
) {
	const { service, poll } = await watching(options);
	service.nowMs += MINUTE_MS;
	change(service);
	const items = await poll();
	expect(items.length).toBeLessThan(2);
	return items[0]?.['event'] ?? 'nothing';
}

export const edit = (id: string, fields: Partial<Stored>) => (service: ListQuery) =>
	service.update(id, fields);
