import { DAY, SECOND } from '../testTrigger';
import { DONE } from '../watching';
import type { Edit } from './randomHistories';
import { nameOf, type Service } from './service';

type Apply<Do> = (
	service: Service,
	edit: Extract<Edit, { readonly do: Do }> & { readonly id: string },
	longestLateMs: number,
) => void;

/** What people do in the service. */
export function applyEdit(service: Service, edit: Edit, longestLateMs: number): void {
	const number = 'project' in edit ? edit.project : 0;
	const id = service.ids[number % Math.max(1, service.ids.length)] ?? '';
	const apply = EDITS[edit.do] as Apply<Edit['do']>;
	apply(service, { ...edit, id }, longestLateMs);
}

const EDITS: { readonly [Do in Edit['do']]: Apply<Do> } = {
	create: (service) => service.create(),
	import: (service, { count, everyMs }) => repeat(service, count, everyMs, () => service.create()),
	'rename all': (service, { everyMs }) => {
		const ids = [...service.ids];
		repeat(service, ids.length, everyMs, (index) => rename(service, ids[index] ?? ''));
	},
	rename: (service, { id }) => rename(service, id),
	touch: (service, { id }) => service.update(id),
	archive: (service, { id }) => service.update(id, { status: 'archived' }),
	restore: (service, { id }) => service.update(id, { status: 'active' }),
	complete: (service, { id }) => service.update(id, DONE),
	reopen: (service, { id }) => service.update(id, { ...DONE, completed_task_count: 1 }),
	delete: (service, { id }) => service.delete(id),
	'change twice': (service, { id, isBack, seconds }, longestLateMs) => {
		const name = service.newest(id)?.name;
		rename(service, id);
		const fields = { name: isBack && name !== undefined ? name : `three ${id}` };
		service.update(id, fields, Math.min(seconds * SECOND, longestLateMs));
	},
	'rename without stamp': (service, { id }) => {
		const isWithout = service.newest(id)?.updated_at === null;
		if (isWithout) service.update(id, { ...nameAfter(service, id), updated_at: null });
	},
	'rename late': (service, { id, seconds }, longestLateMs) =>
		service.update(id, nameAfter(service, id), Math.min(seconds * SECOND, longestLateMs)),
	'date ahead': (service, { id, days }) => {
		const updated_at = service.stamp(service.nowMs + days * DAY);
		service.update(id, { ...nameAfter(service, id), updated_at });
	},
};

function rename(service: Service, id: string): void {
	service.update(id, nameAfter(service, id));
}

/** No two projects have the same name: where equal stamps come in a random order, only names distinguish projects. */
function nameAfter(service: Service, id: string): { name: string } {
	return { name: service.newest(id)?.name === nameOf(id) ? `two ${id}` : nameOf(id) };
}

function repeat(
	service: Service,
	count: number,
	everyMs: number,
	act: (index: number) => void,
): void {
	for (let index = 0; index < count; index += 1) {
		act(index);
		service.nowMs += Math.max(everyMs, service.shortestMs);
	}
}
