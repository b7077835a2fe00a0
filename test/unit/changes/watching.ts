import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { changeFormatter } from '../../../nodes/Collab/core/changes/events';
import { itemFormatter } from '../../../nodes/Collab/core/query/itemFormat';
import type { Service } from './service';
import { HOUR, MINUTE, Story } from './story';

export const DONE = { task_count: 2, completed_task_count: 2 };
export const ARCHIVED = { status: 'archived' };

/** A published trigger over the projects "plain", "archived" and "done". */
export async function watching(options: Partial<ChangeOptions>) {
	const story = new Story(options);
	const { service } = story;
	service.create('plain');
	service.create('archived', ARCHIVED);
	service.create('done', DONE);
	service.nowMs += HOUR;
	service.create('newest');
	await story.publish();
	const format = changeFormatter(itemFormatter({ kind: 'raw' }), story.options);
	const poll = async () => (await story.poll()).map(format);
	return { story, service, poll };
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
