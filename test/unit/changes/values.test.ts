import type { ChangeEvent } from '../../../nodes/Collab/core/changes/options';
import { previousFieldsFor, WatchedValues } from '../../../nodes/Collab/core/changes/values';
import type { JsonValue } from '../../../nodes/Collab/core/contract';
import { NAMES_OF_EVERY_OBJECT, projectWith, reloaded, TASKS } from './projects';

describe('the fields whose previous values are needed', () => {
	test.each<[ChangeEvent[], string[], string[]]>([
		[['created'], ['name'], []],
		[['updated'], [], []],
		[['updated'], ['name', 'end_date', 'name'], ['end_date', 'name']],
		[['archived'], [], ['status']],
		[['restored', 'updated'], ['name'], ['name', 'status']],
		[['completed'], [], ['completed_task_count', 'task_count']],
		[['reopened', 'archived'], ['name'], TASKS],
	])('%j, watching %j', (events, fieldsToWatch, expected) => {
		const options = { events, fieldsToWatch, includePreviousValues: false };
		expect(previousFieldsFor(options)).toEqual(expected);
		expect(new WatchedValues(options).name).toBe(expected.join());
	});

	test('are all that people change where previous values are shown and no field is named', () => {
		const options = {
			events: ['created'],
			fieldsToWatch: [],
			includePreviousValues: true,
		} as const;
		const fields = previousFieldsFor(options);
		expect(fields).toEqual(expect.arrayContaining(['name', 'description', 'end_date']));
		for (const stamp of ['id', 'created_at', 'updated_at']) expect(fields).not.toContain(stamp);
		expect(previousFieldsFor({ ...options, fieldsToWatch: ['name'] })).toEqual(['name']);
	});

	test('none: nothing is kept', () => {
		const options = {
			events: ['updated'],
			fieldsToWatch: [],
			includePreviousValues: false,
		} as const;
		expect(new WatchedValues(options).of(projectWith('a'))).toBeUndefined();
	});
});

const watching = (fieldsToWatch: readonly string[], events: Array<ChangeEvent | 'removed'> = []) =>
	new WatchedValues({ events: ['updated', ...events], fieldsToWatch, includePreviousValues: true });

/** As the next poll finds them. */
const kept = (values: WatchedValues, fields: Record<string, JsonValue>) =>
	reloaded(values.of(projectWith('a', fields))) as JsonValue[];

describe('changes', () => {
	const values = watching(['end_date', 'name', 'tags']);
	const before = { name: 'Über "uns"\n', tags: ['x', { y: null }] };
	const changesTo = (fields: Record<string, JsonValue>) =>
		values.changesTo(projectWith('a', fields), kept(values, before));

	test('of a project whose values are not known are not known', () => {
		expect(values.changesTo(projectWith('a'), undefined)).toBeUndefined();
	});

	test('of one that is the same are none', () => {
		expect(changesTo(before)).toEqual({});
		expect(changesTo({ ...before, status: 'archived' })).toEqual({});
	});

	test('say from what to what, for values of any type', () => {
		expect(changesTo({ name: 'New', tags: null, end_date: 5 })).toEqual({
			end_date: { from: '2026-12-31', to: 5 },
			name: { from: 'Über "uns"\n', to: 'New' },
			tags: { from: ['x', { y: null }], to: null },
		});
	});

	test('are none where null became absent', () => {
		const names = watching(['name']);
		const { name, ...without } = projectWith('a');
		expect(name).toBeDefined();
		expect(names.changesTo({ ...without, id: 'a' }, kept(names, { name: null }))).toEqual({});
	});

	test('of a value over 100 characters are seen; the value itself is not kept', () => {
		const names = watching(['name']);
		const [exact, long] = ['x'.repeat(98), 'ü'.repeat(99)];
		const changes = (from: string, to: string) =>
			names.changesTo(projectWith('a', { name: to }), kept(names, { name: from }));
		expect(changes(exact, 'short')).toEqual({ name: { from: exact, to: 'short' } });
		expect(changes(long, long)).toEqual({});
		expect(changes(long, `${long}!`)).toEqual({ name: { to: `${long}!` } });
		expect(JSON.stringify(kept(names, { name: 'x'.repeat(100_000) })).length).toBeLessThan(20);
	});

	test('of fields that every object has are none', () => {
		const odd = watching(NAMES_OF_EVERY_OBJECT);
		expect(odd.changesTo(projectWith('a', { name: 'New' }), kept(odd, {}))).toEqual({});
		expect(odd.changesTo(projectWith('a', { toString: 'New' }), kept(odd, {}))).toEqual({
			toString: { from: null, to: 'New' },
		});
	});
});

describe('a removed project', () => {
	const values = watching(['end_date'], ['removed']);

	test('is shown with its ID, and the name and status last known', () => {
		const shown = { name: 'Apollo', status: 'archived' };
		expect(values.removed(kept(values, shown))).toEqual({ id: 'a', ...shown });
		expect(values.removed(kept(values, { name: 7, status: null }))).toEqual({
			id: 'a',
			name: null,
			status: null,
		});
	});

	test('is shown with 250 characters of a longer name', () => {
		expect(values.removed(kept(values, { name: 'ü'.repeat(300) }))).toMatchObject({
			name: 'ü'.repeat(250),
		});
	});

	test('is not shown where its values are damaged, or that event is not chosen', () => {
		expect(values.removed([7, 'Apollo', 'active'])).toBeUndefined();
		expect(values.removed([])).toBeUndefined();
		expect(watching(['name']).removed(['Apollo'])).toBeUndefined();
	});

	test('leaves the previous values of others what they are', () => {
		const changes = values.changesTo(projectWith('a', { end_date: null }), kept(values, {}));
		expect(changes).toEqual({ end_date: { from: '2026-12-31', to: null } });
	});
});

test('values are named after the fields and the event that they are kept for', () => {
	const names = [watching(['name']), watching(['name', 'status']), watching(['name'], ['removed'])];
	expect(new Set(names.map(({ name }) => name)).size).toBe(3);
	expect(watching(['status', 'name']).name).toBe(watching(['name', 'status']).name);
});
