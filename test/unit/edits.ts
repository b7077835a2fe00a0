/** What people do in the service, while it is read and between polls. */
import fc from 'fast-check';
import type { Random } from '../../dev/sandbox/listing';
import { DAY, draw, pick, SECOND, type Service, START_MS } from './service';

export const DONE = { task_count: 2, completed_task_count: 2 };
export const ARCHIVED = { status: 'archived' };
export const tasks = <Count>(task_count: Count, completed_task_count: Count) => ({
	task_count,
	completed_task_count,
});

export const weighted = <T>(...choices: ReadonlyArray<readonly [weight: number, value: T]>) =>
	fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

export interface Edit {
	readonly do: keyof typeof EDITS;
	/** Chosen by number among those that there ever were. */
	readonly project: number;
	/** How late the change becomes visible. */
	readonly seconds: number;
	/** For two changes with one stamp: whether the second leads back to what it was. */
	readonly isBack: boolean;
	readonly days: number;
	readonly count: number;
	readonly everyMs: number;
}

type Apply = (service: Service, edit: Edit & { id: string }, longestLateMs: number) => void;

const EDITS = {
	create: (service) => createAny(service),
	import: (service, { count, everyMs }) =>
		repeat(service, count, everyMs, () => createAny(service)),
	'rename all': (service, { everyMs }) => {
		const ids = [...service.ids];
		repeat(service, ids.length, everyMs, (index) => rename(service, ids[index] ?? ''));
	},
	rename: (service, { id }) => rename(service, id),
	touch: (service, { id }) => service.update(id),
	archive: (service, { id }) => service.update(id, ARCHIVED),
	restore: (service, { id }) => service.update(id, { status: 'active' }),
	complete: (service, { id }) => service.update(id, DONE),
	reopen: (service, { id }) => service.update(id, { ...DONE, completed_task_count: 1 }),
	delete: (service, { id }) => service.delete(id),
	'change twice': (service, { id, isBack, seconds }, longestLateMs) => {
		const name = service.get(id)?.name;
		rename(service, id);
		const fields = { name: isBack && name !== undefined ? name : `three ${id}` };
		service.update(id, fields, Math.min(seconds * SECOND, longestLateMs));
	},
	'rename late': (service, { id, seconds }, longestLateMs) =>
		service.update(id, nameAfter(service, id), Math.min(seconds * SECOND, longestLateMs)),
	'date ahead': (service, { id, days }) => {
		const updated_at = service.stamp(service.nowMs + days * DAY);
		service.update(id, { ...nameAfter(service, id), updated_at });
	},
} satisfies Record<string, Apply>;

const editsOf = (what: fc.Arbitrary<Edit['do']>, most = 150): fc.Arbitrary<Edit> =>
	fc.record({
		do: what,
		project: fc.nat(60),
		seconds: fc.oneof(fc.constantFrom(0, 20, 100), fc.nat(300)),
		isBack: fc.boolean(),
		days: fc.constantFrom(3, 900, 2_900_000),
		count: fc.integer({ min: 2, max: most }),
		everyMs: fc.constantFrom(0, 0, 1000),
	});

export const bulk = editsOf(fc.constantFrom('import', 'rename all'));

/** And how often. */
const WEIGHTS = {
	...{ create: 6, rename: 4, touch: 2, archive: 2, restore: 2, complete: 2, reopen: 2, delete: 2 },
	...{ 'change twice': 2, 'rename late': 3, 'date ahead': 1 },
};
const kinds = Object.entries(WEIGHTS) as Array<[Edit['do'], number]>;
export const edit = editsOf(weighted(...kinds.map(([what, weight]) => [weight, what] as const)));

/** As many at once as move everything that a poll has still to read by some pages. */
export const burst = editsOf(fc.constant('import'), 60).map((all) => ({ ...all, everyMs: 0 }));

export function applyEdit(service: Service, edit: Edit, longestLateMs: number): void {
	const id = service.ids[edit.project % Math.max(1, service.ids.length)] ?? '';
	const apply: Apply = EDITS[edit.do];
	apply(service, { ...edit, id }, longestLateMs);
}

/** One of these, to any project. */
export function editAny(service: Service, kinds: ReadonlyArray<Edit['do']>, random: Random): void {
	const project = draw(random, service.ids.length);
	const more = { seconds: 0, isBack: false, days: 0, count: 0, everyMs: 0 };
	applyEdit(service, { do: pick(kinds, random), project, ...more }, 0);
}

/** What was there before: changed within the span, created within the one before. Few stamps make long runs of equal values. */
export function fill(
	service: Service,
	{ projects, stamps }: { readonly projects: number; readonly stamps: number },
	spanMs: number,
	nullShare = 0,
): void {
	const { random } = service;
	const stamped = (isNull: boolean, spans: number) => {
		const age = ((draw(random, stamps) + 1) * spanMs) / (stamps + 1);
		return isNull ? null : service.stamp(Math.floor(START_MS - age - spans * spanMs));
	};
	for (let number = 0; number < projects; number += 1) {
		const created_at = stamped(random() < nullShare / 4, 1);
		const updated_at = stamped(random() < nullShare, 0);
		createAny(service, { created_at, updated_at }, START_MS - spanMs / 2);
	}
}

function createAny(service: Service, fields = {}, visibleMs = service.nowMs): void {
	const number = service.ids.length;
	const drawn = {
		status: number % 5 === 4 ? 'archived' : 'active',
		task_count: 3,
		completed_task_count: number % 7 === 6 ? 3 : 0,
	};
	service.create(`proj_${number}`, { ...drawn, ...fields }, visibleMs);
}

function rename(service: Service, id: string): void {
	service.update(id, nameAfter(service, id));
}

function nameAfter(service: Service, id: string): { name: string } {
	const name = service.nameOf(id);
	return { name: service.get(id)?.name === name ? `two ${id}` : name };
}

/** More rows of one stamp than a page holds, in a random order, are outside the promise. */
function repeat(
	service: Service,
	count: number,
	everyMs: number,
	act: (index: number) => void,
): void {
	const shortestMs = service.behavior.ties === 'random' ? 1 : 0;
	for (let index = 0; index < count; index += 1) {
		act(index);
		service.nowMs += Math.max(everyMs, shortestMs);
	}
}
